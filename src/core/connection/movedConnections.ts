import { membersOf } from '../text/json';
import type { Connection } from './connection';

export interface MovedConnection extends Connection {
  readonly oldEndpoint: string;
}

/** The last known endpoint of each connection, by its name; those of removed connections are kept. */
export type StoredEndpoints = Readonly<Record<string, string>>;

export function readStoredEndpoints(stored: unknown): StoredEndpoints {
  const entries = Object.entries(membersOf(stored));
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/**
 * Returns the connections that have a new address, unless some connection still uses the old one. The only new
 * connection may be any that is gone: its name may be that of its address.
 */
export function movedConnections(
  connections: readonly Connection[],
  before: StoredEndpoints,
): readonly MovedConnection[] {
  const used = new Set(connections.map(({ endpoint }) => endpoint));
  const names = new Set(connections.map(({ name }) => name));
  const known = new Set(Object.values(before));
  const left = Object.entries(before).filter(([, endpoint]) => !used.has(endpoint));
  const added = connections.filter(
    ({ name, endpoint }) => !Object.hasOwn(before, name) && !known.has(endpoint),
  );
  return left.flatMap(([name, oldEndpoint]) =>
    (names.has(name)
      ? connections.filter((each) => each.name === name)
      : added.length === 1
        ? added
        : []
    ).map((connection) => ({ ...connection, oldEndpoint })),
  );
}

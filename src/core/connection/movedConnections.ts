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

/** Returns the connections that have a new address, unless some connection still uses the old one. */
export function movedConnections(
  connections: readonly Connection[],
  before: StoredEndpoints,
): readonly MovedConnection[] {
  const used = new Set(connections.map(({ endpoint }) => endpoint));
  return connections.flatMap((connection) => {
    const oldEndpoint = Object.hasOwn(before, connection.name) ? before[connection.name] : undefined;
    return oldEndpoint === undefined || used.has(oldEndpoint) ? [] : [{ ...connection, oldEndpoint }];
  });
}

import type { Connection } from '../connection/connection';
import type { FrontMatter } from '../page/wikiFrontMatter';
import type { PageRecord } from '../records/pageRecord';
import { withParentFile, type PublishAnswers, type DestinationDefaults, type Origin } from './precedence';

interface ConnectionInput {
  readonly document: { readonly frontMatter: FrontMatter };
  readonly ownRecords: readonly PageRecord[];
  readonly connections: readonly Connection[];
  readonly chosen?: PublishAnswers | undefined;
  readonly defaults: DestinationDefaults;
}

export interface DecidedConnection {
  readonly connection: Connection | undefined;
  readonly origin?: Origin;
  /** The connection that the front matter names, which does not exist. */
  readonly named?: string | undefined;
}

/**
 * Decides the connection. If no connection has the name in the front matter, or several have it, no other is
 * used instead.
 */
export function decideConnection({
  document,
  ownRecords,
  connections,
  chosen,
  defaults,
}: ConnectionInput): DecidedConnection {
  if (chosen?.endpoint !== undefined) {
    return { connection: connectionAt(connections, chosen.endpoint), origin: 'chosen' };
  }
  const named = document.frontMatter.connection;
  const [only, ...namesakes] = connections.filter(({ name }) => name === named);
  if (named !== undefined && namesakes.length === 0) {
    return only === undefined ? { connection: only, named } : { connection: only, origin: 'frontMatter' };
  }
  for (const { place } of confirmedFirst(ownRecords)) {
    const connection = connectionAt(connections, place.endpoint);
    if (connection !== undefined && (named === undefined || connection.name === named)) {
      return { connection, origin: 'record' };
    }
  }
  if (named !== undefined) {
    return { connection: undefined };
  }
  const { endpoint = '' } = withParentFile(defaults);
  const connection = connections.length === 1 ? connections[0] : connectionAt(connections, endpoint);
  return connection === undefined ? { connection } : { connection, origin: 'setting' };
}

/** Returns the defaults without a place that was chosen for another connection. */
export function defaultsAt(
  connection: Connection | undefined,
  defaults: DestinationDefaults,
): DestinationDefaults {
  const { endpoint, overwrite } = defaults;
  const isElsewhere = endpoint !== undefined && endpoint !== connection?.endpoint;
  return isElsewhere ? (overwrite === undefined ? {} : { overwrite }) : defaults;
}

export function connectionAt(connections: readonly Connection[], endpoint: string): Connection | undefined {
  return connections.find((connection) => connection.endpoint === endpoint);
}

/** Sorts records of pages that may not exist after those of pages that do. */
export function confirmedFirst(records: readonly PageRecord[]): readonly PageRecord[] {
  const confirmed = records.filter(({ published }) => published !== undefined);
  return [...confirmed, ...records.filter(({ published }) => published === undefined)];
}

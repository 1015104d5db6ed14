import type { Connection } from '../connection/connection';
import type { FrontMatter } from '../page/wikiFrontMatter';
import type { PageRecord } from '../records/pageRecord';
import { isNumericId } from '../wiki/target';
import type { Answers } from './answers';
import { withPlaceOfParentFile, type DestinationDefaults, type Origin } from './precedence';

interface ConnectionInput {
  readonly document: { readonly frontMatter: FrontMatter };
  readonly ownRecords: readonly PageRecord[];
  readonly connections: readonly Connection[];
  readonly answers?: Answers | undefined;
  readonly defaults: DestinationDefaults;
}

export interface DecidedConnection {
  readonly connection: Connection | undefined;
  readonly origin?: Origin;
  /** The connection that front matter names, if the settings have none of this name. */
  readonly named?: string | undefined;
}

/** If front matter names a connection that the settings lack, none is used, unless the person chose one. */
export function decideConnection({
  document,
  ownRecords,
  connections,
  answers,
  defaults,
}: ConnectionInput): DecidedConnection {
  const { endpoint: typed } = answers?.place ?? {};
  if (typed !== undefined) {
    return { connection: connectionAt(connections, typed), origin: 'answer' };
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
  const { endpoint = endpointOfFolder(defaults) ?? '' } = withPlaceOfParentFile(defaults);
  const connection = connections.length === 1 ? connections[0] : connectionAt(connections, endpoint);
  return connection === undefined ? { connection } : { connection, origin: 'setting' };
}

/** If the settings have the ID of another space than the folder’s, that space may be in another wiki. */
function endpointOfFolder({ space = '', folder }: DestinationDefaults): string | undefined {
  return isNumericId(space) && space !== folder?.space ? undefined : folder?.endpoint;
}

/** Drops a place that counts at another connection alone; `overwrite` stays. */
export function defaultsAt(
  connection: Connection | undefined,
  defaults: DestinationDefaults,
): DestinationDefaults {
  const { folder, ...others } = defaults;
  const { endpoint, overwrite } = others;
  if (endpoint !== undefined && endpoint !== connection?.endpoint) {
    return overwrite === undefined ? {} : { overwrite };
  }
  return folder?.endpoint === connection?.endpoint ? defaults : others;
}

export function connectionAt(connections: readonly Connection[], endpoint: string): Connection | undefined {
  return connections.find((connection) => connection.endpoint === endpoint);
}

export function confirmedFirst(records: readonly PageRecord[]): readonly PageRecord[] {
  const confirmed = records.filter(({ published }) => published !== undefined);
  return [...confirmed, ...records.filter(({ published }) => published === undefined)];
}

import type { Connection } from '../connection/connection';
import { connectionAt, decideConnection, defaultsAt } from './decideConnection';
import { isSameFile, type FileIdentity } from '../records/fileIdentity';
import type { PageRecord } from '../records/pageRecord';
import { withPlaceOfParentFile, valuesOf, type DestinationDefaults, type TargetValues } from './precedence';
import { spaceIdResolver, withSpaceId, type SpaceLookup } from './spaceKey';

export interface OwnRecordsInput {
  readonly document: Parameters<typeof valuesOf>[0];
  readonly file: FileIdentity;
  readonly defaults: DestinationDefaults;
  readonly connections: readonly Connection[];
  readonly spaceOf?: SpaceLookup | undefined;
}

/** A page that another clone or worktree published counts only if front matter and settings name no other place. */
export function ownRecordsOf(input: OwnRecordsInput, known: readonly PageRecord[]): readonly PageRecord[] {
  return known.filter((record) => isSameFile(record.file, input.file) || isWhereNamed(input, record));
}

/** True also if front matter and settings name no place at all. */
function isWhereNamed(input: OwnRecordsInput, { place }: PageRecord): boolean {
  const { connection, named } = decideConnection({ ...input, ownRecords: [] });
  const isElsewhere = connection !== undefined && connection.endpoint !== place.endpoint;
  const { space, parent } = valuesNamed(input, place.endpoint);
  return (
    named === undefined &&
    !isElsewhere &&
    (space === undefined || space.value === place.space) &&
    (parent === undefined || parent.value === place.parent)
  );
}

function valuesNamed(
  { document, defaults, connections, spaceOf }: OwnRecordsInput,
  endpoint: string,
): TargetValues {
  const connection = connectionAt(connections, endpoint);
  const idOf = spaceIdResolver(connection, spaceOf);
  const there = withSpaceId(defaultsAt(connection, withPlaceOfParentFile(defaults)), idOf);
  return valuesOf(document, undefined, there, {}, idOf);
}

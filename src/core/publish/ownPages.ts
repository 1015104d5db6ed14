import type { Connection } from '../connection/connection';
import { connectionAt, decideConnection, defaultsAt } from './decideConnection';
import { samePath, type FileIdentity } from '../records/fileIdentity';
import type { PageRecord } from '../records/pageRecord';
import { withParentFile, valuesOf, type Defaults, type TargetValues } from './precedence';
import { idsAt, withSpaceId, type SpaceOf } from './spaceKey';

export interface OwnPagesInput {
  readonly document: Parameters<typeof valuesOf>[0];
  readonly file: FileIdentity;
  readonly defaults: Defaults;
  readonly connections: readonly Connection[];
  readonly spaceOf?: SpaceOf | undefined;
}

/**
 * Returns those of the document's pages that it updates from this working folder: a document may have a page at each
 * place. One that another folder published last counts only where nothing names another place.
 */
export function ownPages(input: OwnPagesInput, known: readonly PageRecord[]): readonly PageRecord[] {
  return known.filter((record) => samePath(record.file, input.file) || isWhereNamed(input, record));
}

/** Whether document and settings name the place of the page, or no place. */
function isWhereNamed(input: OwnPagesInput, { place }: PageRecord): boolean {
  const { connection, named } = decideConnection({ ...input, own: [] });
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
  { document, defaults, connections, spaceOf }: OwnPagesInput,
  endpoint: string,
): TargetValues {
  const connection = connectionAt(connections, endpoint);
  const idOf = idsAt(connection, spaceOf);
  const there = withSpaceId(defaultsAt(connection, withParentFile(defaults)), idOf);
  return valuesOf(document, undefined, there, {}, idOf);
}

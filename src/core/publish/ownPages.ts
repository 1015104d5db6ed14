import type { Connection } from '../connection/connection';
import { connectionAt, decideConnection, defaultsAt } from './decideConnection';
import { isKin } from './kinship';
import { sameFile, type FileIdentity, type PageRecord } from './pageRecord';
import { underAbove, valuesOf, type Defaults, type TargetValues } from './precedence';
import { idsAt, withSpaceId, type SpaceOf } from './spaceKey';

export interface OwnPagesInput {
  readonly document: Parameters<typeof valuesOf>[0];
  readonly file: FileIdentity;
  readonly defaults: Defaults;
  readonly connections: readonly Connection[];
  readonly spaceOf?: SpaceOf | undefined;
}

/**
 * Returns those of the file's known pages that are its own. A page that the file is known to by its text alone counts
 * only if a file of the same folder or repository made it and nothing names another place.
 */
export function ownPages(input: OwnPagesInput, known: readonly PageRecord[]): readonly PageRecord[] {
  const { file } = input;
  return known.filter(
    (record) =>
      record.files.some((maker) => sameFile(maker, file)) ||
      (record.files.some((maker) => isKin(maker, file)) && isWhereNamed(input, record)),
  );
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
  const there = withSpaceId(defaultsAt(connection, underAbove(defaults)), idOf);
  return valuesOf(document, undefined, there, {}, idOf);
}

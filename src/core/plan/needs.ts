import {
  areProblemsAccepted,
  excludedRow,
  isExcluded,
  problemState,
  rowsOf,
  type PlanFile,
  type PlanRow,
  type RowAnswers,
} from './row';

/** Blocks a row that links to a file without a page, unless the plan sends that file too, or the person publishes anyway. */
export function rowsWithNeeds(
  files: readonly PlanFile[],
  makeRows: (files: readonly PlanFile[]) => readonly PlanRow[],
): readonly PlanRow[] {
  if (files.every(({ unpublishedLinks }) => unpublishedLinks === undefined)) {
    return makeRows(files);
  }
  let going: ReadonlySet<string> = new Set(files.map(({ uri }) => uri));
  for (;;) {
    const now = going;
    const rows = makeRows(files.map((file) => withUnmetNeed(file, now)));
    going = withoutUnmetNeeds(rows.filter((row) => !isExcluded(row) && now.has(row.file.uri)));
    if (going.size === now.size) {
      return rows;
    }
  }
}

/** Returns the row of a file published alone: any of its `unpublishedLinks` blocks it, unless the person publishes anyway. */
export function rowOf(file: PlanFile, answers: RowAnswers = {}): PlanRow {
  const [row] = rowsWithNeeds([file], (files) => rowsOf(files, new Map([[file.uri, answers]])));
  return row ?? { file, answers, status: { kind: 'blocked', reason: '' } };
}

/**
 * As `rowsWithNeeds`, but a linked file counts only if the person has checked it. An unchanged file has to be accepted
 * with its problems only if it is checked, since only then it is sent.
 */
export function withUnacceptedBlocked(
  rows: readonly PlanRow[],
  checked: ReadonlySet<string>,
): readonly PlanRow[] {
  if (rows.every(({ file }) => file.unpublishedLinks === undefined && file.problem === undefined)) {
    return rows;
  }
  const going = withoutUnmetNeeds(rows.filter((row) => !isExcluded(row) && checked.has(row.file.uri)));
  return rows.map((row) => {
    const file = withUnmetNeed(row.file, going);
    const isOpen = file.problem !== undefined && !areProblemsAccepted(file, row.answers);
    const isSent = row.decision?.effect.kind !== 'unchanged' || checked.has(file.uri);
    return isOpen && isSent && !isExcluded(row)
      ? excludedRow({ ...row, file }, problemState(file, file.problem))
      : row;
  });
}

function withUnmetNeed(file: PlanFile, going: ReadonlySet<string>): PlanFile {
  const need = file.unpublishedLinks?.find(({ uri }) => !going.has(uri));
  return need === undefined || file.problem !== undefined ? file : { ...file, problem: need.message };
}

/** Drops rows that need a file without a row, then those that need a dropped one; returns the URIs of the others. */
function withoutUnmetNeeds(rows: readonly PlanRow[]): ReadonlySet<string> {
  const going = new Set(rows.map(({ file }) => file.uri));
  const needs = rows
    .filter(({ file, answers }) => !areProblemsAccepted(file, answers))
    .flatMap(({ file }) => (file.unpublishedLinks ?? []).map(({ uri }) => ({ uri, by: file.uri })));
  const needing = Map.groupBy(needs, ({ uri }) => uri);
  const missing = [...needing.keys()].filter((uri) => !going.has(uri));
  for (let uri = missing.pop(); uri !== undefined; uri = missing.pop()) {
    missing.push(...(needing.get(uri) ?? []).map(({ by }) => by).filter((by) => going.delete(by)));
  }
  return going;
}

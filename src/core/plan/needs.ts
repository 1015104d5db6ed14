import { isHeldBack, rowsOf, type PlanFile, type PlanRow, type RowAnswer } from './row';

/** Makes rows, of which those are blocked that need the page of a blocked file, or of one that is in no row. */
export function rowsWithNeeds(
  files: readonly PlanFile[],
  makeRows: (files: readonly PlanFile[]) => readonly PlanRow[],
): readonly PlanRow[] {
  if (files.every(({ needs }) => needs === undefined)) {
    return makeRows(files);
  }
  let going: ReadonlySet<string> = new Set(files.map(({ uri }) => uri));
  for (;;) {
    const now = going;
    const rows = makeRows(files.map((file) => withUnmetNeed(file, now)));
    going = withoutUnmetNeeds(rows.filter((row) => !isHeldBack(row) && now.has(row.file.uri)));
    if (going.size === now.size) {
      return rows;
    }
  }
}

/** Returns the row of a file that is published by itself. */
export function rowOf(file: PlanFile, answer: RowAnswer = {}): PlanRow {
  const [row] = rowsWithNeeds([file], (files) => rowsOf(files, new Map([[file.uri, answer]])));
  return row ?? { file, answer, status: { kind: 'blocked' } };
}

/** Blocks the rows that need the page of a file without a check mark. */
export function rowsWithChecked(rows: readonly PlanRow[], checked: ReadonlySet<string>): readonly PlanRow[] {
  if (rows.every(({ file }) => file.needs === undefined)) {
    return rows;
  }
  const going = withoutUnmetNeeds(rows.filter((row) => !isHeldBack(row) && checked.has(row.file.uri)));
  return rows.map((row) => {
    const file = withUnmetNeed(row.file, going);
    const isBlocked = !isHeldBack(row) && row.answer.publishAnyway !== true && file !== row.file;
    return isBlocked ? { ...row, file, status: { kind: 'blocked', reason: file.problem } } : row;
  });
}

function withUnmetNeed(file: PlanFile, going: ReadonlySet<string>): PlanFile {
  const need = file.needs?.find(({ uri }) => !going.has(uri));
  return need === undefined || file.problem !== undefined ? file : { ...file, problem: need.message };
}

/** Returns the files that can be published together: one that is left out leaves out those that need its page, and so on. */
function withoutUnmetNeeds(rows: readonly PlanRow[]): ReadonlySet<string> {
  const going = new Set(rows.map(({ file }) => file.uri));
  const needs = rows
    .filter(({ answer }) => answer.publishAnyway !== true)
    .flatMap(({ file }) => (file.needs ?? []).map(({ uri }) => ({ uri, by: file.uri })));
  const needing = Map.groupBy(needs, ({ uri }) => uri);
  const missing = [...needing.keys()].filter((uri) => !going.has(uri));
  for (let uri = missing.pop(); uri !== undefined; uri = missing.pop()) {
    missing.push(...(needing.get(uri) ?? []).map(({ by }) => by).filter((by) => going.delete(by)));
  }
  return going;
}

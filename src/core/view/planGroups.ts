import { runFileOf } from '../run/plan';
import { isHeldBack, type Row, type Section } from '../run/row';
import type { FileState } from '../run/fileState';
import type { Settled } from '../run/settled';
import type { Group } from './planTree';

/** The group of each section of a plan. */
const groupOfSection: Readonly<Record<Section, Group>> = {
  new: 'new',
  changed: 'changed',
  retitled: 'undecided',
  moved: 'undecided',
  foreign: 'undecided',
  claimed: 'undecided',
  changedInWiki: 'undecided',
  unplaced: 'unplaced',
  unchanged: 'unchanged',
  draft: 'leftOut',
  blocked: 'blocked',
};

export function groupOfRow({ section }: Row): Group {
  return groupOfSection[section];
}

/** Returns the group of a file after its run. */
export function groupOfOutcome(state: FileState): Group {
  const kind = typeof state === 'string' ? 'not sent' : state.kind;
  return kind === 'not sent' ? 'notSent' : kind;
}

/** Returns the files that can be checked, since they have no open question. */
export function sendableOf(rows: readonly Row[]): ReadonlySet<string> {
  const sendable = rows.filter(
    (row) => !isHeldBack(row) && row.section !== 'unplaced' && runFileOf(row) !== undefined,
  );
  return new Set(sendable.map(({ file }) => file.uri));
}

/** Returns the path of the file above if it has no page yet and is not among the files to be published. */
export function missingParent(
  { decision }: Row,
  checked: ReadonlySet<string>,
  rows: ReadonlyMap<string, Row>,
): string | undefined {
  const { above, questions = [] } = decision ?? {};
  const parent = rows.get(above?.uri ?? '');
  return above !== undefined &&
    parent?.decision?.change.kind === 'new' &&
    !checked.has(above.uri) &&
    questions.some(({ kind }) => kind === 'above')
    ? above.path
    : undefined;
}

/** How many files a plan will publish, and how many can't be published yet. */
export interface PlanCounts {
  readonly going: number;
  readonly undecided: number;
  readonly unplaced: number;
  readonly blocked: number;
}

/** `sendable`: the files that can be checked. */
export function countsOf(
  { plan, checked }: Settled,
  sendable: ReadonlySet<string> = sendableOf(plan.rows),
): PlanCounts {
  const counts = { going: 0, undecided: 0, unplaced: 0, blocked: 0 };
  for (const row of plan.rows) {
    const group = groupOfRow(row);
    if (sendable.has(row.file.uri)) {
      counts.going += checked.has(row.file.uri) ? 1 : 0;
    } else if (group === 'undecided' || group === 'unplaced' || group === 'blocked') {
      counts[group]++;
    }
  }
  return counts;
}

import { runFileOf } from '../plan/plan';
import { statuses, statusOfState } from '../plan/pageStatus';
import { isBlockedOrDraft, type PlanRow } from '../plan/row';
import type { Run } from '../plan/run';
import type { AnsweredPlan } from '../plan/answeredPlan';
import type { PlanEntry } from './planTree';

/** Returns the files that can be checked, since they have no open question. */
export function sendableOf(rows: readonly PlanRow[]): ReadonlySet<string> {
  const sendable = rows.filter(
    (row) => !isBlockedOrDraft(row) && row.status.kind !== 'unplaced' && runFileOf(row) !== undefined,
  );
  return new Set(sendable.map(({ file }) => file.uri));
}

/** Returns the path of the file above if it has no page yet and is not among the files to be published. */
export function missingParent(
  { decision }: PlanRow,
  checked: ReadonlySet<string>,
  rows: ReadonlyMap<string, PlanRow>,
): string | undefined {
  const { parentFile, questions = [] } = decision ?? {};
  const parent = rows.get(parentFile?.uri ?? '');
  return parentFile !== undefined &&
    parent?.decision?.effect.kind === 'new' &&
    !checked.has(parentFile.uri) &&
    questions.some(({ kind }) => kind === 'parentPage')
    ? parentFile.path
    : undefined;
}

/** How many files a plan will publish, and how many can't be published yet. */
export interface PlanCounts {
  readonly toPublish: number;
  /** They need a decision, or a destination. */
  readonly decision: number;
  readonly destination: number;
  readonly blocked: number;
}

/** `sendable`: the files that can be checked. */
export function countsOf(
  { plan, checked }: AnsweredPlan,
  sendable: ReadonlySet<string> = sendableOf(plan.rows),
): PlanCounts {
  const counts = { toPublish: 0, decision: 0, destination: 0, blocked: 0 };
  for (const row of plan.rows) {
    const { kind } = row.status;
    const counted = statuses[kind].asks ?? (kind === 'blocked' ? kind : undefined);
    if (sendable.has(row.file.uri)) {
      counts.toPublish += checked.has(row.file.uri) ? 1 : 0;
    } else if (counted !== undefined) {
      counts[counted]++;
    }
  }
  return counts;
}

/** Returns the links of files, where they lead to a file without a check mark and this is a problem. */
export function unmetNeedsOf({ plan, checked }: AnsweredPlan): ReadonlyMap<string, string> {
  const rows = plan.rowsWith(checked).filter((row, index) => row !== plan.rows[index]);
  return new Map(rows.map(({ file, status: { reason = '' } }) => [file.uri, reason]));
}

/** Returns all files of a run that has ended, with what came of them. */
export function outcomeEntries(run: Run): readonly PlanEntry[] {
  return [
    ...run.files.map(({ file: { uri }, path, parentUri }, index): PlanEntry => {
      const { kind } = statusOfState(run.state(index));
      // What was not begun when the run ended is not sent.
      return { uri, path, status: kind === 'waiting' || kind === 'sending' ? 'not sent' : kind, parentUri };
    }),
    ...run.blocked.map(({ uri, path }): PlanEntry => ({ uri, path, status: 'blocked' })),
  ];
}

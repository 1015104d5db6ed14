import { runFileOf, type Plan } from '../plan/plan';
import { statuses, statusOfState, type StatusKind } from '../plan/pageStatus';
import { isBlockedOrDraft, pageTitleOf, statusInPlan, type PlanRow } from '../plan/row';
import type { Run } from '../plan/run';
import { answerKindOf, type AnsweredPlan } from '../plan/answeredPlan';
import { hasSecrets } from '../wiki/pageWarnings';
import type { PlanEntry } from './planTree';

/** Returns the URIs of the files that can be sent without a further answer, and so have a check box. */
export function sendableOf(rows: readonly PlanRow[]): ReadonlySet<string> {
  const sendable = rows.filter(
    (row) => !isBlockedOrDraft(row) && row.status.kind !== 'unplaced' && runFileOf(row) !== undefined,
  );
  return new Set(sendable.map(({ file }) => file.uri));
}

/** The status that decides a row’s group: a file with a check box is ready, once its questions are answered. */
export function groupStatusOf(row: PlanRow, sendable: ReadonlySet<string>): StatusKind {
  const { kind } = statusInPlan(row);
  return sendable.has(row.file.uri) && statuses[kind].asks !== undefined ? 'ready' : kind;
}

/** Returns the rows with a question; without those that are answered or left out, unless `isAgain`. */
export function rowsToAsk(
  { rows }: Pick<Plan, 'rows'>,
  uris: ReadonlySet<string>,
  isAgain: boolean,
  sendable: ReadonlySet<string> = sendableOf(rows),
): readonly PlanRow[] {
  return rows.filter(
    (row) =>
      uris.has(row.file.uri) &&
      answerKindOf(row) !== undefined &&
      (isAgain || statuses[groupStatusOf(row, sendable)].asks !== undefined),
  );
}

/** Returns the path of the parent page’s file, if that page neither exists nor is made with the checked files. */
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

export interface PlanCounts {
  readonly toPublish: number;
  /** Files with a question that the person has to answer. */
  readonly decision: number;
  /** Files without a connection, a space or a parent page. */
  readonly destination: number;
  /** Files whose parent page can’t be looked up without a platform token. */
  readonly platformToken: number;
  /** The titles of files with a check mark that may contain a password or a key. */
  readonly withSecrets: readonly string[];
}

export function planCountsOf(
  { plan, checked }: AnsweredPlan,
  sendable: ReadonlySet<string> = sendableOf(plan.rows),
): PlanCounts {
  const counts = {
    toPublish: 0,
    decision: 0,
    destination: 0,
    platformToken: 0,
    withSecrets: titlesWithSecrets(plan.rows.filter(({ file }) => checked.has(file.uri))),
  };
  for (const row of plan.rows) {
    const { uri } = row.file;
    const counted = statuses[groupStatusOf(row, sendable)].asks;
    if (sendable.has(uri)) {
      counts.toPublish += checked.has(uri) ? 1 : 0;
    } else if (counted !== undefined) {
      counts[counted]++;
    }
  }
  return counts;
}

export function titlesWithSecrets(rows: readonly PlanRow[]): readonly string[] {
  return rows.filter(({ file }) => hasSecrets(file.warnings)).map(pageTitleOf);
}

/** A page that may contain a password would be overlooked among hundreds. */
export function withSecretsFirst(rows: readonly PlanRow[]): readonly PlanRow[] {
  const order = ({ file }: PlanRow): number => (hasSecrets(file.warnings) ? 0 : 1);
  return rows.toSorted((one, other) => order(one) - order(other));
}

/** Returns, by a file’s URI, the problem that its check mark, or another file’s missing one, raises. */
export function unmetNeedsOf({ plan, checked }: AnsweredPlan): ReadonlyMap<string, string> {
  const rows = plan.rowsIfChecked(checked).filter((row, index) => row !== plan.rows[index]);
  return new Map(rows.map(({ file, status: { reason = '' } }) => [file.uri, reason]));
}

export function outcomeEntries(run: Run): readonly PlanEntry[] {
  return [
    ...run.files.map(({ file: { uri }, path, parentUri }, index): PlanEntry => {
      const { kind } = statusOfState(run.state(index));
      // The run has ended, so what still waits is not sent.
      return { uri, path, status: kind === 'waiting' || kind === 'sending' ? 'not sent' : kind, parentUri };
    }),
    ...run.unresolved.map(({ uri, path, status }): PlanEntry => ({ uri, path, status: status.kind })),
  ];
}

import { lacksParentId } from '../publish/decide';
import { askedFor } from '../publish/states';
import { isSendable, pageTitleOf, shownState, type PlanRow } from '../plan/row';
import type { AnsweredPlan } from '../plan/answeredPlan';
import { hasSecrets } from '../wiki/pageWarnings';

/** Returns the path of the parent page’s file, if that page neither exists nor is made with the checked files. */
export function missingParent(
  { decision }: PlanRow,
  checked: ReadonlySet<string>,
  rows: ReadonlyMap<string, PlanRow>,
): string | undefined {
  const { parentFile } = decision ?? {};
  const parent = rows.get(parentFile?.uri ?? '');
  return parentFile !== undefined &&
    parent?.decision?.effect.kind === 'new' &&
    !checked.has(parentFile.uri) &&
    lacksParentId(decision)
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

export function planCountsOf({ plan, checked }: AnsweredPlan): PlanCounts {
  const counts = {
    toPublish: 0,
    decision: 0,
    destination: 0,
    platformToken: 0,
    withSecrets: titlesWithSecrets(plan.rows.filter(({ file }) => checked.has(file.uri))),
  };
  for (const row of plan.rows) {
    const counted = askedFor(shownState(row));
    if (isSendable(row)) {
      counts.toPublish += checked.has(row.file.uri) ? 1 : 0;
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

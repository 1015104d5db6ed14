import type { Choice } from '../publish/decide';
import type { PublishAnswers } from '../publish/precedence';
import { statuses } from './pageStatus';
import type { Plan, PlanQuestion } from './plan';
import { isHeldBack, isTickable, type PlanRow } from './row';

export interface AnsweredPlan {
  readonly plan: Plan;
  readonly checked: ReadonlySet<string>;
}

/** What a person answers about some rows; `anyway`: publish with their problems, or over the changes in the wiki. */
export type PlanAnswer =
  { readonly chosen: PublishAnswers } | { readonly anyway: boolean } | { readonly does: Choice['does'] };

/** Returns what has to be asked before the checked files are sent. */
export function questionOf({ plan, checked }: AnsweredPlan): PlanQuestion | undefined {
  return plan.question(checked);
}

/** Whether all checked files can be sent. */
export function isReady({ plan, checked }: AnsweredPlan): boolean {
  return checked.size > 0 && plan.runFiles(checked).length === checked.size;
}

export function withAnswer(
  { plan, checked }: AnsweredPlan,
  { kind, rows }: PlanQuestion,
  answer: PlanAnswer,
): AnsweredPlan {
  const uris = rows.map(({ file }) => file.uri);
  if ('does' in answer) {
    return { plan: plan.choose(rows, answer.does), checked };
  }
  if ('chosen' in answer) {
    const next = plan.with(uris, answer);
    return { plan: next, checked: kind === 'exists' ? checked : withoutNews(next, checked) };
  }
  if (!answer.anyway) {
    return { plan, checked: new Set([...checked].filter((uri) => !uris.includes(uri))) };
  }
  return {
    plan: kind === 'problems' ? plan.with(uris, { publishAnyway: true }) : plan.accept(rows),
    checked,
  };
}

/** Unchecks files that have a question of their own once they have a place. */
function withoutNews(plan: Plan, checked: ReadonlySet<string>): ReadonlySet<string> {
  const ready = new Set(plan.runFiles(checked).map(({ file }) => file.uri));
  const known = plan.rows.filter(
    ({ status: { kind } }) => statuses[kind].needsNoAnswer === true || kind === 'unplaced',
  );
  const stays = new Set([...ready, ...known.map(({ file }) => file.uri)]);
  return new Set([...checked].filter((uri) => stays.has(uri)));
}

/** What a person can say of a file, whether they said it before or not; `title`: another title. Undefined where there is nothing to say. */
export function openIn(row: PlanRow): PlanQuestion['kind'] | 'title' | undefined {
  const { status, sharesPage, question, decision } = row;
  if (sharesPage === true) {
    return 'title';
  }
  if (isHeldBack(row)) {
    return isTickable(row) ? 'problems' : undefined;
  }
  if (status.kind === 'unplaced') {
    return decision?.connection === undefined ? 'connection' : 'target';
  }
  return status.kind === 'changedInWiki' ? status.kind : question?.kind;
}

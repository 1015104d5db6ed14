import { states, type PlanAnswer } from '../publish/states';
import type { Plan, PlanQuestion } from './plan';

export interface AnsweredPlan {
  readonly plan: Plan;
  readonly checked: ReadonlySet<string>;
}

export function questionOf({ plan, checked }: AnsweredPlan): PlanQuestion | undefined {
  return plan.question(checked);
}

export function isReady({ plan, checked }: AnsweredPlan): boolean {
  return checked.size > 0 && plan.runFiles(checked).length === checked.size;
}

export function withAnswer(
  { plan, checked }: AnsweredPlan,
  { kind, rows }: PlanQuestion,
  answer: PlanAnswer,
): AnsweredPlan {
  const uris = rows.map(({ file }) => file.uri);
  if ('place' in answer) {
    const next = plan.withAnswers(uris, answer);
    return { plan: next, checked: withoutNewQuestions(next, checked) };
  }
  return answer.does === 'leaveOut'
    ? { plan: plan.leaveOut(uris), checked: new Set([...checked].filter((uri) => !uris.includes(uri))) }
    : { plan: plan.choose(rows, answer.does, kind), checked };
}

/** A file that has just got a place may have a new question, such as about an existing page; then it is unchecked. */
function withoutNewQuestions(plan: Plan, checked: ReadonlySet<string>): ReadonlySet<string> {
  const ready = new Set(plan.runFiles(checked).map(({ file }) => file.uri));
  const known = plan.rows.filter(
    ({ status: { kind } }) => states[kind].needs === 'publishing' || kind === 'unplaced',
  );
  const stays = new Set([...ready, ...known.map(({ file }) => file.uri)]);
  return new Set([...checked].filter((uri) => stays.has(uri)));
}

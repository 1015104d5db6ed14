import type { Plan, PlanQuestion } from '../../core/run/plan';
import { answered, isReady, questionOf, type PlanAnswer, type Settled } from '../../core/run/settled';
import { askChoice, back, type Position } from '../prompt/steps';
import type { AskPlanDependencies } from './answerRow';
import { askRows } from './planRows';
import { offersOf } from '../../services/flow/planOffers';
import { questionLabel } from '../../services/flow/planTexts';

/** Shows the plan, takes what the person picks of it, and asks what has to be known before it is sent. */
export async function askPlan(
  asking: AskPlanDependencies,
  title: string,
  plan: Plan,
): Promise<Settled | undefined> {
  let picked: Settled = { plan, checked: plan.ticked };
  for (;;) {
    const rows = await askRows(asking, title, picked);
    if (rows === undefined) {
      return undefined;
    }
    picked = rows;
    const next = await askQuestions(asking, title, picked, true);
    if (next === undefined) {
      return undefined;
    }
    if (next !== back) {
      if (isReady(next)) {
        return next;
      }
      picked = next;
    }
  }
}

/** Asks once for all files that need the same answer, with Back between the questions. */
export async function askQuestions(
  asking: AskPlanDependencies,
  title: string,
  picked: Settled,
  canGoBack: boolean,
): Promise<Settled | typeof back | undefined> {
  const before: Settled[] = [];
  let now = picked;
  for (let question = questionOf(now); question !== undefined; question = questionOf(now)) {
    const position = { title, step: 1, totalSteps: 1, canGoBack: canGoBack || before.length > 0 };
    const answer = await ask(asking, position, question);
    if (answer === undefined) {
      return undefined;
    }
    if (answer === back) {
      const last = before.pop();
      if (last === undefined) {
        return back;
      }
      now = last;
      continue;
    }
    before.push(now);
    now = answered(now, question, answer);
    // Their place may show what nobody has seen yet
    if ((question.kind === 'target' || question.kind === 'connection') && !isReady(now)) {
      return now;
    }
  }
  return now;
}

/** Undefined when the person left. */
async function ask(
  asking: AskPlanDependencies,
  position: Position,
  question: PlanQuestion,
): Promise<PlanAnswer | typeof back | undefined> {
  const items = offersOf(question);
  if (items !== undefined) {
    return askChoice(position, { placeholder: questionLabel(question), items });
  }
  const chosen =
    question.kind === 'connection'
      ? await asking.askConnection()
      : await asking.askPlace(position.title, question.rows);
  return chosen === undefined || chosen === back ? chosen : { chosen };
}

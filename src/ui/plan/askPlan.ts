import { isReady, questionOf, withAnswer, type AnsweredPlan } from '../../core/plan/answeredPlan';
import { back } from '../prompt/steps';
import { askQuestion, type AskPlanDependencies } from './resolveRows';

/** Asks the open questions of a plan, once for all files that need the same answer, with Back between the questions. */
export async function askPlan(
  asking: AskPlanDependencies,
  title: string,
  settled: AnsweredPlan,
): Promise<AnsweredPlan | undefined> {
  const before: AnsweredPlan[] = [];
  let now = settled;
  for (let question = questionOf(now); question !== undefined; question = questionOf(now)) {
    const position = { title, step: 1, totalSteps: 1, canGoBack: before.length > 0 };
    const answer = await askQuestion(asking, position, question);
    if (answer === back) {
      now = before.pop() ?? now;
      continue;
    }
    if (answer === undefined) {
      return undefined;
    }
    before.push(now);
    now = withAnswer(now, question, answer);
    // With a destination, the files may turn out to have pages that were not shown yet.
    if (question.kind === 'target' && !isReady(now)) {
      return now;
    }
  }
  return now;
}

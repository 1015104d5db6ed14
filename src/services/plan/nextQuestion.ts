import { questionOf, withAnswer, type AnsweredPlan } from '../../core/plan/answeredPlan';
import type { PlanQuestion } from '../../core/plan/plan';
import type { PlanRow } from '../../core/plan/row';
import type { ExistingPages } from '../wiki/existingPages';

/** Each title is a request, and the person waits for all of them. */
const mostTitles = 100;

export interface NextQuestion {
  readonly answered: AnsweredPlan;
  readonly question: PlanQuestion | undefined;
}

/** With a platform token, a page whose title the wiki does not have is created: the person is asked about the rest. */
export async function nextQuestion(
  answered: AnsweredPlan,
  existing: Pick<ExistingPages, 'findExisting'>,
): Promise<NextQuestion> {
  const question = questionOf(answered);
  if (question?.kind !== 'exists' || question.rows.length > mostTitles) {
    return { answered, question };
  }
  const asked = new Set(question.rows.map(({ file }) => file.uri));
  const files = answered.plan.runFiles(answered.checked).filter(({ file }) => asked.has(file.uri));
  const found = await existing.findExisting(files);
  const isFound = (isThere: boolean) => (row: PlanRow) => found.get(row.file.uri) === isThere;
  const missing = question.rows.filter(isFound(false));
  if (missing.length > 0) {
    answered = withAnswer(answered, { kind: 'exists', rows: missing }, { chosen: { overwrite: false } });
  }
  const left = questionOf(answered);
  return {
    answered,
    question: left?.kind === 'exists' ? { ...left, isThere: left.rows.every(isFound(true)) } : left,
  };
}

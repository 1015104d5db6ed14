import { questionOf, withAnswer, type AnsweredPlan } from '../../core/plan/answeredPlan';
import type { PlanQuestion } from '../../core/plan/plan';
import { placeOfRow, type PlanRow } from '../../core/plan/row';
import { placeKey } from '../../core/records/pageRecord';
import { stopsNewPage } from '../../core/records/wikiChange';
import { foundAt, type ExistingPages } from '../wiki/existingPages';

/** Each title is a request, and the person waits for all of them. */
const mostTitles = 100;

export interface NextQuestion {
  readonly answered: AnsweredPlan;
  readonly question: PlanQuestion | undefined;
}

/**
 * With a platform token, a page whose title the wiki does not have is created, and the person is asked about each that
 * is there. `about`: the files to ask about.
 */
export async function nextQuestion(
  answered: AnsweredPlan,
  existing: Pick<ExistingPages, 'find'>,
  about: ReadonlySet<string> = answered.checked,
): Promise<NextQuestion> {
  const question = questionOf({ ...answered, checked: about });
  const isTold = question?.kind === 'exists' || question?.kind === 'replaces';
  const places = isTold ? question.rows.flatMap((row) => placeOfRow(row) ?? []) : [];
  if (!isTold || places.length > mostTitles) {
    return { answered, question };
  }
  const found = await existing.find(places);
  if (found.size === 0) {
    return { answered, question };
  }
  const isMissing = (row: PlanRow): boolean => {
    const place = placeOfRow(row);
    const page = place && found.get(placeKey(place));
    return page === 'missing' || (page !== undefined && !stopsNewPage(page, row.decision?.titleScope));
  };
  const plan = answered.plan.withPagesThere(foundAt(found));
  const missing = question.rows.filter(isMissing);
  const told = withAnswer({ ...answered, plan }, { kind: 'exists', rows: missing }, { does: 'stop' });
  return { answered: told, question: questionOf({ ...told, checked: about }) };
}

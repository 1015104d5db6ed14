import type { Question } from '../../core/publish/decide';
import type { PublishAnswers } from '../../core/publish/precedence';
import { recordToReplace } from '../../core/records/recordToReplace';
import { rowOf } from '../../core/plan/needs';
import type { PlanRow } from '../../core/plan/row';
import type { Touched, TouchedPages } from '../wiki/touchedPages';
import type { DecidedPage } from './decidedPage';

export type WikiChangeQuestion = Extract<Question, { readonly kind: 'changedInWiki' }>;

/**
 * If somebody changed the page in the wiki that would be replaced, returns the question about that change. Undefined
 * also if `chosen` accepts the change, or another question is open.
 */
export async function findChangeInWiki(
  pages: TouchedPages,
  { file, answer }: PlanRow,
  chosen?: PublishAnswers,
): Promise<WikiChangeQuestion | undefined> {
  const { input } = file;
  const { decision } = rowOf(file, { ...answer, chosen });
  if (input === undefined || decision === undefined) {
    return undefined;
  }
  const seen = { ...file, input: { ...input, ...(await pages.look(touchedBy({ input, decision }))) } };
  return rowOf(seen, { ...answer, chosen }).decision?.questions.find((each) => each.kind === 'changedInWiki');
}

/** A page of another file is no `place`: its record tells what was changed since. */
export function touchedBy({
  decision: { connection, target },
  input,
}: Pick<DecidedPage, 'decision' | 'input'>): Touched {
  const place = connection && target && { endpoint: connection.endpoint, ...target };
  return {
    record: place?.overwrite === true ? recordToReplace(input, place) : undefined,
    place: place && input.recordAt(place)?.published === undefined ? place : undefined,
  };
}

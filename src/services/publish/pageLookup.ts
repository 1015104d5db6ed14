import type { Answers } from '../../core/publish/answers';
import type { Decision } from '../../core/publish/decision';
import { recordToReplace } from '../../core/records/recordToReplace';
import { rowOf } from '../../core/plan/needs';
import type { PlanFile } from '../../core/plan/row';
import type { Touched, TouchedPages } from '../wiki/touchedPages';
import type { DecidedPage } from './decidedPage';

/** Decides once more, with what was looked up of the page that would be replaced. */
export async function decideInWiki(
  pages: TouchedPages,
  file: PlanFile,
  answers: Answers,
): Promise<Decision | undefined> {
  const { input } = file;
  const { decision } = rowOf(file, answers);
  if (input === undefined || decision === undefined) {
    return undefined;
  }
  const found = await pages.look(touchedBy({ input, decision }));
  return rowOf({ ...file, input: { ...input, ...found } }, answers).decision;
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

import type { DecideInput, Question } from '../../core/publish/decide';
import type { PublishAnswers } from '../../core/publish/precedence';
import { recordToReplace } from '../../core/records/recordToReplace';
import { placeKey, type PageRecord, type Place } from '../../core/records/pageRecord';
import { ExistingPages } from '../wiki/existingPages';
import { isRecentLookup } from '../wiki/pagesInWiki';
import { rowOf } from '../../core/plan/needs';
import type { PlanRow } from '../../core/plan/row';
import type { DecidedPage } from './decidedPage';
import type { Services } from '../services';

export type WikiChangeQuestion = Extract<Question, { readonly accepted: string }>;

type LookupServices = Pick<Services, 'inWiki' | 'lookups' | 'records' | 'now'>;

export interface StartedLookup {
  readonly record: PageRecord | undefined;
  /** The place that may have a page which nobody on this computer published. */
  readonly place: Place | undefined;
  readonly found: Promise<Pick<DecideInput, 'changedInWiki' | 'foundAt'>>;
  readonly at: number;
}

/** The answer is not awaited here, so that the person can be asked meanwhile. */
export function startLookup(
  services: LookupServices,
  page: Pick<DecidedPage, 'decision' | 'input'>,
): StartedLookup {
  const record = recordToBeReplaced(page);
  const place = placeWithoutPage(page);
  const look = async (): Promise<Pick<DecideInput, 'changedInWiki' | 'foundAt'>> => {
    const [changedInWiki, foundAt] = await Promise.all([
      services.inWiki.lookUpChanges(record === undefined ? [] : [record]),
      new ExistingPages(services).findAt(place === undefined ? [] : [place]),
    ]);
    return { changedInWiki, foundAt };
  };
  const found = look();
  found.catch(() => undefined);
  return { record, place, found, at: services.now() };
}

export function isLookupUsable(
  { now }: Pick<Services, 'now'>,
  page: Pick<DecidedPage, 'decision' | 'input'>,
  lookup: StartedLookup | undefined,
): lookup is StartedLookup {
  return (
    lookup !== undefined &&
    recordToBeReplaced(page)?.id === lookup.record?.id &&
    keyOf(placeWithoutPage(page)) === keyOf(lookup.place) &&
    isRecentLookup(lookup.at, now())
  );
}

/**
 * If somebody changed the page in the wiki that would be replaced, returns the question about that change. Undefined
 * also if `chosen` accepts the change, or another question is open.
 */
export async function findChangeInWiki(
  services: LookupServices,
  { file, answer }: PlanRow,
  chosen: PublishAnswers | undefined,
  lookup?: StartedLookup,
): Promise<WikiChangeQuestion | undefined> {
  const { input } = file;
  const { decision } = rowOf(file, { ...answer, chosen });
  if (input === undefined || decision === undefined) {
    return undefined;
  }
  const decided = { input, decision };
  const { found } = isLookupUsable(services, decided, lookup) ? lookup : startLookup(services, decided);
  const seen = { ...file, input: { ...input, ...(await found) } };
  return rowOf(seen, { ...answer, chosen }).decision?.questions.find((each) => 'accepted' in each);
}

function keyOf(place: Place | undefined): string | undefined {
  return place && placeKey(place);
}

/** Undefined also for a page of another file: its record tells what was changed since. */
function placeWithoutPage({
  decision: { connection, target },
  input,
}: Pick<DecidedPage, 'decision' | 'input'>): Place | undefined {
  const place = connection && target && { endpoint: connection.endpoint, ...target };
  return place && input.recordAt(place)?.published === undefined ? place : undefined;
}

function recordToBeReplaced({
  decision,
  input,
}: Pick<DecidedPage, 'decision' | 'input'>): PageRecord | undefined {
  const { connection, target } = decision;
  return connection === undefined || target?.overwrite !== true
    ? undefined
    : recordToReplace(input, { endpoint: connection.endpoint, ...target });
}

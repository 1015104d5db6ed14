import type { Question } from '../../core/publish/decide';
import type { PageRecord } from '../../core/records/pageRecord';
import type { PublishAnswers } from '../../core/publish/precedence';
import { recordToReplace } from '../../core/records/recordToReplace';
import type { FoundChangeOf } from '../../core/records/wikiChange';
import { isRecentLookup } from '../wiki/pagesInWiki';
import { rowOf } from '../../core/plan/needs';
import type { PlanRow } from '../../core/plan/row';
import type { DecidedPage } from './decidedPage';
import type { Services } from '../services';

export type WikiChangeQuestion = Extract<Question, { readonly accepted: string }>;

export interface StartedLookup {
  readonly record: PageRecord | undefined;
  readonly changes: Promise<FoundChangeOf>;
  readonly at: number;
}

/** The answer is not awaited here, so that the person can be asked meanwhile. */
export function startLookup(
  { inWiki, now }: Pick<Services, 'inWiki' | 'now'>,
  page: Pick<DecidedPage, 'decision' | 'input'>,
): StartedLookup {
  const record = recordToBeReplaced(page);
  const changes = inWiki.lookUpChanges(record === undefined ? [] : [record]);
  changes.catch(() => undefined);
  return { record, changes, at: now() };
}

export function isLookupUsable(
  { now }: Pick<Services, 'now'>,
  page: Pick<DecidedPage, 'decision' | 'input'>,
  lookup: StartedLookup | undefined,
): lookup is StartedLookup {
  return (
    lookup !== undefined &&
    recordToBeReplaced(page)?.id === lookup.record?.id &&
    isRecentLookup(lookup.at, now())
  );
}

/**
 * If somebody changed the page in the wiki that would be replaced, returns the question about that change. Undefined
 * also if `chosen` accepts the change, or another question is open.
 */
export async function findChangeInWiki(
  services: Pick<Services, 'inWiki' | 'now'>,
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
  const { changes } = isLookupUsable(services, decided, lookup) ? lookup : startLookup(services, decided);
  const seen = { ...file, input: { ...input, changedInWiki: await changes } };
  return rowOf(seen, { ...answer, chosen }).decision?.questions.find((each) => 'accepted' in each);
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

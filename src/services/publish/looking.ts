import type { Question } from '../../core/publish/decide';
import type { PageRecord } from '../../core/records/pageRecord';
import type { PublishAnswers } from '../../core/publish/precedence';
import { replacedBy } from '../../core/records/replacing';
import { isRecentLookup, type Changes } from '../wiki/pagesInWiki';
import { rowOf } from '../../core/plan/needs';
import type { PlanRow } from '../../core/plan/row';
import type { OnePage } from './onePage';
import type { Services } from '../services';

export type WikiChangeQuestion = Extract<Question, { readonly accepted: string }>;

/** A lookup of the page that would be replaced. */
export interface StartedLookup {
  readonly record: PageRecord | undefined;
  readonly changes: Promise<Changes>;
  readonly at: number;
}

/** Starts looking up the pages; the result is awaited only when it is needed. */
export function lookAt(
  { inWiki, now }: Pick<Services, 'inWiki' | 'now'>,
  page: Pick<OnePage, 'decision' | 'input'>,
): StartedLookup {
  const record = recordAt(page);
  const changes = inWiki.changes(record === undefined ? [] : [record]);
  changes.catch(() => undefined);
  return { record, changes, at: now() };
}

/** Whether a lookup was of the page that would be replaced, a moment ago. */
export function isLookupUsable(
  { now }: Pick<Services, 'now'>,
  page: Pick<OnePage, 'decision' | 'input'>,
  looking: StartedLookup | undefined,
): looking is StartedLookup {
  return (
    looking !== undefined && recordAt(page)?.id === looking.record?.id && isRecentLookup(looking.at, now())
  );
}

/** Returns the change of the page that would be replaced, after a new lookup if the last one is too old. */
export async function findChangeInWiki(
  services: Pick<Services, 'inWiki' | 'now'>,
  { file, answer }: PlanRow,
  chosen: PublishAnswers | undefined,
  looking?: StartedLookup,
): Promise<WikiChangeQuestion | undefined> {
  const { input } = file;
  const { decision } = rowOf(file, { ...answer, chosen });
  if (input === undefined || decision === undefined) {
    return undefined;
  }
  const decided = { input, decision };
  const { changes } = isLookupUsable(services, decided, looking) ? looking : lookAt(services, decided);
  const seen = { ...file, input: { ...input, changedInWiki: await changes } };
  return rowOf(seen, { ...answer, chosen }).decision?.questions.find((each) => 'accepted' in each);
}

/** Returns the record of the page that would be replaced. */
function recordAt({ decision, input }: Pick<OnePage, 'decision' | 'input'>): PageRecord | undefined {
  const { connection, target } = decision;
  return connection === undefined || target?.overwrite !== true
    ? undefined
    : replacedBy(input, { endpoint: connection.endpoint, ...target });
}

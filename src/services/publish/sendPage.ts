import type { ApiToken } from '../../core/connection/apiToken';
import type { Exchange, Send } from '../../core/network/http';
import type { Destination } from '../../core/publish/destination';
import { placeOf } from '../../core/publish/pageChanges';
import { samePlace, type FileIdentity } from '../../core/publish/pageRecord';
import { stoppedAtPage } from '../../core/publish/titleScope';
import type { Outcome } from '../../core/wiki/outcome';
import type { ApiTokens } from '../connection/apiTokens';
import { cancelledBeforeSending } from '../network/failures';
import type { Lookups } from '../wiki/lookups';
import { hashOf } from './hashOf';
import type { PageRecords } from './pageRecords';
import type { TitlesInWiki } from './titlesInWiki';
import { publishPage, type Progress, type PublishPageDependencies } from './publishPage';

export interface SendPageDependencies extends PublishPageDependencies {
  readonly records: Pick<PageRecords, 'last' | 'sending' | 'settled'>;
  readonly tokens: Pick<ApiTokens, 'judge'>;
  readonly lookups: Pick<Lookups, 'whyNotFound'>;
  readonly titles: Pick<TitlesInWiki, 'lookAfterSend'>;
  /** What goes wrong beside the send: it is told, and the send goes on. */
  readonly failed: (error: unknown) => void;
}

/** All that is settled before a page is sent. */
export interface ReadyPage {
  readonly file: FileIdentity;
  readonly destination: Destination;
  readonly content: string;
  readonly token: ApiToken;
  /** An unfinished run says that it sent the page, and not what came of it. */
  readonly mayHaveArrived?: boolean | undefined;
}

export interface SendPageOptions {
  readonly signal: AbortSignal;
  /** What the signal does to a request that has left: it is aborted, or its answer is waited for. */
  readonly cancel: 'abort' | 'drain';
  readonly progress: (progress: Progress | { readonly kind: 'diagnosing' }) => void;
  /** Waits for the turn of each request. When it resolves with false, the request does not leave. */
  readonly turn?: () => Promise<boolean>;
  /** Writes down elsewhere too that the page is about to be sent. When it resolves with false, nothing leaves. */
  readonly begin?: () => Promise<boolean>;
  readonly answered?: (exchange: Exchange) => void;
}

export interface SentPage {
  readonly outcome: Outcome;
  /** Whether a request left, or tried to. */
  readonly isSent: boolean;
  /** Resolves when the outcome is on record. */
  readonly recorded: Promise<void>;
}

/**
 * Sends one page: it is on record as being sent before it leaves, and what came of it is kept before anything else is done
 * with it. Nothing that fails after an answer loses the answer. Never rejects.
 */
export async function sendPage(
  dependencies: SendPageDependencies,
  page: ReadyPage,
  { signal, cancel, progress, turn, begin, answered }: SendPageOptions,
): Promise<SentPage> {
  const { send, records, tokens, lookups, titles, failed } = dependencies;
  const { file, destination, content, token } = page;
  const { endpoint, target } = destination;
  const place = placeOf(destination);
  const own = records.last.ofFile(file).find((record) => samePlace(record.place, place));
  const done = { isBegun: false, isSent: false };
  const sendInTurn: Send = async (request, options) => {
    if (turn !== undefined && !(await turn())) {
      return cancelledBeforeSending;
    }
    if (!done.isBegun) {
      done.isBegun = true;
      const sending = records.sending(file, destination, hashOf(content)).catch(failed);
      const [mayLeave] = await Promise.all([begin?.() ?? true, sending]);
      if (!mayLeave) {
        return cancelledBeforeSending;
      }
    }
    done.isSent = true;
    const exchange = await send(request, cancel === 'drain' ? { deadlineMs: options.deadlineMs } : options);
    answered?.(exchange);
    return exchange;
  };
  const tell = guarded(progress, failed);
  const outcome = await publishPage(
    { ...dependencies, send: sendInTurn, log: guarded(dependencies.log, failed) },
    {
      endpoint,
      token,
      target,
      content,
      mayHaveArrived: page.mayHaveArrived === true || own?.pending !== undefined,
      pageExists: records.last.at(place)?.published !== undefined,
    },
    tell,
    signal,
  );
  const { isBegun, isSent } = done;
  const recorded = isBegun
    ? records.settled(file, destination, content, outcome).catch(failed)
    : Promise.resolve();
  if (!isSent) {
    return { outcome, isSent, recorded };
  }
  guarded(() => tokens.judge(endpoint, token, outcome), failed)();
  if (stoppedAtPage(outcome)) {
    await recorded;
    await titles.lookAfterSend(destination, outcome).catch(failed);
  }
  if (outcome.kind !== 'answered' || outcome.answer.meaning !== 'not found') {
    return { outcome, isSent, recorded };
  }
  tell({ kind: 'diagnosing' });
  const whyNotFound = await lookups.whyNotFound(endpoint, target).catch(failed);
  return { outcome: { ...outcome, whyNotFound: whyNotFound ?? undefined }, isSent, recorded };
}

/** What is told of a send does not end it. */
function guarded<Arguments extends readonly unknown[]>(
  report: (...values: Arguments) => void,
  failed: (error: unknown) => void,
): (...values: Arguments) => void {
  return (...values) => {
    try {
      report(...values);
    } catch (error) {
      failed(error);
    }
  };
}

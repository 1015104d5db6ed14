import type { ApiToken } from '../../core/connection/apiToken';
import type { Exchange, Send } from '../../core/network/http';
import type { Destination } from '../../core/publish/destination';
import { placeOf } from '../../core/publish/recordChanges';
import type { FileIdentity } from '../../core/records/fileIdentity';
import { isSamePlace } from '../../core/records/pageRecord';
import { isTitleTaken } from '../../core/records/titleScope';
import { isPublish, type WikiChange } from '../../core/records/wikiChange';
import type { OutsideSend } from '../../core/plan/runFile';
import { isAccepted, type Outcome } from '../../core/wiki/outcome';
import type { ApiTokens } from '../connection/apiTokens';
import { cancelledBeforeSending } from '../network/failures';
import type { Lookups } from './lookups';
import type { FolderTargets } from '../records/folderTargets';
import { hashOf } from '../records/hashOf';
import type { PageRecords } from '../records/pageRecords';
import type { TitleScopeLookups } from './titleScopeLookups';
import { publishPage, type SendProgress, type PublishPageDependencies } from './publishPage';

export interface SendPageDependencies extends PublishPageDependencies {
  readonly records: Pick<PageRecords, 'expectPublishes' | 'index' | 'recordSend' | 'recordOutcome'>;
  readonly tokens: Pick<ApiTokens, 'recordOutcome'>;
  readonly lookups: Pick<Lookups, 'findNotFoundCause'>;
  readonly titleScopeLookups: Pick<TitleScopeLookups, 'lookAfterSend'>;
  readonly folderTargets: Pick<FolderTargets, 'forget'>;
  /** Asked right before a page is created; true only if a lookup found none. Never rejects. */
  readonly isMissing?: ((destination: Destination) => Promise<boolean>) | undefined;
  readonly failed: (error: unknown) => void;
}

export interface PageToSend {
  readonly file: FileIdentity;
  readonly destination: Destination;
  readonly content: string;
  readonly token: ApiToken;
  /** Asked right before the first request, since another window may have published meanwhile. */
  readonly isStillDecided: () => boolean;
  /** An earlier send had no clear answer, so the page may be in the wiki. */
  readonly mayHaveArrived?: boolean | undefined;
  /** What happened to the page in the wiki, and is published over. */
  readonly agreedChange?: WikiChange | undefined;
}

export interface SendPageOptions {
  readonly signal: AbortSignal;
  /** What an aborted `signal` does to a request under way: `drain` waits for its answer. */
  readonly cancel: 'abort' | 'drain';
  readonly progress: (progress: SendProgress | { readonly kind: 'diagnosing' }) => void;
  /** Is awaited before each request. If the promise resolves with false, the request is not sent. */
  readonly turn?: () => Promise<boolean>;
  /** Is called once the send is recorded; if it returns false, nothing is sent. */
  readonly begin?: () => boolean;
  readonly answered?: (exchange: Exchange) => void;
}

/**
 * `sentAlone`: a publish of one document, outside of a run, has ended. `found`: lookups found the pages of these
 * files.
 */
export type PageEvent =
  | { readonly kind: 'published'; readonly uri: string; readonly content: string }
  | ({ readonly kind: 'sentAlone' } & OutsideSend)
  | { readonly kind: 'found'; readonly uris: readonly string[] };

export interface SendPageResult {
  readonly outcome: Outcome;
  /** A request was begun, even if it never reached the wiki. */
  readonly isSent: boolean;
  /** Nothing was sent, since `PageToSend.isStillDecided` returned false. */
  readonly isStale: boolean;
  /** Never rejects, even if the outcome can’t be recorded. */
  readonly recorded: Promise<void>;
}

/**
 * Records the send before the request, and begins to record the outcome right after it, so that no later failure
 * loses an answer. A send that can’t be recorded is made all the same, unless `begin` prevents it. Never rejects.
 */
export async function sendPage(
  dependencies: SendPageDependencies,
  page: PageToSend,
  { signal, cancel, progress, turn, begin, answered }: SendPageOptions,
): Promise<SendPageResult> {
  const { send, records, tokens, lookups, titleScopeLookups, folderTargets, failed } = dependencies;
  const { file, destination, content, token } = page;
  const { endpoint, target } = destination;
  const place = placeOf(destination);
  const own = records.index.ofFile(file).find((record) => isSamePlace(record.place, place));
  const done = { isBegun: false, isSent: false, isStale: false };
  const sendInTurn: Send = async (request, options) => {
    if (turn !== undefined && !(await turn())) {
      return cancelledBeforeSending;
    }
    if (!done.isBegun) {
      const wasMissing = target.overwrite ? false : await dependencies.isMissing?.(destination);
      const isStillMeant = await records
        .recordSend(file, destination, hashOf(content), { maySend: page.isStillDecided, wasMissing })
        .catch((error: unknown) => {
          failed(error);
          return true;
        });
      done.isBegun = isStillMeant;
      done.isStale = !isStillMeant;
      if (!isStillMeant || begin?.() === false) {
        return cancelledBeforeSending;
      }
    }
    done.isSent = true;
    const exchange = await send(request, cancel === 'drain' ? { timeoutMs: options.timeoutMs } : options);
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
      pageExists: records.index.recordAt(place)?.published !== undefined,
    },
    tell,
    signal,
  );
  const { isBegun, isSent, isStale } = done;
  const settled = isBegun ? records.recordOutcome(file, destination, content, outcome) : undefined;
  const recorded = Promise.resolve(settled).catch(failed);
  if (!isSent) {
    return { outcome, isSent, isStale, recorded };
  }
  guarded(() => tokens.recordOutcome(endpoint, token, outcome), failed)();
  if (isAccepted(outcome) && page.agreedChange !== undefined && isPublish(page.agreedChange)) {
    await records.expectPublishes(endpoint, file);
  }
  if (isTitleTaken(outcome)) {
    await recorded;
    await titleScopeLookups.lookAfterSend(destination, outcome).catch(failed);
  }
  if (outcome.kind !== 'answered' || outcome.answer.meaning !== 'not found') {
    return { outcome, isSent, isStale, recorded };
  }
  await folderTargets.forget(file.uri, { endpoint, ...target });
  tell({ kind: 'diagnosing' });
  const whyNotFound = await lookups.findNotFoundCause(endpoint, target).catch(failed);
  return { outcome: { ...outcome, whyNotFound: whyNotFound ?? undefined }, isSent, isStale, recorded };
}

/** Passes an error of the callback to `failed`, since such an error must not end the send. */
export function guarded<Arguments extends readonly unknown[]>(
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

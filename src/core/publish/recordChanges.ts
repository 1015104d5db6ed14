import type { Destination } from './destination';
import { isSameDocument, type FileIdentity } from '../records/fileIdentity';
import { placeKey, type FailedAttempt, type PageRecord, type PlannedPlace } from '../records/pageRecord';
import { longestSendMs, timeAfterRecord, withoutOldSends } from '../records/storedPage';
import type { StoredSend, SendEnding, StoredPage } from '../records/storedPage';
import type { WikiPage } from '../records/wikiPage';
import { isCurrent, type FoundPage } from '../wiki/lookups';
import { isAccepted, type Outcome } from '../wiki/outcome';
import type { Parent, PlannedTarget } from '../wiki/target';

export interface SendToDestination {
  readonly id: string;
  readonly file: FileIdentity;
  readonly destination: Destination;
  readonly hash: string;
  readonly sender: string;
  readonly sentAt: number;
  /** A lookup right before the send found no page at the destination. */
  readonly wasMissing?: boolean | undefined;
  /** When the wiki answered, by its own clock (the `Date` header). */
  readonly answeredAt?: number | undefined;
  /** The Git commit that the text is of, as far as a job knows it. */
  readonly commit?: string | undefined;
}

export function placeOf<P extends Parent>({
  endpoint,
  target: { space, parent, title },
}: {
  readonly endpoint: string;
  readonly target: PlannedTarget & { readonly parent: P };
}): PlannedPlace & { readonly parent: P } {
  return { endpoint, space, parent, title };
}

/** Leaves out `id` and `sentAt`, so that a send under way is found by its file, destination and content. */
export function sendKey({
  file,
  destination,
  hash,
}: Pick<SendToDestination, 'file' | 'destination' | 'hash'>): string {
  return JSON.stringify([file.uri, placeKey(placeOf(destination)), hash]);
}

export function endingOf(outcome: Outcome): SendEnding {
  if (isAccepted(outcome)) {
    return 'accepted';
  }
  return outcome.kind === 'unanswered' || outcome.mayHaveArrived ? 'unknown' : 'refused';
}

/** A page that another document made stays that document’s until the wiki accepts this send. */
export function withSendBegun(
  page: StoredPage | undefined,
  { id, file, destination, hash, sender, wasMissing, commit }: SendToDestination,
  isUnderWay: (send: StoredSend) => boolean,
  now: number,
): StoredPage {
  const sentAt = timeAfterRecord(page, now);
  const before = (page?.sends ?? []).map((send) =>
    send.endedAt === undefined && !isUnderWay(send) ? { ...send, endedAt: sentAt } : send,
  );
  const known = page ?? pageOf(undefined, file, destination);
  return withoutOldSends({
    ...known,
    sends: [...before, { id, file, hash, sentAt, sender, wasMissing, commit }],
  });
}

/** Once the wiki accepted the send, the page belongs to the file that was sent. Undefined if nothing is left to remember. */
export function withSendEnded(
  page: StoredPage | undefined,
  { id, file, destination, hash, sender, sentAt, answeredAt, commit }: SendToDestination,
  as: SendEnding,
  now: number,
): StoredPage | undefined {
  const at = timeAfterRecord(page, now);
  // The send may be missing: another window may have taken it for ended, and dropped it after a later publish.
  const begun = page?.sends.find((send) => send.id === id) ?? { id, file, hash, sentAt, sender, commit };
  const left = page && withoutSend(page, id);
  switch (as) {
    case 'refused':
      return left;
    case 'unknown': {
      const known = page ?? pageOf(undefined, begun.file, destination);
      const sends = [...(left?.sends ?? []), { ...begun, endedAt: at }];
      return withoutOldSends({ ...known, sends });
    }
    case 'accepted': {
      // `begun.file` is up to date, even if the file was renamed since the send began.
      const accepted = pageOf(page, begun.file, destination);
      const isOwn = page !== undefined && isSameDocument(page.file, begun.file);
      return withoutOldSends({
        ...accepted,
        mayOverwrite: destination.target.overwrite || (isOwn && page.mayOverwrite),
        published: { id, hash, sentAt: begun.sentAt, publishedAt: at, answeredAt, commit: begun.commit },
        sends: [...(left?.sends ?? []), ...(page === undefined ? [] : overlapped(page))],
      });
    }
  }
}

/** Returns the last confirmed send: if it was under way together with the new one, the wiki may have its text. */
function overlapped({ file, published }: StoredPage): readonly StoredSend[] {
  if (published === undefined) {
    return [];
  }
  const { id, hash, sentAt, publishedAt: endedAt, commit } = published;
  return [{ id, hash, sentAt, file, sender: '', endedAt, commit }];
}

/**
 * Whether the unanswered send made the page that a lookup found: no page was there before, only this document was sent
 * there, and the page has version 1 from that time, by one of the `authors` of confirmed sends.
 */
export function isMadeBySend(
  { published, pending, otherSends = [] }: PageRecord,
  found: FoundPage,
  authors: ReadonlySet<string>,
): boolean {
  const { version, changedAt = 0, authorId } = found;
  return (
    authorId !== undefined &&
    authors.has(authorId) &&
    pending?.missingAt !== undefined &&
    published === undefined &&
    otherSends.length === 0 &&
    version === 1 &&
    isCurrent(found) &&
    changedAt <= pending.missingAt + longestSendMs
  );
}

/**
 * Makes the last unanswered send the published one. If the unanswered sends had different texts, nobody knows
 * which one the page has, so the hash is empty.
 */
export function arrivedPage(page: StoredPage, wiki: WikiPage): StoredPage {
  const last = page.sends.at(-1);
  if (last === undefined) {
    return page;
  }
  const { id, sentAt, commit } = last;
  const hash = page.sends.every((send) => send.hash === last.hash) ? last.hash : '';
  const published = { id, hash, sentAt, publishedAt: last.endedAt ?? sentAt, commit };
  return { ...page, published, sends: [], wiki: { ...wiki, sendId: id } };
}

/** The page has the text of this commit, too. */
export function withCommit(page: StoredPage, commit: string): StoredPage {
  return page.published === undefined ? page : { ...page, published: { ...page.published, commit } };
}

export function withoutSend(page: StoredPage, id: string): StoredPage | undefined {
  const sends = page.sends.filter((send) => send.id !== id);
  return page.published === undefined && sends.length === 0 ? undefined : { ...page, sends };
}

/** `change` returns the new identity of a renamed file, or undefined for one to forget. */
export function withFilesChanged(
  page: StoredPage,
  change: (file: FileIdentity) => FileIdentity | undefined,
): StoredPage | undefined {
  const file = change(page.file);
  const sends = page.sends.map((send) => ({ ...send, file: change(send.file) ?? send.file }));
  if (file !== undefined) {
    return { ...page, file, sends };
  }
  // A page whose own file is forgotten belongs to another document that has sent to it since.
  const others = sends.filter((_send, at) => change(page.sends[at]?.file ?? page.file) !== undefined);
  const [first] = others;
  const { published: _, ...unpublished } = page;
  return first && { ...unpublished, file: first.file, sends: others };
}

export function failedAttemptOf(
  file: FileIdentity,
  { endpoint, target }: Destination,
  failedAt: number,
  outcome: Outcome,
): FailedAttempt {
  const isPlaceMissing = outcome.kind === 'answered' && outcome.answer.meaning === 'not found';
  // Consent to overwrite counts for one send only.
  return { file, endpoint, target: { ...target, overwrite: false }, failedAt, isPlaceMissing };
}

function pageOf(page: StoredPage | undefined, file: FileIdentity, destination: Destination): StoredPage {
  const { suggestedTitle, suggestedPlace, publishOnSave } = destination;
  return {
    place: placeOf(destination),
    file,
    suggestedTitle,
    suggestedPlace,
    mayOverwrite: false,
    ...(publishOnSave === true && { publishOnSave }),
    sends: page?.sends ?? [],
    // The change is dropped: the send replaced it, or made another page.
    ...(page?.wiki && { wiki: { ...page.wiki, change: undefined } }),
  };
}

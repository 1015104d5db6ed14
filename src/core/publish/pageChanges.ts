import type { Destination } from './destination';
import { isClone } from './kinship';
import { placeKey, sameFile, type FailedAttempt, type FileIdentity, type Place } from './pageRecord';
import {
  withoutOldSends,
  recordOf,
  timeFor,
  type PageSend,
  type SendEnding,
  type StoredPage,
} from './storedPage';
import { isAccepted, type Outcome } from '../wiki/outcome';

export interface SendOfPage {
  readonly id: string;
  readonly file: FileIdentity;
  readonly destination: Destination;
  /** The hash of the content that is sent. */
  readonly hash: string;
  readonly sender: string;
}

export function placeOf({
  endpoint,
  target: { space, parent, title },
}: Pick<Destination, 'endpoint' | 'target'>): Place {
  return { endpoint, space, parent, title };
}

/** Returns the key of a send, which is the same while it is under way and once its outcome is known. */
export function sendKey({ file, destination, hash }: Omit<SendOfPage, 'id' | 'sender'>): string {
  return JSON.stringify([file.uri, placeKey(placeOf(destination)), hash]);
}

/** Returns how an outcome ends the send. */
export function endingOf(outcome: Outcome): SendEnding {
  if (isAccepted(outcome)) {
    return 'taken';
  }
  return outcome.kind === 'unanswered' || outcome.mayHaveArrived ? 'unknown' : 'refused';
}

/** Adds a send to the page. A page that another file made stays that file's. */
export function beginSend(
  page: StoredPage | undefined,
  { id, file, destination, hash, sender }: SendOfPage,
  isUnderWay: (send: PageSend) => boolean,
  now: number,
): StoredPage {
  const sentAt = timeFor(page, now);
  const before = page?.sends.map((send) =>
    send.ended === undefined && !isUnderWay(send)
      ? { ...send, ended: { as: 'unknown', endedAt: sentAt } as const }
      : send,
  );
  const sends = withoutOldSends([...(before ?? []), { id, file, hash, sentAt, sender }]);
  // A page that is known already keeps its description.
  return { ...(page ?? pageOfFile(undefined, file, destination, 0)), sends };
}

/** Ends a send. The page belongs to the file once the wiki took it. Returns undefined if there is nothing left to remember. */
export function endSend(
  page: StoredPage | undefined,
  { id, file, destination, hash, sender }: SendOfPage,
  as: SendEnding,
  now: number,
): StoredPage | undefined {
  const endedAt = timeFor(page, now);
  const begun = page?.sends.find((send) => send.id === id) ?? { id, file, hash, sentAt: endedAt, sender };
  // The file may have been renamed since the send began.
  const { file: sent = file } = begun;
  const others = page?.sends.filter((send) => send.id !== id) ?? [];
  const sends = withoutOldSends([...others, { ...begun, ended: { as, endedAt } }]);
  const owned = page === undefined || as === 'taken' ? pageOfFile(page, sent, destination, endedAt) : page;
  const ended = {
    ...owned,
    mayOverwrite: as === 'taken' ? overwritesOthersPage(page, sent, destination) : owned.mayOverwrite,
    sends,
  };
  return recordOf('', ended) === undefined ? undefined : ended;
}

/** Removes a send of which nobody wants to know any more. Returns undefined if there is nothing left to remember. */
export function withoutSend(page: StoredPage, id: string): StoredPage | undefined {
  const left = { ...page, sends: page.sends.filter((send) => send.id !== id) };
  return recordOf('', left) === undefined ? undefined : left;
}

/** Adds a file to those of the page, and removes files that no longer exist. */
export function adoptFile(
  page: StoredPage,
  file: FileIdentity,
  isGone: (file: FileIdentity) => boolean,
  now: number,
): StoredPage {
  const others = page.files.filter((other) => !sameFile(other, file) && !isGone(other));
  const sends = page.sends.map((send) =>
    send.file !== undefined && isGone(send.file) ? { ...send, file } : send,
  );
  return { ...page, files: [...others, file], sends, changedAt: timeFor(page, now) };
}

/** Changes the files of a page. Returns undefined if the page has no file left. */
export function changeFiles(
  page: StoredPage,
  change: (file: FileIdentity) => FileIdentity | undefined,
  now: number,
): StoredPage | undefined {
  const files = page.files.map(change).filter((file) => file !== undefined);
  const sends = page.sends.map((send) => ({ ...send, file: send.file && (change(send.file) ?? send.file) }));
  const changed = { ...page, files, sends, changedAt: timeFor(page, now) };
  if (files.length > 0) {
    return changed;
  }
  // Other files may have made the page too.
  const others = sends.filter(({ file }) => file !== undefined && change(file) !== undefined);
  const [first] = others;
  return first?.file && { ...changed, files: [first.file], sends: others };
}

export function attemptOf(
  file: FileIdentity,
  { endpoint, target }: Destination,
  failedAt: number,
): FailedAttempt {
  // The consent to overwrite was given for a send that did not arrive.
  return { file, endpoint, target: { ...target, overwrite: false }, failedAt };
}

function pageOfFile(
  page: StoredPage | undefined,
  file: FileIdentity,
  destination: Destination,
  changedAt: number,
): StoredPage {
  const clones = page?.files.filter((other) => isClone(file, other)) ?? [];
  const { suggestedTitle, suggestedPlace } = destination;
  return {
    place: placeOf(destination),
    files: [file, ...clones],
    suggestedTitle,
    suggestedPlace,
    mayOverwrite: false,
    changedAt,
    sends: page?.sends ?? [],
    ...(page?.wiki && { wiki: page.wiki }),
  };
}

function overwritesOthersPage(
  page: StoredPage | undefined,
  file: FileIdentity,
  { target }: Destination,
): boolean {
  const before = page?.files.some((other) => sameFile(other, file)) ? page.mayOverwrite : false;
  return target.overwrite || before;
}

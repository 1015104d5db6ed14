import * as v from 'valibot';
import {
  fileIdentitySchema,
  placeSchema,
  sameFile,
  suggestedPlaceSchema,
  withClaimOf,
  type Claim,
  type FileIdentity,
  type PageRecord,
  type Place,
  type SuggestedPlace,
} from './pageRecord';
import { flag, listOf, maybe, readBy } from '../text/json';
import { readAccountId, readAddress, readId, readVersion } from '../wiki/ids';
import type { MergedChange } from './mergedChange';
import { isOlder, laterOf, type WikiPage } from './wikiPage';

/** A send of a page. Without an end it is under way, or its window ended before the answer. */
export interface PageSend {
  readonly id: string;
  /** Undefined if writing the page failed (see withUncertainSend); then it is a file of the page. */
  readonly file?: FileIdentity | undefined;
  readonly hash: string;
  readonly sentAt: number;
  /** The ID of the window that sent it. */
  readonly sender: string;
  readonly ended?: { readonly as: SendEnding; readonly endedAt: number } | undefined;
}

export type SendEnding = 'unknown' | 'refused' | 'taken';

/** What is stored of a page. All its sends are kept, since two windows may write at once, and lists of sends can be merged. */
export interface StoredPage {
  readonly place: Place;
  readonly files: readonly FileIdentity[];
  readonly suggestedTitle: string;
  readonly suggestedPlace: SuggestedPlace;
  readonly mayOverwrite: boolean;
  /** When a file, suggestion or description above last changed. */
  readonly changedAt: number;
  readonly sends: readonly PageSend[];
  readonly wiki?: WikiPage | undefined;
}

/** The longest that a send can take, with all its pauses. */
const longestSendMs = 15 * 60_000;

/** Whether a send takes too long to be under way still: another process may have taken the ID of the window that sent it. */
export function isOverdue({ sentAt }: PageSend, now: number): boolean {
  return Math.abs(now - sentAt) > longestSendMs;
}

/** Returns the record of a page; undefined if no send can have reached the wiki. */
export function recordOf(id: string, page: StoredPage): PageRecord | undefined {
  const last = lastTaken(page.sends);
  const open = page.sends.filter((send) => send !== last && mayFollow(send, last));
  const claims = open.flatMap((send) => claimOf(page, send));
  const { place, files, suggestedTitle, suggestedPlace, mayOverwrite, wiki } = page;
  const own = open.filter(({ file }) => !claims.some((claim) => claim.file === file));
  const pending = latestBy(
    own.filter(({ hash }) => hash !== last?.hash),
    ({ sentAt }) => sentAt,
  );
  if (last === undefined && pending === undefined) {
    const [first] = claims;
    return first && withClaimOf({ id, place, claims }, first.file);
  }
  return {
    id,
    place,
    files,
    suggestedTitle,
    suggestedPlace,
    mayOverwrite,
    published: last && { hash: last.hash, publishedAt: last.ended?.endedAt ?? last.sentAt },
    pending: pending && { hash: pending.hash, sentAt: pending.sentAt },
    ...(wiki && { wiki: { ...wiki, isLast: wiki.sendId === last?.id } }),
    ...(claims.length > 0 && { claims }),
  };
}

function claimOf({ files }: StoredPage, { file, hash, sentAt }: PageSend): readonly Claim[] {
  return file === undefined || files.some((own) => sameFile(own, file)) ? [] : [{ file, hash, sentAt }];
}

/** Merges what several windows wrote about a page. Neither order nor repetition matters. */
export function mergePages(pages: readonly [StoredPage, ...StoredPage[]]): StoredPage {
  const ordered = [...pages].sort(
    (one, other) => other.changedAt - one.changedAt || (text(one) < text(other) ? 1 : -1),
  );
  const [newest = pages[0]] = ordered;
  const sends = new Map<string, PageSend>();
  for (const send of ordered.flatMap((page) => page.sends)) {
    const known = sends.get(send.id);
    if (known === undefined || certainty(send) > certainty(known)) {
      sends.set(send.id, send);
    }
  }
  const wiki = ordered
    .toReversed()
    .map((page) => page.wiki)
    .reduce(laterOf);
  return { ...newest, sends: withoutOldSends([...sends.values()]), ...(wiki && { wiki }) };
}

/** Sets what a lookup after the last send found; undefined if it found no page. */
export function withWikiPage(page: StoredPage, wiki: WikiPage | undefined): StoredPage {
  return wiki !== undefined && isOlder(wiki, page.wiki)
    ? page
    : { ...page, wiki: wiki && { ...wiki, sendId: lastTaken(page.sends)?.id } };
}

/** Sets the change that was merged into the page's file, unless the page was not found in the wiki. */
export function withMerged(page: StoredPage, merged: MergedChange): StoredPage {
  return page.wiki === undefined ? page : { ...page, wiki: { ...page.wiki, merged } };
}

/** Returns the time of a change, which is never before the latest time in the record, even if the clock was set back. */
export function timeFor(page: StoredPage | undefined, now: number): number {
  const times = page?.sends.map(({ sentAt, ended }) => Math.max(sentAt, ended?.endedAt ?? 0)) ?? [];
  return Math.max(now, page?.changedAt ?? 0, ...times);
}

/** Adds a send whose end is unknown, since the disk did not take what was written. */
export function withUncertainSend(page: StoredPage, id: string): StoredPage {
  const at = timeFor(page, 0);
  const send = { id, hash: '', sentAt: at, sender: '', ended: { as: 'unknown', endedAt: at + 1 } as const };
  return { ...page, sends: [...page.sends, send] };
}

/** Removes the sends that no longer matter. */
export function withoutOldSends(sends: readonly PageSend[]): readonly PageSend[] {
  const last = lastTaken(sends);
  const newestAt = Math.max(...sends.map(({ sentAt }) => sentAt));
  // A refused send may still be under way in what another window wrote.
  return sends.filter(
    (send) =>
      send === last ||
      mayFollow(send, last) ||
      (send.ended?.as === 'refused' && endOf(send) + longestSendMs > newestAt),
  );
}

function lastTaken(sends: readonly PageSend[]): PageSend | undefined {
  return latestBy(
    sends.filter(({ ended }) => ended?.as === 'taken'),
    endOf,
  );
}

/** Whether a send may have reached the wiki after the last one that did. */
function mayFollow(send: PageSend, last: PageSend | undefined): boolean {
  return send.ended?.as !== 'refused' && (last === undefined || endOf(send) > last.sentAt);
}

function endOf({ sentAt, ended }: PageSend): number {
  return ended?.endedAt ?? sentAt + longestSendMs;
}

const certainties = { unknown: 1, refused: 2, taken: 3 } as const;

function certainty({ ended }: PageSend): number {
  return ended === undefined ? 0 : certainties[ended.as];
}

/** Returns the latest; of two with the same time the one that sorts last, so that the order does not matter. */
function latestBy<T>(all: readonly T[], time: (one: T) => number): T | undefined {
  let found: T | undefined;
  for (const one of all) {
    const isLater = found === undefined || time(one) > time(found);
    if (isLater || (found !== undefined && time(one) === time(found) && text(one) > text(found))) {
      found = one;
    }
  }
  return found;
}

const text = (value: unknown): string => JSON.stringify(value);

const sharedTexts = new Map<string, string>();

/** Returns the same string in memory for equal texts. */
function sharedText(text: string): string {
  const known = sharedTexts.get(text) ?? text;
  sharedTexts.set(known, known);
  return known;
}

const sendSchema = v.object({
  id: v.string(),
  file: maybe(fileIdentitySchema),
  hash: v.string(),
  sentAt: v.number(),
  sender: v.fallback(v.pipe(v.string(), v.transform(sharedText)), ''),
  // If the end can't be read, the send stays open, since nobody knows how it ended.
  ended: maybe(v.object({ as: v.picklist(['unknown', 'refused', 'taken']), endedAt: v.number() })),
});

const mergedLinesSchema = v.object({ added: v.array(v.string()), removed: v.array(v.string()) });

/** The page in the wiki, which could not be looked up again without its ID. */
const wikiPageSchema = v.object({
  id: readBy(readId),
  version: maybe(readBy(readVersion)),
  authorId: maybe(readBy(readAccountId)),
  address: maybe(readBy(readAddress)),
  sendId: maybe(v.string()),
  merged: maybe(v.object({ change: v.string(), before: v.string(), lines: mergedLinesSchema })),
});

const noPlace: SuggestedPlace = {};

export const storedPageSchema = v.pipe(
  v.object({
    place: placeSchema,
    files: v.pipe(listOf(fileIdentitySchema), v.minLength(1)),
    suggestedTitle: maybe(v.string()),
    suggestedPlace: suggestedPlaceSchema,
    mayOverwrite: flag,
    changedAt: v.fallback(v.number(), 0),
    sends: v.fallback(listOf(sendSchema), []),
    wiki: maybe(wikiPageSchema),
  }),
  // Equal values are the same in memory, since there may be thousands of pages.
  v.transform(({ place, files, suggestedTitle, suggestedPlace, sends, ...page }): StoredPage => {
    const { space, parent } = suggestedPlace;
    return {
      place: {
        ...place,
        endpoint: sharedText(place.endpoint),
        space: sharedText(place.space),
        parent: sharedText(place.parent),
      },
      files,
      suggestedTitle:
        suggestedTitle === undefined || suggestedTitle === place.title ? place.title : suggestedTitle,
      suggestedPlace: space === undefined && parent === undefined ? noPlace : { space, parent },
      mayOverwrite: page.mayOverwrite,
      changedAt: page.changedAt,
      sends: sends.map((send) => ({
        ...send,
        file: files.find((each) => isSame(each, send.file)) ?? send.file,
      })),
      ...(page.wiki && { wiki: page.wiki }),
    };
  }),
);

function isSame(one: FileIdentity, other: FileIdentity | undefined): boolean {
  return (
    one.uri === other?.uri &&
    one.realPath === other.realPath &&
    one.workspacePath === other.workspacePath &&
    one.repository === other.repository
  );
}

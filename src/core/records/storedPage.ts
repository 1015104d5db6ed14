import * as v from 'valibot';
import { fileIdentitySchema, sameDocument, type FileIdentity } from './fileIdentity';
import { placeSchema, suggestedPlaceSchema, withClaimOf } from './pageRecord';
import type { SendFromOther, PageRecord, Place, PublishedText, SuggestedPlace } from './pageRecord';
import { flag, listOf, maybe, readBy } from '../text/json';
import { readAccountId, readAddress, readId, readVersion } from '../wiki/ids';
import type { MergedChange } from './mergedChange';
import { isOlder, type WikiPage } from './wikiPage';

/** A send that may have arrived. Without an end it is under way, or its window ended before the answer. */
export interface PageSend {
  readonly id: string;
  readonly file: FileIdentity;
  readonly hash: string;
  readonly sentAt: number;
  /** The window or command that sent it. */
  readonly sender: string;
  /** When it ended without a clear answer. */
  readonly endedAt?: number | undefined;
  /** A lookup right before it found no page there. */
  readonly wasMissing?: boolean | undefined;
}

/** How a send ended. */
export type SendEnding = 'unknown' | 'refused' | 'taken';

/** The last send that the wiki took. */
export interface PublishedSend {
  readonly id: string;
  readonly hash: string;
  readonly sentAt: number;
  readonly publishedAt: number;
  readonly answeredAt?: number | undefined;
}

/** What is stored of a page. */
export interface StoredPage {
  readonly place: Place;
  readonly file: FileIdentity;
  readonly suggestedTitle: string;
  readonly suggestedPlace: SuggestedPlace;
  readonly mayOverwrite: boolean;
  readonly published?: PublishedSend | undefined;
  /** The sends that may have reached the wiki after the one that it took last. */
  readonly sends: readonly PageSend[];
  readonly wiki?: WikiPage | undefined;
}

/** The longest that a send can take, with all its pauses. */
export const longestSendMs = 15 * 60_000;

/** Whether a send takes too long to be under way still: another process may have taken the ID of the window that sent it. */
export function isOverdue({ sentAt }: PageSend, now: number): boolean {
  return Math.abs(now - sentAt) > longestSendMs;
}

/** Returns the record of a page; undefined if no send can have reached the wiki. */
export function recordOf(id: string, page: StoredPage): PageRecord | undefined {
  const { place, file, suggestedTitle, suggestedPlace, mayOverwrite, wiki, published, sends } = page;
  const claims = sends.filter((send) => !sameDocument(send.file, file)).map(claimOf);
  const own = sends.filter((send) => sameDocument(send.file, file) && send.hash !== published?.hash);
  const missingAt = own.findLast(({ wasMissing }) => wasMissing)?.sentAt;
  const pending = own.reduce<PageSend | undefined>(
    (one, other) => (other.sentAt >= (one?.sentAt ?? 0) ? other : one),
    undefined,
  );
  if (published === undefined && pending === undefined) {
    const [first] = claims;
    return first && withClaimOf({ id, place, claims }, first.file);
  }
  return {
    id,
    place,
    file,
    suggestedTitle,
    suggestedPlace,
    mayOverwrite,
    published: published && publishedText(published),
    pending: pending && {
      hash: pending.hash,
      sentAt: pending.sentAt,
      ...(missingAt !== undefined && { missingAt }),
    },
    ...(wiki && { wiki: { ...wiki, isLast: wiki.sendId === published?.id } }),
    ...(claims.length > 0 && { claims }),
  };
}

function publishedText({ hash, publishedAt, answeredAt }: PublishedSend): PublishedText {
  return { hash, publishedAt, ...(answeredAt !== undefined && { answeredAt }) };
}

function claimOf({ file, hash, sentAt }: PageSend): SendFromOther {
  return { file, hash, sentAt };
}

/** Sets what a lookup after the last send found; undefined if it found no page. */
export function withWikiPage(page: StoredPage, wiki: WikiPage | undefined): StoredPage {
  return wiki !== undefined && isOlder(wiki, page.wiki)
    ? page
    : { ...page, wiki: wiki && { ...wiki, sendId: page.published?.id } };
}

/** Sets the change that was merged into the page's file, unless the page was not found in the wiki. */
export function withMerged(page: StoredPage, merged: MergedChange): StoredPage {
  return page.wiki === undefined ? page : { ...page, wiki: { ...page.wiki, merged } };
}

/** Returns the time of a change, which is never before the latest time in the record, even if the clock was set back. */
export function timeFor(page: StoredPage | undefined, now: number): number {
  const times = page?.sends.map(({ sentAt, endedAt = 0 }) => Math.max(sentAt, endedAt)) ?? [];
  return Math.max(now, page?.published?.publishedAt ?? 0, ...times);
}

/** Removes the sends that can't have reached the wiki after the one that it took last. */
export function withoutOldSends(page: StoredPage): StoredPage {
  const { published, sends } = page;
  const mayFollow = ({ sentAt, endedAt = sentAt + longestSendMs }: PageSend): boolean =>
    published === undefined || endedAt > published.sentAt;
  return { ...page, sends: sends.filter(mayFollow) };
}

/** Joins two records of one page, which became the same place when the wiki’s address changed. The later publish counts. */
export function joinedPages(one: StoredPage, other: StoredPage): StoredPage {
  const at = ({ published }: StoredPage): number => published?.publishedAt ?? 0;
  const [later, earlier] = at(other) > at(one) ? [other, one] : [one, other];
  return withoutOldSends({ ...later, sends: [...earlier.sends, ...later.sends] });
}

const sendSchema = v.object({
  id: v.string(),
  file: fileIdentitySchema,
  hash: v.string(),
  sentAt: v.number(),
  sender: v.fallback(v.string(), ''),
  // If the end can't be read, the send stays open, since nobody knows how it ended.
  endedAt: maybe(v.number()),
  wasMissing: maybe(v.boolean()),
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

const takenSchema = v.object({
  id: v.string(),
  hash: v.string(),
  sentAt: v.number(),
  publishedAt: v.number(),
  answeredAt: maybe(v.number()),
});

export const storedPageSchema = v.object({
  place: placeSchema,
  file: fileIdentitySchema,
  suggestedTitle: v.string(),
  suggestedPlace: suggestedPlaceSchema,
  mayOverwrite: flag,
  published: maybe(takenSchema),
  sends: v.fallback(listOf(sendSchema), []),
  wiki: maybe(wikiPageSchema),
});

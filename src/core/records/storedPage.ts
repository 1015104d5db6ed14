import * as v from 'valibot';
import { fileIdentitySchema, isSameDocument, type FileIdentity } from './fileIdentity';
import { placeSchema, suggestedPlaceSchema, recordForOtherFile } from './pageRecord';
import type { SendFromOther, PageRecord, Place, PublishedText, SuggestedPlace } from './pageRecord';
import { booleanOrFalse, listOf, optionalOrMissing, schemaFromReader } from '../text/json';
import { readAccountId, readAddress, readId, readVersion } from '../wiki/ids';
import type { MergedChange } from './mergedChange';
import { isOlder, type WikiPage } from './wikiPage';

/** A send that may have arrived. Without an end it is under way, or its window ended before the answer. */
export interface StoredSend {
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
  readonly sends: readonly StoredSend[];
  readonly wiki?: WikiPage | undefined;
}

/** The longest that a send can take, with all its pauses. */
export const longestSendMs = 15 * 60_000;

/** Whether a send must have ended. Its window’s process ID may belong to another process by now. */
export function isOverdue({ sentAt }: StoredSend, now: number): boolean {
  return Math.abs(now - sentAt) > longestSendMs;
}

/** Returns the record of a page; undefined if no send can have reached the wiki. */
export function recordOf(id: string, page: StoredPage): PageRecord | undefined {
  const { place, file, suggestedTitle, suggestedPlace, mayOverwrite, wiki, published, sends } = page;
  const claims = sends.filter((send) => !isSameDocument(send.file, file)).map(claimOf);
  const own = sends.filter((send) => isSameDocument(send.file, file) && send.hash !== published?.hash);
  const missingAt = own.findLast(({ wasMissing }) => wasMissing)?.sentAt;
  const pending = own.reduce<StoredSend | undefined>(
    (one, other) => (other.sentAt >= (one?.sentAt ?? 0) ? other : one),
    undefined,
  );
  if (published === undefined && pending === undefined) {
    const [first] = claims;
    return first && recordForOtherFile({ id, place, otherSends: claims }, first.file);
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
    ...(claims.length > 0 && { otherSends: claims }),
  };
}

function publishedText({ hash, publishedAt, answeredAt }: PublishedSend): PublishedText {
  return { hash, publishedAt, ...(answeredAt !== undefined && { answeredAt }) };
}

function claimOf({ file, hash, sentAt }: StoredSend): SendFromOther {
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
  const mayFollow = ({ sentAt, endedAt = sentAt + longestSendMs }: StoredSend): boolean =>
    published === undefined || endedAt > published.sentAt;
  return { ...page, sends: sends.filter(mayFollow) };
}

/** Joins two records whose places became one when the wiki’s address changed. The later publish counts. */
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
  // Without a readable end, the send counts as under way: nobody knows how it ended.
  endedAt: optionalOrMissing(v.number()),
  wasMissing: optionalOrMissing(v.boolean()),
});

const mergedLinesSchema = v.object({ added: v.array(v.string()), removed: v.array(v.string()) });

/** The ID is required, since nothing else leads back to the page. */
const wikiPageSchema = v.object({
  id: schemaFromReader(readId),
  version: optionalOrMissing(schemaFromReader(readVersion)),
  authorId: optionalOrMissing(schemaFromReader(readAccountId)),
  address: optionalOrMissing(schemaFromReader(readAddress)),
  sendId: optionalOrMissing(v.string()),
  merged: optionalOrMissing(v.object({ change: v.string(), before: v.string(), lines: mergedLinesSchema })),
});

const takenSchema = v.object({
  id: v.string(),
  hash: v.string(),
  sentAt: v.number(),
  publishedAt: v.number(),
  answeredAt: optionalOrMissing(v.number()),
});

export const storedPageSchema = v.object({
  place: placeSchema,
  file: fileIdentitySchema,
  suggestedTitle: v.string(),
  suggestedPlace: suggestedPlaceSchema,
  mayOverwrite: booleanOrFalse,
  published: optionalOrMissing(takenSchema),
  sends: v.fallback(listOf(sendSchema), []),
  wiki: optionalOrMissing(wikiPageSchema),
});

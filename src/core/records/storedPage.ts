import * as v from 'valibot';
import { fileIdentitySchema, isSameDocument, type FileIdentity } from './fileIdentity';
import { placeSchema, suggestedPlaceSchema, recordForReplacingFile } from './pageRecord';
import type { SendFromOther, PageRecord, Place, LastPublish, SuggestedPlace } from './pageRecord';
import { booleanOrFalseSchema, listOfValid, missingIfInvalid, schemaFromReader } from '../text/json';
import { readAccountId, readAddress, readId, readVersion } from '../wiki/ids';
import type { MergedChange } from './mergedChange';
import { isOlder, type FoundChange, type WikiPage } from './wikiPage';

/** A send that may have reached the wiki. Without `endedAt`, it is under way, or its sender was closed meanwhile. */
export interface StoredSend {
  readonly id: string;
  readonly file: FileIdentity;
  readonly hash: string;
  readonly sentAt: number;
  /** The ID of the window or terminal command that sent the page. */
  readonly sender: string;
  /** The time by which the send had ended. */
  readonly endedAt?: number | undefined;
  /** A lookup right before the send found no page at the place. */
  readonly wasMissing?: boolean | undefined;
  /** The Git commit that the text is of, as far as a job knows it. */
  readonly commit?: string | undefined;
}

/** `accepted`: the wiki accepted the page. `refused`: the send can have changed nothing. `unknown`: no answer told which. */
export type SendEnding = 'unknown' | 'refused' | 'accepted';

export interface PublishedSend {
  readonly id: string;
  readonly hash: string;
  readonly sentAt: number;
  readonly publishedAt: number;
  /** When the wiki answered, by its own clock. */
  readonly answeredAt?: number | undefined;
  readonly commit?: string | undefined;
}

export interface StoredPage {
  readonly place: Place;
  readonly file: FileIdentity;
  readonly suggestedTitle: string;
  readonly suggestedPlace: SuggestedPlace;
  readonly mayOverwrite: boolean;
  readonly publishOnSave?: boolean | undefined;
  readonly published?: PublishedSend | undefined;
  /** Sends, of any document, that may have reached the wiki after `published` did. */
  readonly sends: readonly StoredSend[];
  readonly wiki?: WikiPage | undefined;
}

/** Includes all retries and the pauses between them. */
export const longestSendMs = 15 * 60_000;

/** An overdue send counts as ended even if its process seems to run: the process ID may be another program’s by now. */
export function isOverdue({ sentAt }: StoredSend, now: number): boolean {
  return Math.abs(now - sentAt) > longestSendMs;
}

/** Undefined if no send can have reached the wiki. */
export function recordOf(id: string, page: StoredPage): PageRecord | undefined {
  const { place, file, suggestedTitle, suggestedPlace, mayOverwrite, publishOnSave, wiki, published, sends } =
    page;
  const claims = sends.filter((send) => !isSameDocument(send.file, file)).map(claimOf);
  const own = sends.filter((send) => isSameDocument(send.file, file) && send.hash !== published?.hash);
  const missingAt = own.findLast(({ wasMissing }) => wasMissing)?.sentAt;
  const pending = own.reduce<StoredSend | undefined>(
    (one, other) => (other.sentAt >= (one?.sentAt ?? 0) ? other : one),
    undefined,
  );
  const { commit } = pending ?? published ?? {};
  if (published === undefined && pending === undefined) {
    const [first] = claims;
    return first && recordForReplacingFile({ id, place, otherSends: claims }, first.file);
  }
  return {
    id,
    place,
    file,
    suggestedTitle,
    suggestedPlace,
    mayOverwrite,
    ...(publishOnSave === true && { publishOnSave }),
    published: published && lastPublishOf(published),
    pending: pending && {
      hash: pending.hash,
      sentAt: pending.sentAt,
      ...(missingAt !== undefined && { missingAt }),
    },
    ...(wiki && { wiki: { ...wiki, isLast: wiki.sendId === published?.id } }),
    ...(commit !== undefined && { commit }),
    ...(claims.length > 0 && { otherSends: claims }),
  };
}

function lastPublishOf({ hash, publishedAt, answeredAt }: PublishedSend): LastPublish {
  return { hash, publishedAt, ...(answeredAt !== undefined && { answeredAt }) };
}

function claimOf({ file, hash, sentAt }: StoredSend): SendFromOther {
  return { file, hash, sentAt };
}

/**
 * `wiki`: the page after the last send, as a lookup found it or the person named it;
 * undefined if the wiki has none. A version older than the known one is ignored.
 */
export function withWikiPage(page: StoredPage, wiki: WikiPage | undefined): StoredPage {
  return wiki !== undefined && isOlder(wiki, page.wiki)
    ? page
    : { ...page, wiki: wiki && { ...wiki, sendId: page.published?.id } };
}

export function withMerged(page: StoredPage, merged: MergedChange): StoredPage {
  return page.wiki === undefined ? page : { ...page, wiki: { ...page.wiki, merged } };
}

/** `seen`: what the lookup was compared with; `change` is dropped if publish or version is another one by now. */
export function withChange(
  page: StoredPage,
  seen: Pick<PageRecord, 'published' | 'wiki'>,
  change: FoundChange | undefined,
): StoredPage {
  const { wiki, published } = page;
  const isSeen =
    published?.publishedAt === seen.published?.publishedAt && wiki?.version === seen.wiki?.version;
  return wiki !== undefined && isSeen ? { ...page, wiki: { ...wiki, change } } : page;
}

/** Returns `now`, or the latest time in the record if the clock was set back: a new send must not look older. */
export function timeAfterRecord(page: StoredPage | undefined, now: number): number {
  const times = page?.sends.map(({ sentAt, endedAt = 0 }) => Math.max(sentAt, endedAt)) ?? [];
  return Math.max(now, page?.published?.publishedAt ?? 0, ...times);
}

/** Drops the sends that ended before the `published` one began: they can’t have replaced its text. */
export function withoutOldSends(page: StoredPage): StoredPage {
  const { published, sends } = page;
  const mayFollow = ({ sentAt, endedAt = sentAt + longestSendMs }: StoredSend): boolean =>
    published === undefined || endedAt > published.sentAt;
  return { ...page, sends: sends.filter(mayFollow) };
}

/** Joins the pages of two places that became one when the wiki’s address changed. The later publish counts. */
export function joinedPage(one: StoredPage, other: StoredPage): StoredPage {
  const at = ({ published }: StoredPage): number => published?.publishedAt ?? 0;
  const [later, earlier] = at(other) > at(one) ? [other, one] : [one, other];
  return withoutOldSends({ ...later, sends: [...earlier.sends, ...later.sends] });
}

/** Whether a text, as from a state that others may have written, can name a commit of Git and nothing else. */
export function isCommitId(text: unknown): text is string {
  return typeof text === 'string' && /^(?:[\da-f]{40}|[\da-f]{64})$/.test(text);
}

const commitSchema = missingIfInvalid(v.custom<string>(isCommitId));

const sendSchema = v.object({
  id: v.string(),
  file: fileIdentitySchema,
  hash: v.string(),
  sentAt: v.number(),
  sender: v.fallback(v.string(), ''),
  // A send whose `endedAt` can’t be read is kept, as one without an end.
  endedAt: missingIfInvalid(v.number()),
  wasMissing: missingIfInvalid(v.boolean()),
  commit: commitSchema,
});

const mergedLinesSchema = v.object({ added: v.array(v.string()), removed: v.array(v.string()) });

const changeEntries = {
  version: schemaFromReader(readVersion),
  ours: missingIfInvalid(schemaFromReader(readVersion)),
  title: v.string(),
  changedAt: missingIfInvalid(v.number()),
  authorId: missingIfInvalid(schemaFromReader(readAccountId)),
  author: missingIfInvalid(v.string()),
};

const changeSchemas = {
  edited: v.object({ kind: v.literal('edited'), ...changeEntries }),
  published: v.object({ kind: v.literal('published'), ...changeEntries }),
  renamed: v.object({ kind: v.literal('renamed'), ...changeEntries }),
  moved: v.object({ kind: v.literal('moved'), ...changeEntries }),
  deleted: v.object({ kind: v.literal('deleted') }),
} satisfies Record<FoundChange['kind'], unknown>;

/** Without a valid ID, the whole value counts as missing, and the page is looked up again by its place. */
const wikiPageSchema = v.object({
  id: schemaFromReader(readId),
  version: missingIfInvalid(schemaFromReader(readVersion)),
  authorId: missingIfInvalid(schemaFromReader(readAccountId)),
  address: missingIfInvalid(schemaFromReader(readAddress)),
  sendId: missingIfInvalid(v.string()),
  merged: missingIfInvalid(v.object({ change: v.string(), before: v.string(), lines: mergedLinesSchema })),
  change: missingIfInvalid(v.variant('kind', Object.values(changeSchemas))),
});

const publishedSendSchema = v.object({
  id: v.string(),
  hash: v.string(),
  sentAt: v.number(),
  publishedAt: v.number(),
  answeredAt: missingIfInvalid(v.number()),
  commit: commitSchema,
});

export const storedPageSchema = v.object({
  place: placeSchema,
  file: fileIdentitySchema,
  suggestedTitle: v.string(),
  suggestedPlace: suggestedPlaceSchema,
  mayOverwrite: booleanOrFalseSchema,
  publishOnSave: missingIfInvalid(v.boolean()),
  published: missingIfInvalid(publishedSendSchema),
  sends: v.fallback(listOfValid(sendSchema), []),
  wiki: missingIfInvalid(wikiPageSchema),
});

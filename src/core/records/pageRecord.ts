import * as v from 'valibot';
import { optionalOrMissing } from '../text/json';
import { isSameDocument, type FileIdentity } from './fileIdentity';
import type { WikiPage } from './wikiPage';
import { targetSchema, type Target } from '../wiki/target';

/** What identifies a page at one connection (contract 4.1, rule 2). */
export interface Place {
  readonly endpoint: string;
  readonly space: string;
  readonly parent: string;
  readonly title: string;
}

/** The hash of the text that the wiki confirmed last, and when. */
export interface PublishedText {
  readonly hash: string;
  readonly publishedAt: number;
  /** When the wiki answered, by its own clock. */
  readonly answeredAt?: number | undefined;
}

/** A send that may have arrived: the wiki did not answer, or the window ended before the answer. */
export interface PendingSend {
  readonly hash: string;
  readonly sentAt: number;
  /** When the last send began right before which a lookup found no page there. */
  readonly missingAt?: number | undefined;
}

/** A send to this page from another document than the one that it belongs to. */
export interface SendFromOther extends PendingSend {
  readonly file: FileIdentity;
}

/** The place that the front matter named when the page was sent. */
export interface SuggestedPlace {
  readonly space?: string | undefined;
  readonly parent?: string | undefined;
}

/** What is known of a page that a file made, or may have made. */
export interface PageRecord {
  readonly id: string;
  readonly place: Place;
  /** The document that the page belongs to, as it was where it was published last. */
  readonly file: FileIdentity;
  /** The title that the document suggested; if it differs from the page's title, the person chose that one. */
  readonly suggestedTitle: string;
  /** The place that the front matter named; if it differs from the page's place, the person chose that one. */
  readonly suggestedPlace?: SuggestedPlace | undefined;
  /** The wiki accepted a send that was allowed to replace this page, whoever wrote it. */
  readonly mayOverwrite: boolean;
  /** Undefined until the wiki confirms a send. Until then, the page may be another file’s. */
  readonly published?: PublishedText | undefined;
  readonly pending?: PendingSend | undefined;
  /** The page as a lookup found it. `isLast`: that lookup came after the last publish. */
  readonly wiki?: (WikiPage & { readonly isLast: boolean }) | undefined;
  /** Sends of other documents to the page since, which may have replaced its text. */
  readonly otherSends?: readonly SendFromOther[] | undefined;
}

/** The last destination of a file that failed in this window; it only fills in prompts. */
export interface FailedAttempt {
  readonly file: FileIdentity;
  readonly endpoint: string;
  readonly target: Target;
  readonly failedAt: number;
  /** The wiki does not have the space or the parent page. */
  readonly isPlaceMissing?: boolean | undefined;
}

/** Returns the place of a failed attempt. Where the wiki did not have it, the parent page is asked for again. */
export function attemptedPlace(attempt: FailedAttempt | undefined): Partial<Target> | undefined {
  return attempt?.isPlaceMissing === true ? { space: attempt.target.space } : attempt?.target;
}

export function firstPublished(records: readonly PageRecord[]): PageRecord | undefined {
  return records.find(({ published }) => published !== undefined);
}

/**
 * Whether a page affects how a document is published: it is a page of the document, or of a file that it links to. An
 * undefined page is one that is no longer known, so it may have been anybody's.
 */
export function isForFile(
  page: Pick<PageRecord, 'file'> | undefined,
  document: FileIdentity,
  linked: readonly string[],
): boolean {
  return page === undefined || isSameDocument(page.file, document) || linked.includes(page.file.uri);
}

export function isSamePlace(one: Place, other: Place): boolean {
  return placeKey(one) === placeKey(other);
}

export function placeKey({ endpoint, space, parent, title }: Place): string {
  return JSON.stringify([endpoint, space, parent, titleKey(title)]);
}

/** Some wikis don't distinguish titles that differ in case alone. */
export function titleKey(title: string): string {
  return title.normalize('NFC').toLowerCase();
}

/** Returns the time of the last send that may have arrived. */
export function lastSendAt({ published, pending }: Pick<PageRecord, 'published' | 'pending'>): number {
  return Math.max(published?.publishedAt ?? 0, pending?.sentAt ?? 0);
}

/** Returns the record as another file sees it, which may have replaced the page. */
export function recordForOtherFile(
  { id, place, otherSends = [] }: Pick<PageRecord, 'id' | 'place' | 'otherSends'>,
  file: FileIdentity,
): PageRecord | undefined {
  const sends = otherSends.filter((claim) => isSameDocument(claim.file, file));
  const others = otherSends.filter((claim) => !sends.includes(claim));
  const [last] = sends.sort((one, other) => other.sentAt - one.sentAt);
  return (
    last && {
      id,
      place,
      file: last.file,
      suggestedTitle: place.title,
      mayOverwrite: false,
      pending: { hash: last.hash, sentAt: last.sentAt },
      ...(others.length > 0 && { otherSends: others }),
    }
  );
}

export const placeSchema = v.object({
  endpoint: v.string(),
  ...v.omit(targetSchema, ['overwrite']).entries,
});

export const suggestedPlaceSchema = v.fallback(
  v.object({ space: optionalOrMissing(v.string()), parent: optionalOrMissing(v.string()) }),
  {},
);

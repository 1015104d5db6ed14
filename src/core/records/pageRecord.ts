import * as v from 'valibot';
import { missingIfInvalid, schemaFromReader } from '../text/json';
import { isSameDocument, type FileIdentity } from './fileIdentity';
import type { WikiPage } from './wikiPage';
import { readAddress } from '../wiki/ids';
import { composedTitle, targetSchema, type Parent, type Target } from '../wiki/target';

/** A page is identified by its import endpoint’s address, its space, its parent and its title (contract 4.1 (2)). */
export interface Place extends PlannedPlace {
  readonly parent: string;
}

/** Where a page will be. */
export interface PlannedPlace {
  readonly endpoint: string;
  readonly space: string;
  readonly parent: Parent;
  readonly title: string;
}

export interface LastPublish {
  readonly hash: string;
  readonly publishedAt: number;
  /** When the wiki answered, by its own clock. */
  readonly answeredAt?: number | undefined;
}

/** A send whose text the page may have, such as one that got no clear answer. */
export interface PendingSend {
  readonly hash: string;
  readonly sentAt: number;
  /** A lookup right before a send found no page at the place; this is the `sentAt` of the last such send. */
  readonly missingAt?: number | undefined;
}

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
  /** The document that the page belongs to, as identified in the working folder that published it last. */
  readonly file: FileIdentity;
  /** The title in the document at the last publish. If `place.title` differs, the person chose `place.title`. */
  readonly suggestedTitle: string;
  /** Front matter that still names this place does not move a published page, even if its `place` is another one. */
  readonly suggestedPlace?: SuggestedPlace | undefined;
  /** The wiki accepted a send with `overwrite`, which may have replaced a page of anybody. */
  readonly mayOverwrite: boolean;
  /** When a person published the page last, the front matter had `publishOnSave`: saves publish it by themselves. */
  readonly publishOnSave?: boolean | undefined;
  /** Undefined until an answer or a lookup confirms a send; until then, the page may be another file’s. */
  readonly published?: LastPublish | undefined;
  readonly pending?: PendingSend | undefined;
  /** `isLast`: the lookup was made after the last publish, not after an earlier one. */
  readonly wiki?: (WikiPage & { readonly isLast: boolean }) | undefined;
  /** The Git commit that the last send is of; undefined where nothing tells, as in a window. */
  readonly commit?: string | undefined;
  /** Sends of other documents during or after the last publish; they may have replaced the page’s text. */
  readonly otherSends?: readonly SendFromOther[] | undefined;
}

/** The last failed publish of a file, until one succeeds. It is kept in memory alone, and only fills in prompts. */
export interface FailedAttempt {
  readonly file: FileIdentity;
  readonly endpoint: string;
  readonly target: Target;
  readonly failedAt: number;
  /** The wiki answered 404: space or parent page is missing, or not visible. */
  readonly isPlaceMissing?: boolean | undefined;
}

/** After a 404 only the space is filled in, so that the person is asked for the parent page again. */
export function attemptedPlace(attempt: FailedAttempt | undefined): Partial<Target> | undefined {
  return attempt?.isPlaceMissing === true ? { space: attempt.target.space } : attempt?.target;
}

export function findPublished(records: readonly PageRecord[]): PageRecord | undefined {
  return records.find(({ published }) => published !== undefined);
}

/**
 * True for a page of the document, or of a file that the document links to; also
 * for undefined, a page that is no longer known and may have been anybody’s.
 */
export function concernsDocument(
  page: Pick<PageRecord, 'file'> | undefined,
  document: FileIdentity,
  linked: readonly string[],
): boolean {
  return page === undefined || isSameDocument(page.file, document) || linked.includes(page.file.uri);
}

/** Titles that differ in case alone count as the same (`titleKey`). */
export function isSamePlace(one: PlannedPlace, other: PlannedPlace): boolean {
  return placeKey(one) === placeKey(other);
}

export function placeKey({ endpoint, space, parent, title }: PlannedPlace): string {
  return JSON.stringify([endpoint, space, parent, titleKey(title)]);
}

/** Some wikis don’t distinguish titles that differ in case alone. */
export function titleKey(title: string): string {
  return composedTitle(title).toLowerCase();
}

export function lastSendAt({ published, pending }: Pick<PageRecord, 'published' | 'pending'>): number {
  return Math.max(published?.publishedAt ?? 0, pending?.sentAt ?? 0);
}

/**
 * Returns a record for a file that may have replaced another
 * document’s page; undefined if none of `otherSends` is from `file`.
 */
export function recordForReplacingFile(
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
  endpoint: schemaFromReader(readAddress),
  ...v.omit(targetSchema, ['overwrite']).entries,
});

export const suggestedPlaceSchema = v.fallback(
  v.object({ space: missingIfInvalid(v.string()), parent: missingIfInvalid(v.string()) }),
  {},
);

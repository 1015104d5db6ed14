import { isCurrent, type FoundPage } from '../wiki/lookups';
import { isNumericId, isSameTitle, type TitleScope } from '../wiki/target';
import type { FileIdentity } from './fileIdentity';
import { placeKey, type PageRecord, type Place, type PlannedPlace } from './pageRecord';
import type { FoundChange, LastVersion } from './wikiPage';

/** What others did to a page since it was published last: in the wiki, or by publishing another file. */
export type WikiChange =
  | FoundChange
  /**
   * The file `by` was sent to `place` with the same title. Where
   * titles are unique in a space, that replaced and moved this page.
   */
  | {
      readonly kind: 'conflict';
      readonly by: FileIdentity;
      readonly place: Place;
      readonly sentAt: number;
      readonly scope: TitleScope | undefined;
      /** A change in the wiki itself, beside the publish of `by`. */
      readonly besides: FoundChange | PageThere | undefined;
    }
  | PageThere;

/** A page that has the title already, and that no publish from this computer is known to have made. */
export interface PageThere extends LastVersion {
  readonly kind: 'there';
  readonly id: string;
  readonly version?: number | undefined;
  readonly address?: string | undefined;
  /** The import made the last version, by an app’s account: no person has edited the page since. */
  readonly isPublish?: boolean | undefined;
  /** It is under another parent page of the space. */
  readonly isElsewhere: boolean;
  readonly scope?: TitleScope | undefined;
}

/** A page elsewhere in the space stops no send that may create a page, unless titles are unique in the space. */
export function stopsNewPage({ isElsewhere }: PageThere, scope: TitleScope | undefined): boolean {
  return !isElsewhere || scope === 'space';
}

/** Undefined if there is no such page, or if no lookup could tell. */
export type FoundPageAt = (place: PlannedPlace) => PageThere | undefined;

/** Undefined if nobody changed the page since its publish, or if no lookup could tell. */
export type FoundChangeOf = (record: PageRecord) => FoundChange | undefined;

/** The clock behind the import’s `Date` header and the one behind a version’s `createdAt` may differ. */
const toleranceMs = 2_000;

/**
 * Returns the version that a publish made, from a lookup after it; undefined if the lookup does not
 * tell. `before`: the version before the publish; 0 if there was no page, undefined if unknown.
 */
export function publishedVersion(
  { version, changedAt }: Pick<FoundPage, 'version' | 'changedAt'>,
  before: number | undefined,
  answeredAt: number | undefined,
): number | undefined {
  if (version === undefined || (before !== undefined && version <= before)) {
    return undefined;
  }
  if (before !== undefined && version === before + 1) {
    return version;
  }
  if (answeredAt === undefined || changedAt === undefined) {
    return undefined;
  }
  if (changedAt <= answeredAt + toleranceMs) {
    return version;
  }
  // Somebody changed the page after the publish, which had made the version after `before`.
  return before === undefined ? undefined : before + 1;
}

/**
 * Undefined if nobody else changed the page, or if too little is known to tell. `importer`: the account of an app
 * whose versions are publishes.
 */
export function wikiChangeOf(
  {
    wiki,
    place,
    published,
    pending,
    otherSends = [],
  }: Pick<PageRecord, 'wiki' | 'place' | 'published' | 'pending' | 'otherSends'>,
  found: FoundPage | 'missing',
  importer?: string,
): FoundChange | undefined {
  if (wiki?.version === undefined) {
    return found === 'missing' ? undefined : changeSince(published?.answeredAt, found, importer);
  }
  if (found === 'missing' || !isCurrent(found)) {
    return { kind: 'deleted' };
  }
  const { version = wiki.version, title, parentId, spaceId, changedAt, authorId } = found;
  const change = { version, ours: wiki.version, title, changedAt, authorId };
  if (!isSameTitle(title, place.title)) {
    return { kind: 'renamed', ...change };
  }
  const isMoved =
    (parentId !== undefined && parentId !== place.parent) ||
    (spaceId !== undefined && isNumericId(place.space) && spaceId !== place.space);
  if (isMoved) {
    return { kind: 'moved', ...change };
  }
  // A send that no lookup followed may have made the version.
  const mayBeOurs = !wiki.isLast || pending !== undefined || otherSends.length > 0;
  const isByUs = mayBeOurs && authorId !== undefined && authorId === wiki.authorId;
  return version > wiki.version && !isByUs ? { kind: kindOfText(authorId, importer), ...change } : undefined;
}

/**
 * Used if no lookup told the version that our publish made. The time of the version in the wiki then shows that the
 * page was changed, but not whether it was edited, renamed or moved.
 */
function changeSince(
  answeredAt: number | undefined,
  found: FoundPage,
  importer: string | undefined,
): FoundChange | undefined {
  const { version, title, changedAt, authorId } = found;
  const isLater = answeredAt !== undefined && changedAt !== undefined && changedAt > answeredAt + toleranceMs;
  // The first version is that of the publish that made the page.
  return version === undefined || version === 1 || !isCurrent(found) || !isLater
    ? undefined
    : { kind: kindOfText(authorId, importer), version, ours: undefined, title, changedAt, authorId };
}

function kindOfText(authorId: string | undefined, importer: string | undefined): 'edited' | 'published' {
  return authorId !== undefined && authorId === importer ? 'published' : 'edited';
}

/** Consent to publish over a change counts for its key alone: another edit, for example, is asked about again. */
export function changeKey(change: WikiChange): string {
  switch (change.kind) {
    case 'deleted':
      return change.kind;
    case 'conflict':
      return [
        change.kind,
        change.sentAt,
        placeKey(change.place),
        change.besides && changeKey(change.besides),
      ].join(' ');
    case 'there':
      return [change.kind, change.id, change.version, ...(isPublish(change) ? ['published'] : [])].join(' ');
    case 'edited':
    case 'published':
    case 'renamed':
    case 'moved':
      return `${change.kind} ${change.version}`;
  }
}

/** Whether the last version is a publish from elsewhere, which no person has edited. */
export function isPublish(change: WikiChange): boolean {
  return change.kind === 'published' || (change.kind === 'there' && change.isPublish === true);
}

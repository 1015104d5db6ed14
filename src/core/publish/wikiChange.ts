import type { FoundPage } from '../wiki/lookups';
import { isNumericId, type TitleScope } from '../wiki/target';
import { placeKey, type FileIdentity, type PageRecord, type Place } from './pageRecord';

/** What somebody else did to a page since it was published from here. */
export type WikiChange =
  | {
      readonly kind: 'edited' | 'renamed' | 'moved';
      readonly version: number;
      /** The version that our publish made. */
      readonly ours: number;
      /** The title of the page now. */
      readonly title: string;
      readonly changedAt?: number | undefined;
      readonly authorId?: string | undefined;
      /** Their name. */
      readonly author?: string | undefined;
      readonly scope?: TitleScope | undefined;
    }
  /** Or not to be seen any more. */
  | { readonly kind: 'deleted' }
  /** Another file was published under its title in its space: that may be this page. `place`: of that file. */
  | {
      readonly kind: 'taken';
      readonly by: FileIdentity;
      readonly place: Place;
      readonly takenAt: number;
      readonly scope: TitleScope | undefined;
      /** What was done to the page in the wiki besides. */
      readonly besides: WikiChange | undefined;
    };

/** Clocks of a service and of its wiki are not one. */
const toleranceMs = 2_000;

/**
 * The version that our publish made, of the page as it is found after it. `before`: the version that was there before;
 * 0 where there was no page. Undefined when nothing tells it from one that somebody made meanwhile.
 */
export function ownVersion(
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
  // Ours is at least the next one, and the last one came later
  return before === undefined ? undefined : before + 1;
}

/** Undefined where nothing changed, and where nothing is known. */
export function changeInWiki(
  { wiki, place, pending, claims = [] }: Pick<PageRecord, 'wiki' | 'place' | 'pending' | 'claims'>,
  found: FoundPage | 'missing',
): WikiChange | undefined {
  if (wiki?.version === undefined) {
    return undefined;
  }
  if (found === 'missing' || found.isGone === true) {
    return { kind: 'deleted' };
  }
  const { version = wiki.version, title, parentId, spaceId, changedAt, authorId } = found;
  const change = { version, ours: wiki.version, title, changedAt, authorId };
  if (title.normalize('NFC') !== place.title.normalize('NFC')) {
    return { kind: 'renamed', ...change };
  }
  const isMoved =
    (parentId !== undefined && parentId !== place.parent) ||
    (spaceId !== undefined && isNumericId(place.space) && spaceId !== place.space);
  if (isMoved) {
    return { kind: 'moved', ...change };
  }
  // A send of ours that nobody looked up after may have made it
  const mayBeOurs = !wiki.isLast || pending !== undefined || claims.length > 0;
  const isByUs = mayBeOurs && authorId !== undefined && authorId === wiki.authorId;
  return version > wiki.version && !isByUs ? { kind: 'edited', ...change } : undefined;
}

/** What the person agrees to, when they publish all the same: of a later change they are asked again. */
export function changeKey(change: WikiChange): string {
  switch (change.kind) {
    case 'deleted':
      return change.kind;
    case 'taken':
      return [
        change.kind,
        change.takenAt,
        placeKey(change.place),
        change.besides && changeKey(change.besides),
      ].join(' ');
    default:
      return `${change.kind} ${change.version}`;
  }
}

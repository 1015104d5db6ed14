import { isCurrent, type FoundPage } from '../wiki/lookups';
import { isAccepted, type Outcome } from '../wiki/outcome';
import type { TitleScope } from '../wiki/target';
import { isSamePlace, titleKey, type PageRecord, type Place } from './pageRecord';

export interface SendOfTitle {
  readonly place: Place;
  readonly overwrite: boolean;
  readonly sentAt: number;
}

/**
 * A send without `overwrite` that made a second page of the title proves `parent`. If one was
 * refused because the title exists, and all known pages of the title are elsewhere, the result
 * is undefined: the existing page may be one of these, or anybody’s. Otherwise `known` stays.
 */
export function titleScopeAfterSend(
  known: TitleScope | undefined,
  titled: readonly PageRecord[],
  { place, overwrite, sentAt }: SendOfTitle,
  outcome: Outcome,
): TitleScope | undefined {
  const published = titled.filter((each) => each.published !== undefined);
  const elsewhere = published.filter((each) => !isSamePlace(each.place, place));
  const wasThere = (each: PageRecord): boolean =>
    !each.mayOverwrite || (each.published?.publishedAt ?? Infinity) <= sentAt;
  if (!overwrite && isAccepted(outcome) && elsewhere.some(wasThere)) {
    return 'parent';
  }
  const isInDoubt = isTitleTaken(outcome) && elsewhere.length > 0 && elsewhere.length === published.length;
  return !overwrite && isInDoubt ? undefined : known;
}

/** Whether the wiki refused the send because the title exists, and no earlier send can have made that page. */
export function isTitleTaken(outcome: Outcome): boolean {
  return (
    outcome.kind === 'answered' && outcome.answer.meaning === 'already exists' && !outcome.mayHaveArrived
  );
}

/**
 * Two pages of one title in a space prove `parent`. A single page proves `space` if a publish moved it to another
 * parent, or if it is not under `stoppedAt`, where a send was just refused because the title exists.
 * Undefined if nothing is proved.
 */
export function titleScopeFromLookup(
  found: readonly FoundPage[],
  titled: readonly PageRecord[],
  { title }: Pick<Place, 'title'>,
  stoppedAt?: Pick<Place, 'parent'>,
): TitleScope | undefined {
  const pages = found.filter((page) => isCurrent(page) && titleKey(page.title) === titleKey(title));
  const [page] = pages;
  if (page === undefined || pages.length > 1) {
    return page && 'parent';
  }
  const { id, parentId } = page;
  const isElsewhere = (parent: string): boolean => parentId !== undefined && parentId !== parent;
  // The page of one record is now under the parent page of another record, whose publish must have moved it there.
  const isMoved =
    titled.some(({ wiki, place }) => wiki?.id === id && isElsewhere(place.parent)) &&
    titled.some(({ published, place }) => published && place.parent === parentId);
  return isMoved || (stoppedAt !== undefined && isElsewhere(stoppedAt.parent)) ? 'space' : undefined;
}

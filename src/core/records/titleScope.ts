import type { FoundPage } from '../wiki/lookups';
import { isAccepted, type Outcome } from '../wiki/outcome';
import type { TitleScope } from '../wiki/target';
import { isSamePlace, titleKey, type PageRecord, type Place } from './pageRecord';

export interface SendOfTitle {
  readonly place: Place;
  readonly overwrite: boolean;
  readonly sentAt: number;
}

/**
 * Returns what is known of titles after a send. Titles are unique under each parent if the send made a second
 * page of the title. If it stopped, another person may have made the page at this place. That proves nothing
 * about the space, but puts what was known in doubt.
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
  const isInDoubt = isStoppedAtPage(outcome) && elsewhere.length > 0 && elsewhere.length === published.length;
  return !overwrite && isInDoubt ? undefined : known;
}

/** Whether the send stopped at a page that none of its own sends made. */
export function isStoppedAtPage(outcome: Outcome): boolean {
  return (
    outcome.kind === 'answered' && outcome.answer.meaning === 'already exists' && !outcome.mayHaveArrived
  );
}

/**
 * Returns what the looked-up pages of a title in a space say about titles. `stoppedAt`: the place at which a send just
 * stopped because of the title.
 */
export function titleScopeFromLookup(
  found: readonly FoundPage[],
  titled: readonly PageRecord[],
  { title }: Pick<Place, 'title'>,
  stoppedAt?: Pick<Place, 'parent'>,
): TitleScope | undefined {
  const pages = found.filter((page) => page.isGone !== true && titleKey(page.title) === titleKey(title));
  const [page] = pages;
  if (page === undefined || pages.length > 1) {
    return page && 'parent';
  }
  const { id, parentId } = page;
  const isElsewhere = (parent: string): boolean => parentId !== undefined && parentId !== parent;
  // The page was published here, and is now at the place of another file published since.
  const isMoved =
    titled.some(({ wiki, place }) => wiki?.id === id && isElsewhere(place.parent)) &&
    titled.some(({ published, place }) => published && place.parent === parentId);
  return isMoved || (stoppedAt !== undefined && isElsewhere(stoppedAt.parent)) ? 'space' : undefined;
}

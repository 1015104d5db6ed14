import type { FoundPage } from '../wiki/lookups';
import { isAccepted, type Outcome } from '../wiki/outcome';
import type { TitleScope } from '../wiki/target';
import { samePlace, titleKey, type PageRecord, type Place } from './pageRecord';

export interface SendOfTitle {
  readonly place: Place;
  readonly overwrite: boolean;
  readonly sentAt: number;
}

/**
 * Returns what is known of titles after a send. If it was to stop at an existing page and did not, beside another page
 * of the title, titles are unique under each parent. If it was stopped, somebody else may have made
 * the page at the same place. That never proves that titles are unique in the space; what was proved is then in doubt.
 */
export function titleScopeAfterSend(
  known: TitleScope | undefined,
  titled: readonly PageRecord[],
  { place, overwrite, sentAt }: SendOfTitle,
  outcome: Outcome,
): TitleScope | undefined {
  const published = titled.filter((each) => each.published !== undefined);
  const elsewhere = published.filter((each) => !samePlace(each.place, place));
  const wasThere = (each: PageRecord): boolean =>
    !each.mayOverwrite || (each.published?.publishedAt ?? Infinity) <= sentAt;
  if (!overwrite && isAccepted(outcome) && elsewhere.some(wasThere)) {
    return 'parent';
  }
  const isInDoubt = stoppedAtPage(outcome) && elsewhere.length > 0 && elsewhere.length === published.length;
  return !overwrite && isInDoubt ? undefined : known;
}

/** Whether the send stopped at a page that none of its own sends made. */
export function stoppedAtPage(outcome: Outcome): boolean {
  return (
    outcome.kind === 'answered' && outcome.answer.meaning === 'already exists' && !outcome.mayHaveArrived
  );
}

/**
 * Returns what the looked-up pages of a title in a space say about titles. `stoppedAt`: the place at which a send just
 * stopped because of the title.
 */
export function scopeSeen(
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

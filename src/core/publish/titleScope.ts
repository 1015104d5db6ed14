import type { FoundPage } from '../wiki/lookups';
import { isTaken, type Outcome } from '../wiki/outcome';
import type { TitleScope } from '../wiki/target';
import { samePlace, titleKey, type PageRecord, type Place } from './pageRecord';

export interface EndedSend {
  readonly place: Place;
  readonly overwrite: boolean;
  readonly sentAt: number;
}

/**
 * What the end of a send tells of titles. One that was to stop at an existing page and did not, beside another page of the title,
 * proves titles per parent; one that was stopped by a page, where only another place is known to have the title, titles per space. What
 * says both says nothing.
 */
export function scopeTold(
  known: TitleScope | undefined,
  titled: readonly PageRecord[],
  { place, overwrite, sentAt }: EndedSend,
  outcome: Outcome,
): TitleScope | undefined {
  const published = titled.filter((each) => each.published !== undefined);
  const elsewhere = published.filter((each) => !samePlace(each.place, place));
  const wasThere = (each: PageRecord): boolean =>
    !each.mayOverwrite || (each.published?.publishedAt ?? Infinity) <= sentAt;
  const isEach = isTaken(outcome) && elsewhere.some(wasThere);
  // Nothing but another place has it
  const isOnce = stoppedAtPage(outcome) && elsewhere.length > 0 && elsewhere.length === published.length;
  if (overwrite || (!isEach && !isOnce)) {
    return known;
  }
  const told = isEach ? 'parent' : 'space';
  return known === undefined || known === told ? told : undefined;
}

/** Whether it stopped at a page that no send of its own made. */
export function stoppedAtPage(outcome: Outcome): boolean {
  return (
    outcome.kind === 'answered' && outcome.answer.meaning === 'already exists' && !outcome.mayHaveArrived
  );
}

/**
 * What the pages of a title in a space tell, as they were looked up. `stoppedAt`: a send to this place just stopped at a page of the
 * title.
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
  // It was published here, and is where another file was published since
  const isMoved =
    titled.some(({ wiki, place }) => wiki?.id === id && isElsewhere(place.parent)) &&
    titled.some(({ published, place }) => published && place.parent === parentId);
  return isMoved || (stoppedAt !== undefined && isElsewhere(stoppedAt.parent)) ? 'space' : undefined;
}

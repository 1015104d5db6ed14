import type { FoundPage } from '../wiki/lookups';
import { isTaken, type Outcome } from '../wiki/outcome';
import type { TitleScope } from '../wiki/target';
import { lastAt, samePlace, titleKey, type FileIdentity, type PageRecord, type Place } from './pageRecord';

/** What is known of titles where a page goes. */
export interface Titles {
  /** The records of this title in this space, whichever parent they are under. */
  readonly titled: (place: Place) => readonly PageRecord[];
  /** Undefined while nothing proves it. */
  readonly titleScope: (endpoint: string) => TitleScope | undefined;
}

/**
 * The last record of the title under another parent, where that may be the page that an update would replace: it is as new as
 * the record of the place, and nothing proves that the wiki has a page for each. `makerOf`: another file that made a page.
 */
export function rivalOf(
  { titled, titleScope }: Titles,
  place: Place,
  makerOf: (place: Place) => FileIdentity | undefined,
): { readonly record: PageRecord; readonly by: FileIdentity } | undefined {
  if (titleScope(place.endpoint) === 'parent') {
    return undefined;
  }
  const all = titled(place);
  const since = all.find((each) => samePlace(each.place, place))?.published?.publishedAt ?? 0;
  return all
    .filter((each) => !samePlace(each.place, place) && lastAt(each) >= since)
    .sort(byTime)
    .flatMap((record) => {
      const by = makerOf(record.place);
      return by === undefined ? [] : [{ record, by }];
    })
    .at(0);
}

/** The record of the page that an update would replace. */
export function replacedBy(
  { at, titled, titleScope }: Titles & { readonly at: (place: Place) => PageRecord | undefined },
  place: Place,
): PageRecord | undefined {
  return (
    at(place) ?? (titleScope(place.endpoint) === 'space' ? titled(place).toSorted(byTime)[0] : undefined)
  );
}

/** The latest first. */
function byTime(one: PageRecord, other: PageRecord): number {
  return lastAt(other) - lastAt(one);
}

/**
 * What the end of a send tells of titles. One that was to stop at an existing page and did not, beside another page of the title,
 * proves titles per parent; one that met a page, where only another place is known to have the title, titles per space. What
 * says both says nothing.
 */
export function scopeTold(
  known: TitleScope | undefined,
  titled: readonly PageRecord[],
  {
    place,
    overwrite,
    sentAt,
  }: { readonly place: Place; readonly overwrite: boolean; readonly sentAt: number },
  outcome: Outcome,
): TitleScope | undefined {
  const [here, elsewhere] = [true, false].map((isHere) =>
    titled.filter((each) => each.published && samePlace(each.place, place) === isHere),
  ) as [PageRecord[], PageRecord[]];
  if (overwrite || elsewhere.length === 0) {
    return known;
  }
  if (isTaken(outcome)) {
    const wasThere = ({ published, mayOverwrite }: PageRecord): boolean =>
      !mayOverwrite || (published !== undefined && published.publishedAt <= sentAt);
    return elsewhere.some(wasThere) ? 'parent' : known;
  }
  return hasMet(outcome) && here.length === 0 ? (known === 'parent' ? undefined : 'space') : known;
}

/** Whether it stopped at a page that no send of its own made. */
export function hasMet(outcome: Outcome): boolean {
  return (
    outcome.kind === 'answered' && outcome.answer.meaning === 'already exists' && !outcome.mayHaveArrived
  );
}

/**
 * What the pages of a title in a space tell, as they were looked up. `met`: a send to this place just stopped at a page of the
 * title.
 */
export function scopeSeen(
  found: readonly FoundPage[],
  titled: readonly PageRecord[],
  { title }: Pick<Place, 'title'>,
  met?: Pick<Place, 'parent'>,
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
  return isMoved || (met !== undefined && isElsewhere(met.parent)) ? 'space' : undefined;
}

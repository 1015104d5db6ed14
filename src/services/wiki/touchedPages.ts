import { placeKey, type PageRecord, type PlannedPlace } from '../../core/records/pageRecord';
import type { FoundChangeOf, FoundPageAt } from '../../core/records/wikiChange';
import type { Services } from '../services';
import { ExistingPages } from './existingPages';
import { isRecentLookup } from './pagesInWiki';

/**
 * How many pages are looked up together: about as many as a run sends while a lookup counts as recent (5
 * seconds, `isRecentLookup`).
 */
const mostTogether = 50;

/** What a send would touch. */
export interface Touched {
  /** Of the page that is replaced. */
  readonly record?: PageRecord | undefined;
  /** A place that may have a page which nobody on this computer published. */
  readonly place?: PlannedPlace | undefined;
}

/** To be given to the decision. */
export interface FoundOfTouched {
  readonly changedInWiki: FoundChangeOf;
  readonly foundAt: FoundPageAt;
}

/** Looks up what sends would touch, unless that was done a moment ago. */
export class TouchedPages {
  readonly #looks = new Map<string, { readonly found: Promise<FoundOfTouched>; readonly at: number }>();

  constructor(private readonly services: Pick<Services, 'inWiki' | 'lookups' | 'records' | 'now'>) {}

  /** `next`: what is asked for soon, and looked up with it. The answer need not be awaited: a person is asked meanwhile. */
  look(page: Touched, next: () => readonly Touched[] = () => []): Promise<FoundOfTouched> {
    const { now } = this.services;
    const known = this.#looks.get(keyOf(page));
    if (known !== undefined && isRecentLookup(known.at, now())) {
      return known.found;
    }
    const pages = [page, ...next()].slice(0, mostTogether);
    const look = { found: this.#find(pages), at: now() };
    look.found.catch(() => undefined);
    pages.forEach((each) => this.#looks.set(keyOf(each), look));
    return look.found;
  }

  async #find(pages: readonly Touched[]): Promise<FoundOfTouched> {
    const [changedInWiki, foundAt] = await Promise.all([
      this.services.inWiki.lookUpChanges(pages.flatMap(({ record }) => record ?? [])),
      new ExistingPages(this.services).findAt(pages.flatMap(({ place }) => place ?? [])),
    ]);
    return { changedInWiki, foundAt };
  }
}

function keyOf({ record, place }: Touched): string {
  return JSON.stringify([record?.id, place && placeKey(place)]);
}

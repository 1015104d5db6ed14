import { placeKey, titleKey, type PlannedPlace } from '../../core/records/pageRecord';
import { placeOf } from '../../core/publish/recordChanges';
import { stopsNewPage, type FoundPageAt, type PageThere } from '../../core/records/wikiChange';
import type { RunFile } from '../../core/plan/runFile';
import { isCurrent, type FoundPage } from '../../core/wiki/lookups';
import type { Services } from '../services';
import { forEachConcurrently } from '../shared/forEachConcurrently';

const lookupTimeoutMs = 3_000;
const concurrentLookups = 6;
/** After this many failed lookups in a row, no more are tried: each would wait for its timeout. */
const mostMissed = 10;

/** Looks up existing pages that a send would touch, or be stopped by; without a platform token, nothing is known of them. */
export class ExistingPages {
  readonly #found = new Map<string, PageThere | 'missing'>();
  #missed = 0;

  constructor(private readonly services: Pick<Services, 'lookups' | 'records' | 'inWiki'>) {}

  /** Looks up places that it has not looked up yet. The result has all so far, by `placeKey`, of which a lookup could tell. */
  async find(places: readonly PlannedPlace[]): Promise<ReadonlyMap<string, PageThere | 'missing'>> {
    const open = new Map(places.map((place) => [placeKey(place), place]));
    await forEachConcurrently(open, concurrentLookups, async ([key, place]) => {
      const found = this.#found.get(key) ?? (await this.#look(place));
      if (found !== undefined) {
        this.#found.set(key, found);
      }
    });
    return new Map(this.#found);
  }

  /** As `find`, but returns the pages that are there. */
  async findAt(places: readonly PlannedPlace[]): Promise<FoundPageAt> {
    return foundAt(await this.find(places));
  }

  /**
   * For files that would create a page, returns by URI whether one is there already; undefined if no lookup could tell.
   */
  async findExisting(files: readonly RunFile[]): Promise<ReadonlyMap<string, boolean | undefined>> {
    const making = files.filter(({ destination }) => !destination.target.overwrite);
    const found = await this.find(making.map(({ destination }) => placeOf(destination)));
    return new Map(
      making.map(({ file, destination: { endpoint, target } }) => {
        const page = found.get(placeKey({ endpoint, ...target }));
        const scope = this.services.records.index.titleScope(endpoint);
        return [file.uri, page === 'missing' ? false : page && stopsNewPage(page, scope)];
      }),
    );
  }

  async #look(place: PlannedPlace): Promise<PageThere | 'missing' | undefined> {
    const { records, inWiki } = this.services;
    const scope = records.index.titleScope(place.endpoint);
    if (typeof place.parent !== 'string' && scope === 'parent') {
      return 'missing';
    }
    const titled = await this.titled(place);
    const isHere = ({ parentId }: FoundPage): boolean => parentId === place.parent;
    const page = titled?.find(isHere) ?? (scope === 'parent' ? undefined : titled?.[0]);
    if (page === undefined) {
      return titled && 'missing';
    }
    const { id, version, changedAt, authorId, address } = page;
    const there = {
      kind: 'there',
      id,
      version,
      changedAt,
      authorId,
      address,
      isElsewhere: !isHere(page),
    } as const;
    const signal = AbortSignal.timeout(lookupTimeoutMs);
    const isPublish = isHere(page) && (await inWiki.isImported(place.endpoint, page, signal));
    return inWiki.withAuthor(place.endpoint, { ...there, ...(isPublish && { isPublish }) }, signal);
  }

  /** The pages of this title in the space; undefined if no lookup could tell. */
  async titled(place: PlannedPlace): Promise<readonly FoundPage[] | undefined> {
    if (this.#missed >= mostMissed) {
      return undefined;
    }
    const signal = AbortSignal.timeout(lookupTimeoutMs);
    const found = await this.services.lookups.pagesTitled(place.endpoint, place, signal);
    this.#missed = found?.kind === 'found' ? 0 : this.#missed + 1;
    return found?.kind === 'found'
      ? found.value.filter((page) => isCurrent(page) && titleKey(page.title) === titleKey(place.title))
      : undefined;
  }
}

export function foundAt(found: ReadonlyMap<string, PageThere | 'missing'>): FoundPageAt {
  return (place) => {
    const page = found.get(placeKey(place));
    return page === 'missing' ? undefined : page;
  };
}

import * as l10n from '@vscode/l10n';
import { formatNumber } from '../../core/text/locale';
import { plainLine, quote } from '../../core/text/plainLine';
import type { FoundPage, LookupResult, PagesOfSpace } from '../../core/wiki/lookups';
import { idsInAddress, isNumericId } from '../../core/wiki/target';
import {
  pageInOtherSpaceText,
  pageMissingText,
  pageUnseenText,
  pageSearchProblemText,
} from '../../core/wiki/notFoundCause';
import type { Services } from '../services';
import type { PlaceWithoutTitle } from './placeNames';

type SuggestingServices = Pick<Services, 'settings' | 'recentPlaces' | 'lookups' | 'sites' | 'names'>;

export interface EnteredPlace {
  /** A pasted address may belong to another connection’s wiki than the one that was asked about. */
  readonly endpoint: string;
  readonly parent: string;
  /** Undefined if nothing tells the ID of the space. */
  readonly space: string | undefined;
  /** Why the wiki will most likely refuse the place. */
  readonly problem?: string | undefined;
  /** What the person has to enter where the space is not known. `url`: an address in the wiki that shows it. */
  readonly wanted?: { readonly text: string; readonly url?: string } | undefined;
}

interface FoundParent {
  readonly id: string;
  readonly title: string;
  readonly space: string | undefined;
  /** At most `maxAncestors`, the topmost first. */
  readonly ancestorTitles: readonly string[];
}

interface FoundParents {
  readonly pages: readonly FoundParent[];
  readonly note?: string | undefined;
}

type SpaceRead = LookupResult<PagesOfSpace> | undefined;

const searchMs = 10_000;
const mostFound = 50;
const maxAncestors = 3;

/** Suggests parent pages in one wiki. Looks up what the person types or pastes for one, and remembers what it finds. */
export class PlaceSuggestions {
  /** The pages of each space, which are read once for all texts that a person types into a search. */
  readonly #pages = new Map<string, Promise<SpaceRead>>();

  constructor(
    private readonly services: SuggestingServices,
    readonly endpoint: string,
  ) {}

  /** Places that were used before, the last one first. */
  get recent(): readonly PlaceWithoutTitle[] {
    const { endpoint, services } = this;
    const { recentPlaces } = services;
    return recentPlaces
      .spaces(endpoint)
      .flatMap((space) =>
        recentPlaces.parents(endpoint, space).map((parent) => ({ endpoint, space, parent })),
      );
  }

  canSearch(): Promise<boolean> {
    return this.services.lookups.canLookUp(this.endpoint);
  }

  /** Returns `this` if the address is in this wiki, or in none of the person’s connections. */
  forAddress(address: string): PlaceSuggestions {
    const { sites, settings } = this.services;
    const isIn = (endpoint: string): boolean => sites.addressIn(endpoint, address) !== undefined;
    const other = isIn(this.endpoint)
      ? undefined
      : settings
          .read()
          .connections.find(({ endpoint }) => sites.known(endpoint) !== undefined && isIn(endpoint));
    return other === undefined ? this : new PlaceSuggestions(this.services, other.endpoint);
  }

  /** Undefined if the address is in the wiki of any connection, or the site of this one is not known. */
  otherWikiProblem(address: string): string | undefined {
    return this.forAddress(address) === this
      ? this.services.sites.otherWikiProblem(this.endpoint, address)
      : undefined;
  }

  /**
   * `text`: a page’s ID or address; an address may tell another space, even in another connection’s wiki. `space`: the
   * one that an ID is in, or that an address is in if nothing tells another.
   */
  async read(text: string, space?: string): Promise<EnteredPlace> {
    const { endpoint, services } = this;
    if (!URL.canParse(text)) {
      const page = await services.lookups.page(endpoint, text);
      return this.#entered(text, space ?? (await this.#spaceOf(page, undefined)), page, undefined);
    }
    const home = this.forAddress(text);
    if (home !== this) {
      return home.read(text);
    }
    const { page: parent = '', spaceKey } = idsInAddress(text);
    await this.#pasted(parent, text);
    const page = await services.lookups.page(endpoint, parent);
    return this.#entered(parent, (await this.#spaceOf(page, spaceKey)) ?? space, page, spaceKey);
  }

  /** A string is a sentence that says why nothing was found. `spaces`: those whose pages are found by a part of their title. */
  async findPages(text: string, spaces: readonly string[]): Promise<FoundParents | string> {
    const read = await Promise.all(spaces.map((space) => this.#read(space)));
    const isCut = read.some((each) => each?.kind === 'found' && each.value.isCut);
    const pages = read.flatMap((each) => (each?.kind === 'found' ? each.value.pages : []));
    const isWhole = isCut || matching(pages, text).length === 0;
    // By its whole title, a page is found in any space.
    const titled = isWhole ? await this.#titled(text) : undefined;
    const exact = titled?.kind === 'found' ? titled.value : [];
    const all = new Map([...pages, ...exact].map((page) => [page.id, page]));
    const matches = matching([...all.values()], text);
    const cut = isCut
      ? l10n.t(
          'The space has more pages than the {0} that were searched. Type the whole title to find any.',
          formatNumber(pages.length),
        )
      : undefined;
    if (matches.length === 0) {
      const failed = read.find((each) => each?.kind !== 'found');
      return cut ?? pageSearchProblemText(failed === undefined ? titled?.kind : failed.kind);
    }
    const more = matches.length > mostFound;
    return {
      pages: matches.slice(0, mostFound).map((page) => ({
        id: page.id,
        title: plainLine(page.title),
        space: page.spaceId,
        ancestorTitles: ancestorTitlesOf(page, all),
      })),
      note: more
        ? l10n.t('{0} more pages have this in their titles.', formatNumber(matches.length - mostFound))
        : cut,
    };
  }

  /**
   * Names a space by the key in `address` until a lookup tells its name, and finds it by that key. `id`: the space’s ID
   * as the person typed it.
   */
  async keepSpace(address: string, id: string): Promise<void> {
    const { names, recentPlaces } = this.services;
    const { spaceKey: key } = URL.canParse(address) ? idsInAddress(address) : {};
    if (key !== undefined) {
      await names.keep(this.endpoint, { id, key });
      await recentPlaces.rememberSpaceKey(this.#site, { id, key });
    }
  }

  /** Returns the address of a page that the person pasted while adding the connection, but only to the first caller. */
  takePastedAddress(): string | undefined {
    return this.services.sites.takeParentAddress(this.endpoint);
  }

  /** A pasted address tells the site of the wiki, too. */
  async #pasted(id: string, address: string): Promise<void> {
    const { sites, recentPlaces } = this.services;
    await sites.rememberPasted(this.endpoint, address);
    const known = sites.addressIn(this.endpoint, address);
    await (known === undefined ? undefined : recentPlaces.rememberAddress(this.endpoint, id, known));
  }

  async #spaceOf(
    page: LookupResult<FoundPage> | undefined,
    key: string | undefined,
  ): Promise<string | undefined> {
    const { recentPlaces, lookups } = this.services;
    const there = page?.kind === 'found' ? page.value.spaceId : undefined;
    const spaces = recentPlaces.spaces(this.endpoint);
    const known =
      there ?? spaces.find((id) => key !== undefined && recentPlaces.spaceKey(this.#site, id) === key);
    if (known !== undefined || key === undefined) {
      return known;
    }
    const found = await lookups.space(this.endpoint, { key });
    await (found?.kind === 'found' ? recentPlaces.rememberSpaceKey(this.#site, found.value) : undefined);
    return found?.kind === 'found' ? found.value.id : undefined;
  }

  async #entered(
    parent: string,
    space: string | undefined,
    found: LookupResult<FoundPage> | undefined,
    key: string | undefined,
  ): Promise<EnteredPlace> {
    const { endpoint } = this;
    const problem = await this.#problemOf(space, parent, found);
    return space === undefined
      ? { endpoint, parent, space, problem, wanted: this.#wanted(parent, key) }
      : { endpoint, parent, space, problem };
  }

  #wanted(parent: string, key: string | undefined): EnteredPlace['wanted'] {
    const site = this.services.sites.suggested(this.endpoint) ?? this.#site;
    return key === undefined
      ? { text: l10n.t('Enter the ID of the space that page {0} is in', parent) }
      : {
          text: l10n.t('Enter the ID of the space {0}: the address has only its key', plainLine(key)),
          url: `${site}/wiki/api/v2/spaces?keys=${encodeURIComponent(key)}`,
        };
  }

  get #site(): string {
    return this.services.sites.of(this.endpoint);
  }

  async #problemOf(
    space: string | undefined,
    parent: string,
    found: LookupResult<FoundPage> | undefined,
  ): Promise<string | undefined> {
    const { endpoint, services } = this;
    switch (found?.kind) {
      case 'found': {
        await services.names.keep(endpoint, found.value);
        const { spaceId, title } = found.value;
        if (space === undefined || spaceId === undefined || !isNumericId(space) || spaceId === space) {
          return undefined;
        }
        const name = services.names.name({ endpoint, space, parent }, 'space');
        const known = name ?? services.recentPlaces.spaceKey(this.#site, space) ?? space;
        return pageInOtherSpaceText({ parent, title }, quote(known));
      }
      case 'missing':
        return pageMissingText(parent);
      case 'unseen':
        return pageUnseenText(parent);
      default:
        return undefined;
    }
  }

  async #read(space: string): Promise<SpaceRead> {
    const { lookups } = this.services;
    const reading =
      this.#pages.get(space) ?? lookups.pagesIn(this.endpoint, space, AbortSignal.timeout(searchMs));
    this.#pages.set(space, reading);
    const read = await reading;
    if (read?.kind !== 'found') {
      this.#pages.delete(space);
    }
    return read;
  }

  #titled(title: string): Promise<LookupResult<readonly FoundPage[]> | undefined> {
    const signal = AbortSignal.timeout(searchMs);
    return this.services.lookups.pagesTitled(this.endpoint, { title }, signal);
  }
}

/** Titles that begin with the text come first. */
function matching(pages: readonly FoundPage[], text: string): readonly FoundPage[] {
  const wanted = searched(text);
  const at = new Map(pages.map((page) => [page, searched(page.title).indexOf(wanted)]));
  const placeIn = (page: FoundPage): number => at.get(page) ?? -1;
  return pages
    .filter((page) => placeIn(page) >= 0)
    .toSorted(
      (one, other) =>
        Math.min(placeIn(one), 1) - Math.min(placeIn(other), 1) ||
        one.title.localeCompare(other.title, undefined, { numeric: true }),
    );
}

function searched(text: string): string {
  return text.normalize('NFC').trim().toLowerCase();
}

function ancestorTitlesOf({ parentId }: FoundPage, pages: ReadonlyMap<string, FoundPage>): readonly string[] {
  const titles: string[] = [];
  for (let page = pages.get(parentId ?? ''); page !== undefined && titles.length < maxAncestors;) {
    titles.unshift(plainLine(page.title));
    page = pages.get(page.parentId ?? '');
  }
  return titles;
}

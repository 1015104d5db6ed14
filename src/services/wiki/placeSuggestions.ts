import * as l10n from '@vscode/l10n';
import { spaceProblemText } from '../../core/publish/spaceKey';
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

export type SuggestingServices = Pick<Services, 'settings' | 'recentPlaces' | 'lookups' | 'sites' | 'names'>;

export interface EnteredPlace {
  /** A pasted address may belong to another connection’s wiki than the one that was asked about. */
  readonly endpoint: string;
  /** Undefined if a pasted address does not lead to the ID of a space. */
  readonly space: string | undefined;
  readonly parent?: string | undefined;
  /** Why the wiki will most likely refuse the place, or what the person has to enter instead. */
  readonly problem?: string | undefined;
  /** An address in the wiki that shows the ID of the space, which the person has to enter. */
  readonly spaceIdUrl?: string | undefined;
}

export interface FoundParent {
  readonly id: string;
  readonly title: string;
  /** At most `mostAbove`, the topmost first. */
  readonly ancestorTitles: readonly string[];
}

export interface FoundParents {
  readonly pages: readonly FoundParent[];
  readonly note?: string | undefined;
}

type SpaceRead = LookupResult<PagesOfSpace> | undefined;

const searchMs = 10_000;
const mostFound = 50;
const mostAbove = 3;

/** Suggests spaces and parent pages. Looks up what the person types or pastes for them, and remembers what it finds. */
export class PlaceSuggestions {
  /** The pages of each space, which are read once for all texts that a person types into a search. */
  readonly #pages = new Map<string, Promise<SpaceRead>>();

  constructor(
    private readonly services: SuggestingServices,
    readonly endpoint: string,
  ) {}

  get spaces(): readonly string[] {
    return this.services.recentPlaces.spaces(this.endpoint);
  }

  /** The place that was used last. */
  get lastPlace(): PlaceWithoutTitle | undefined {
    const [space] = this.spaces;
    const [parent] = space === undefined ? [] : this.parents(space);
    return space === undefined || parent === undefined
      ? undefined
      : { endpoint: this.endpoint, space, parent };
  }

  /** Undefined while only the IDs are known. */
  placeName(place: PlaceWithoutTitle): string | undefined {
    const { names } = this.services;
    return names.ids(place) === undefined ? undefined : names.text(place);
  }

  placeText(place: Pick<PlaceWithoutTitle, 'space' | 'parent'>): string {
    return this.services.names.text({ endpoint: this.endpoint, ...place });
  }

  parents(space: string): readonly string[] {
    return this.services.recentPlaces.parents(this.endpoint, space);
  }

  spaceName(space: string): string | undefined {
    const { names, recentPlaces } = this.services;
    return (
      names.of({ endpoint: this.endpoint, space, parent: '' }).space ??
      recentPlaces.spaceKey(this.#site, space)
    );
  }

  parentName(space: string, parent: string): string | undefined {
    return this.services.names.of({ endpoint: this.endpoint, space, parent }).parent;
  }

  lookUp(space: string, parents: readonly string[], told: () => void): Promise<void> {
    const { endpoint } = this;
    return this.services.names.lookUp(
      parents.map((parent) => ({ endpoint, space, parent })),
      told,
    );
  }

  /** Looks up the names of the place that was used last, and of the spaces. */
  async lookUpRecent(told: () => void): Promise<void> {
    const { endpoint, lastPlace, spaces } = this;
    const { names } = this.services;
    await Promise.all([
      names.lookUp(lastPlace === undefined ? [] : [lastPlace], told),
      ...spaces.map((space) => names.lookUpOnce(endpoint, 'space', space, told)),
    ]);
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

  /** `text`: a space’s ID or key, or the address of a space or of a page in it. */
  readSpace(text: string): Promise<EnteredPlace> {
    return URL.canParse(text) ? this.forAddress(text).#readAddress(text) : this.#readSpaceId(text);
  }

  /** `text`: a page’s ID or address; an address may tell another space, even in another connection’s wiki. */
  async readParent(space: string, text: string): Promise<EnteredPlace> {
    const { endpoint } = this;
    if (!URL.canParse(text)) {
      return { endpoint, space, parent: text, problem: await this.#parentProblem(space, text) };
    }
    const entered = await this.forAddress(text).#readAddress(text);
    const isHere = entered.space === undefined && entered.endpoint === endpoint;
    return isHere ? { endpoint, space, parent: entered.parent } : entered;
  }

  /** A string is a sentence that says why nothing was found. */
  async findPages(space: string, text: string): Promise<FoundParents | string> {
    const reading = this.#pages.get(space) ?? this.#read(space);
    this.#pages.set(space, reading);
    const found = await reading;
    if (found?.kind !== 'found') {
      this.#pages.delete(space);
      return pageSearchProblemText(found?.kind);
    }
    const { pages, isCut } = found.value;
    const exact = isCut ? await this.#titled(space, text) : [];
    const all = new Map([...pages, ...exact].map((page) => [page.id, page]));
    const matches = matching([...all.values()], text);
    const cut = isCut
      ? l10n.t(
          'The space has more pages than the {0} that were searched. Type the whole title to find any.',
          formatNumber(pages.length),
        )
      : undefined;
    if (matches.length === 0) {
      return cut ?? pageSearchProblemText('missing');
    }
    const more = matches.length > mostFound;
    return {
      pages: matches.slice(0, mostFound).map((page) => ({
        id: page.id,
        title: plainLine(page.title),
        ancestorTitles: titlesAbove(page, all),
      })),
      note: more
        ? l10n.t('{0} more pages have this in their titles.', formatNumber(matches.length - mostFound))
        : cut,
    };
  }

  async chosen(space: string, id: string): Promise<void> {
    const found = await this.#pages.get(space);
    const page = found?.kind === 'found' ? found.value.pages.find((each) => each.id === id) : undefined;
    await (page && this.services.names.keep(this.endpoint, page));
  }

  /** Names a space by the key in `address` until a lookup tells its name. `id`: the space’s ID as the person typed it. */
  async keepSpaceName(address: string, id: string): Promise<void> {
    const { endpoint } = this.forAddress(address);
    const { spaceKey } = idsInAddress(address);
    await (spaceKey && this.services.names.keep(endpoint, { id, key: spaceKey }));
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
    const known =
      there ?? this.spaces.find((id) => key !== undefined && recentPlaces.spaceKey(this.#site, id) === key);
    if (known !== undefined || key === undefined) {
      return known;
    }
    const found = await lookups.space(this.endpoint, { key });
    await (found?.kind === 'found' ? recentPlaces.rememberSpaceKey(this.#site, found.value) : undefined);
    return found?.kind === 'found' ? found.value.id : undefined;
  }

  /** Tells the person to type the space’s ID, since the address names no space, or one by a key whose ID is unknown. */
  #openSpace(
    key: string | undefined,
  ): Required<Pick<EnteredPlace, 'problem'>> & Pick<EnteredPlace, 'spaceIdUrl'> {
    const site = this.services.sites.suggested(this.endpoint) ?? this.#site;
    return key === undefined
      ? { problem: l10n.t('Enter the ID of the space: the address does not tell it') }
      : {
          problem: l10n.t('Enter the ID of the space {0}', plainLine(key)),
          spaceIdUrl: `${site}/wiki/api/v2/spaces?keys=${encodeURIComponent(key)}`,
        };
  }

  get #site(): string {
    return this.services.sites.of(this.endpoint);
  }

  async #readAddress(address: string): Promise<EnteredPlace> {
    const { endpoint, services } = this;
    const { page: parent, spaceKey } = idsInAddress(address);
    await (parent === undefined ? undefined : this.#pasted(parent, address));
    const page = parent === undefined ? undefined : await services.lookups.page(endpoint, parent);
    const space = await this.#spaceOf(page, spaceKey);
    if (space === undefined) {
      return { endpoint, space, parent, ...this.#openSpace(spaceKey) };
    }
    return { endpoint, space, parent, problem: parent && (await this.#problemOf(space, parent, page)) };
  }

  async #readSpaceId(typed: string): Promise<EnteredPlace> {
    const { endpoint, services } = this;
    const isId = isNumericId(typed);
    const found = await services.lookups.space(endpoint, isId ? { id: typed } : { key: typed });
    switch (found?.kind) {
      case 'found':
        await services.names.keep(endpoint, found.value);
        await services.recentPlaces.rememberSpaceKey(this.#site, found.value);
        return { endpoint, space: found.value.id };
      case 'missing':
        return {
          endpoint,
          space: typed,
          problem: l10n.t('Space {0} does not exist, or you can’t see it.', plainLine(typed)),
        };
      case 'refused':
      case 'unseen':
        return { endpoint, space: typed, problem: isId ? undefined : spaceProblemText(typed, found.kind) };
      default:
        return { endpoint, space: typed };
    }
  }

  async #parentProblem(space: string, parent: string): Promise<string | undefined> {
    return this.#problemOf(space, parent, await this.services.lookups.page(this.endpoint, parent));
  }

  async #problemOf(
    space: string,
    parent: string,
    found: LookupResult<FoundPage> | undefined,
  ): Promise<string | undefined> {
    switch (found?.kind) {
      case 'found': {
        await this.services.names.keep(this.endpoint, found.value);
        const { spaceId, title } = found.value;
        const isElsewhere = spaceId !== undefined && isNumericId(space) && spaceId !== space;
        return isElsewhere
          ? pageInOtherSpaceText({ parent, title }, quote(this.spaceName(space) ?? space))
          : undefined;
      }
      case 'missing':
        return pageMissingText(parent);
      case 'unseen':
        return pageUnseenText(parent);
      default:
        return undefined;
    }
  }

  #read(space: string): Promise<SpaceRead> {
    return this.services.lookups.pagesIn(this.endpoint, space, AbortSignal.timeout(searchMs));
  }

  async #titled(space: string, title: string): Promise<readonly FoundPage[]> {
    const signal = AbortSignal.timeout(searchMs);
    const found = await this.services.lookups.pagesTitled(this.endpoint, { space, title }, signal);
    return found?.kind === 'found' ? found.value : [];
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

function titlesAbove({ parentId }: FoundPage, pages: ReadonlyMap<string, FoundPage>): readonly string[] {
  const above: string[] = [];
  for (let page = pages.get(parentId ?? ''); page !== undefined && above.length < mostAbove;) {
    above.unshift(plainLine(page.title));
    page = pages.get(page.parentId ?? '');
  }
  return above;
}

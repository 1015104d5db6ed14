import * as l10n from '@vscode/l10n';
import type { LookupResult, FoundPage } from '../../core/wiki/lookups';
import { spaceProblem } from '../../core/publish/spaceKey';
import { searchProblem } from '../../core/wiki/whyNotFound';
import { plain } from '../../core/text/plain';
import type { WindowServices } from '../windowServices';

/** The recent spaces and parent pages, the latest first, with their names and searches in the wiki. */
export interface PlaceSuggestions {
  readonly spaces: () => readonly string[];
  readonly parents: (space: string) => readonly string[];
  /** Returns the name that is shown beside an ID in a list. */
  readonly describeSpace: (id: string) => string | undefined;
  readonly describePages: (ids: readonly string[], told: (id: string, title: string) => void) => void;
  /** Returns why the address of a page is not accepted: it belongs to another wiki. */
  readonly elsewhere: (address: string) => string | undefined;
  /** Records the address of a page, which also contains that of the wiki. */
  readonly pasted: (id: string, address: string) => Promise<void>;
  /** Returns the ID of the space of a page or of a key, if it is known. */
  readonly spaceOf: (page: string | undefined, key: string | undefined) => Promise<string | undefined>;
  /** Returns a sentence that says where to find the ID of a space. */
  readonly whereIdStands: (key: string | undefined) => string;
  /** Whether the wiki can be searched. */
  readonly canSearch: () => Promise<boolean>;
  /** Searches a space for pages by title. Returns each with the titles of its ancestors, the topmost first, or why there are none. */
  readonly findPages: (
    space: string,
    title: string,
  ) => Promise<
    readonly { readonly id: string; readonly title: string; readonly above: readonly string[] }[] | string
  >;
  /** Returns the ID for a space's key, or a problem if there is no such space. */
  readonly resolveSpace: (typed: string) => Promise<{ readonly space: string; readonly problem?: string }>;
}

const searchMs = 5_000;
/** The most pages that a search shows. */
const mostFound = 10;
const mostAbove = 3;

async function titlesAbove(
  { parentId }: FoundPage,
  find: (id: string) => Promise<LookupResult<FoundPage> | undefined>,
): Promise<readonly string[]> {
  const above: string[] = [];
  for (let id = parentId; id !== undefined && above.length < mostAbove;) {
    const found = await find(id);
    id = undefined;
    if (found?.kind === 'found') {
      above.unshift(plain(found.value.title));
      id = found.value.parentId;
    }
  }
  return above;
}

export function placeSuggestionsAt(
  endpoint: string,
  { recentPlaces, lookups, sites }: Pick<WindowServices, 'recentPlaces' | 'lookups' | 'sites'>,
): PlaceSuggestions {
  const site = (): string => sites.of(endpoint);
  return {
    spaces: () => recentPlaces.spaces(endpoint),
    parents: (space) => recentPlaces.parents(endpoint, space),
    describeSpace: (id) => recentPlaces.spaceKey(site(), id),
    describePages: (ids, told) => {
      for (const id of ids) {
        lookups.page(endpoint, id).then(
          (page) => (page?.kind === 'found' ? told(id, plain(page.value.title)) : undefined),
          () => undefined,
        );
      }
    },
    spaceOf: async (page, key) => {
      const known = recentPlaces
        .spaces(endpoint)
        .find((id) => key !== undefined && recentPlaces.spaceKey(site(), id) === key);
      const found =
        known === undefined && page !== undefined ? await lookups.page(endpoint, page) : undefined;
      const there = found?.kind === 'found' ? found.value.spaceId : undefined;
      const space =
        known === undefined && there === undefined && key !== undefined
          ? await lookups.space(endpoint, { key })
          : undefined;
      return known ?? there ?? (space?.kind === 'found' ? space.value.id : undefined);
    },
    whereIdStands: (key) =>
      key === undefined
        ? l10n.t('The page is known, but its address does not tell the space. Now enter the ID of the space.')
        : l10n.t(
            'Now enter the ID of space {0}: it is the “id” at {1}',
            plain(key),
            `${sites.suggested(endpoint) ?? site()}/wiki/api/v2/spaces?keys=${encodeURIComponent(key)}`,
          ),
    canSearch: () => lookups.canLookUp(endpoint),
    findPages: async (space, title) => {
      const signal = AbortSignal.timeout(searchMs);
      const found = await lookups.pagesTitled(endpoint, { space, title }, signal);
      if (found?.kind !== 'found' || found.value.length === 0) {
        return searchProblem(found?.kind);
      }
      const pages = found.value.slice(0, mostFound);
      return Promise.all(
        pages.map(async (page) => ({
          id: page.id,
          title: plain(page.title),
          above: await titlesAbove(page, (id) => lookups.page(endpoint, id, signal)),
        })),
      );
    },
    elsewhere: (address) => sites.elsewhere(endpoint, address),
    pasted: async (id, address) => {
      await sites.suggest(endpoint, address);
      const known = sites.addressIn(endpoint, address);
      await (known === undefined ? undefined : recentPlaces.rememberAddress(endpoint, id, known));
    },
    resolveSpace: async (typed) => {
      const found = /^\d+$/.test(typed) ? undefined : await lookups.space(endpoint, { key: typed });
      if (found?.kind === 'found') {
        await recentPlaces.rememberSpaceKey(site(), found.value);
        return { space: found.value.id };
      }
      switch (found?.kind) {
        case 'missing':
          return {
            space: typed,
            problem: l10n.t('Space {0} does not exist, or you can’t see it.', plain(typed)),
          };
        case 'refused':
        case 'unseen':
          return { space: typed, problem: spaceProblem(typed, found.kind) };
        default:
          return { space: typed };
      }
    },
  };
}

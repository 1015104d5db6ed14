import { addressOfHeading, hasKnownAnchors, type Anchor } from '../../core/page/anchors';
import type { Connection } from '../../core/connection/connection';
import type { LinkedPage } from '../../core/page/links';
import { withoutQueryAndFragment, percentDecoded } from '../../core/page/localLink';
import { isMarkdownName } from '../../core/page/markdownName';
import type { Page } from '../../core/page/page';
import type { FileIdentity } from '../../core/records/fileIdentity';
import { isSamePlace, type PageRecord } from '../../core/records/pageRecord';
import type { KnownPages } from './pages';
import type { Sites } from '../connection/sites';
import { memoizeByKey } from '../shared/memoizeByKey';

export interface LinkedPagesDependencies {
  readonly index: KnownPages;
  readonly sites: Pick<Sites, 'addressIn' | 'isSameWiki'>;
  /** Returns the endpoint of the wiki that the document goes to. `own`: the records of the document’s pages. */
  readonly wikiOf: (own: readonly PageRecord[]) => string | undefined;
  readonly identify: (uri: string) => Promise<FileIdentity>;
  /** Returns the URI of the file that the path in a link, such as `../b.md#c`, leads to; undefined if it is no path. */
  readonly fileAt: (document: string, to: string) => string | undefined;
  /** Returns the path of the one Markdown file that a link such as `[[Setup]]` or `setup/` means. */
  readonly findLinked: (document: string, to: string) => Promise<string | undefined>;
  readonly anchors: (uri: string) => Promise<readonly Anchor[]>;
}

export interface LinkedFile {
  /** The link as the document has it, such as `../b.md#c`. */
  readonly to: string;
  readonly uri: string;
  /** Undefined if the file has no page in the document’s wiki; null if the page’s address is not known. */
  readonly address: string | null | undefined;
  /** The path, with the link’s fragment, that was found for a link such as `[[Setup]]`. */
  readonly file?: string;
}

export interface PageWithLinks {
  readonly page: Page;
  readonly linked: readonly LinkedFile[];
  /** The endpoint of the wiki that the links were resolved for; undefined if it is not known, or there are no links. */
  readonly wiki: string | undefined;
  readonly linkedPages: readonly LinkedPage[];
}

/** If false, the document has to be read again before it is sent to this wiki. */
export function areLinksFor(
  { linked = [], wiki }: Partial<Pick<PageWithLinks, 'linked' | 'wiki'>>,
  { endpoint }: Pick<Connection, 'endpoint'>,
): boolean {
  return linked.length === 0 || wiki === endpoint;
}

/** Whether the link has the name of a Markdown file, as `b.md#c` does and `[[b]]` does not. */
function isNamed(to: string): boolean {
  return !to.startsWith('[[') && isMarkdownName(withoutQueryAndFragment(to));
}

/**
 * If links lead to published files, or to files without their full names, as `[[Setup]]` does, reads the document a
 * second time, with the addresses of the pages. Undefined if a reading takes too much time or memory.
 */
export async function readWithLinkedPages(
  read: (linkedPages: readonly LinkedPage[]) => Promise<Page | undefined>,
  finding: (page: Page) => Promise<{ readonly document: FileIdentity } & LinkedPagesDependencies>,
): Promise<PageWithLinks | undefined> {
  const page = await read([]);
  if (page === undefined || page.linked.length === 0) {
    return page && { page, linked: [], linkedPages: [], wiki: undefined };
  }
  const { document, identify, anchors, ...others } = await finding(page);
  const dependencies = { ...others, identify: memoizeByKey(identify), anchors: memoizeByKey(anchors) };
  const { index, wikiOf } = others;
  const ownPages = index.ofFile(document);
  const linked = await linkedFiles(dependencies, document, page.linked, ownPages);
  const linkedPages = linked.flatMap(({ to, address, file }): readonly LinkedPage[] =>
    file !== undefined
      ? [[to, address === undefined ? false : address, file]]
      : address === undefined
        ? []
        : [[to, address]],
  );
  const there = linkedPages.length === 0 ? page : await read(linkedPages);
  return there && { page: there, linked, linkedPages, wiki: wikiOf(ownPages) };
}

async function linkedFiles(
  { index, sites, wikiOf, identify, fileAt, findLinked, anchors }: LinkedPagesDependencies,
  document: FileIdentity,
  linked: readonly string[],
  ownPages: readonly PageRecord[],
): Promise<readonly LinkedFile[]> {
  const endpoint = wikiOf(ownPages);
  const addressOf = async (uri: string): Promise<string | null | undefined> => {
    const own = index.ofFile({ uri });
    const pages = own.length > 0 ? own : index.ofFile(await identify(uri));
    const published = pages.filter((page) => page.published !== undefined);
    if (endpoint === undefined) {
      return published.length > 0 ? null : undefined;
    }
    // The address of a page is never written into pages of another wiki.
    const here = published.filter(({ place }) => sites.isSameWiki(place.endpoint, endpoint));
    const latest = here.find(({ place }) => place.endpoint === endpoint) ?? here[0];
    // The address may have been recorded for another connection to the same wiki.
    const addresses = here.flatMap(({ place, wiki }) =>
      latest !== undefined && isSamePlace({ ...place, endpoint: latest.place.endpoint }, latest.place)
        ? ((wiki?.address && sites.addressIn(place.endpoint, wiki.address)) ?? [])
        : [],
    );
    return addresses.find((address) => address !== '') ?? (latest && null);
  };
  const files = linked.map(async (to) => {
    const file = isNamed(to) ? undefined : await findLinked(document.uri, to);
    const path = isNamed(to) ? to : file;
    const uri = path === undefined ? undefined : fileAt(document.uri, path);
    if (path === undefined || uri === undefined) {
      return [];
    }
    let page = await addressOf(uri);
    const [, fragment] = to.replace(/\]\]$/, '').split('#', 2);
    if (typeof page === 'string' && fragment !== undefined && hasKnownAnchors(page)) {
      page = addressOfHeading(page, await anchors(uri), percentDecoded(fragment));
    }
    // A link to the document itself always leads to a page; until that page is created, its address is unknown (null).
    const address = uri === document.uri ? (page ?? null) : page;
    const meant = fragment === undefined ? file : file && `${file}#${fragment}`;
    return [{ to, uri, address, ...(meant !== undefined && { file: meant }) }];
  });
  return (await Promise.all(files)).flat();
}

import { addressOfHeading, hasAnchors, type Anchor } from '../../core/page/anchors';
import type { Connection } from '../../core/connection/connection';
import type { LinkedPage } from '../../core/page/links';
import { withoutQueryAndFragment, percentDecoded } from '../../core/page/localLink';
import { isMarkdownName } from '../../core/page/markdownName';
import type { Page } from '../../core/page/page';
import type { FileIdentity } from '../../core/records/fileIdentity';
import { isSamePlace, type PageRecord } from '../../core/records/pageRecord';
import type { RecordIndex } from '../../core/records/recordIndex';
import type { Sites } from '../connection/sites';
import { memoizeByKey } from '../shared/memoizeByKey';

export interface LinkedPagesDependencies {
  readonly index: RecordIndex;
  readonly sites: Pick<Sites, 'addressIn' | 'isSameWiki'>;
  /** Returns the endpoint of the document’s wiki. `own`: the document’s pages. */
  readonly wikiOf: (own: readonly PageRecord[]) => string | undefined;
  readonly identify: (uri: string) => Promise<FileIdentity>;
  /** Returns the file that a path in a document leads to; undefined if it leads to none. */
  readonly fileAt: (document: string, to: string) => string | undefined;
  /** Returns the path of the Markdown file that a link means which does not have its name. */
  readonly findLinked: (document: string, to: string) => Promise<string | undefined>;
  /** Returns the anchors of a file's headings as they are now. */
  readonly anchors: (uri: string) => Promise<readonly Anchor[]>;
}

/** A file that a document links to. */
export interface LinkedFile {
  /** The link as the document writes it. */
  readonly to: string;
  readonly uri: string;
  /** The address of the file's page in the document's wiki; undefined if it has none there, null if its address is not known. */
  readonly address: string | null | undefined;
  /** The file’s path, where the link does not name it. */
  readonly file?: string;
}

export interface PageWithLinks {
  readonly page: Page;
  readonly linked: readonly LinkedFile[];
  /** The endpoint of the wiki that the links were resolved for; undefined while it is not known. */
  readonly wiki: string | undefined;
  /** The linked pages that the page was read with. */
  readonly linkedPages: readonly LinkedPage[];
}

/** Whether the links were resolved for this wiki; if not, the document is read again before it is sent. */
export function areLinksFor(
  { linked = [], wiki }: Partial<Pick<PageWithLinks, 'linked' | 'wiki'>>,
  { endpoint }: Pick<Connection, 'endpoint'>,
): boolean {
  return linked.length === 0 || wiki === endpoint;
}

/** Whether a link is written by the name of a Markdown file. */
function isNamed(to: string): boolean {
  return !to.startsWith('[[') && isMarkdownName(withoutQueryAndFragment(to));
}

/** Reads a document, and again with the addresses if it links to files that have a page. Undefined if that takes too long. */
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
  const known = index.ofFile(document);
  const linked = await linkedFiles(dependencies, document, page.linked, known);
  const linkedPages = linked.flatMap(({ to, address, file }): readonly LinkedPage[] =>
    file !== undefined
      ? [[to, address === undefined ? false : address, file]]
      : address === undefined
        ? []
        : [[to, address]],
  );
  const there = linkedPages.length === 0 ? page : await read(linkedPages);
  return there && { page: there, linked, linkedPages, wiki: wikiOf(known) };
}

/** `known`: the document's own pages. */
async function linkedFiles(
  { index, sites, wikiOf, identify, fileAt, findLinked, anchors }: LinkedPagesDependencies,
  document: FileIdentity,
  linked: readonly string[],
  known: readonly PageRecord[],
): Promise<readonly LinkedFile[]> {
  const endpoint = wikiOf(known);
  const addressOf = async (uri: string): Promise<string | null | undefined> => {
    const own = index.ofFile({ uri });
    const pages = own.length > 0 ? own : index.ofFile(await identify(uri));
    const published = pages.filter((page) => page.published !== undefined);
    if (endpoint === undefined) {
      return published.length > 0 ? null : undefined;
    }
    // A page's address is not written into pages of another wiki.
    const here = published.filter(({ place }) => sites.isSameWiki(place.endpoint, endpoint));
    const latest = here.find(({ place }) => place.endpoint === endpoint) ?? here[0];
    // Its address may have been found through another connection to the same wiki.
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
    if (typeof page === 'string' && fragment !== undefined && hasAnchors(page)) {
      page = addressOfHeading(page, await anchors(uri), percentDecoded(fragment));
    }
    // A link to the document itself leads to the page that it is about to get.
    const address = uri === document.uri ? (page ?? null) : page;
    const meant = fragment === undefined ? file : file && `${file}#${fragment}`;
    return [{ to, uri, address, ...(meant !== undefined && { file: meant }) }];
  });
  return (await Promise.all(files)).flat();
}

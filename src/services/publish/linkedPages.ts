import { addressOfHeading, hasAnchors, type Anchor } from '../../core/page/anchors';
import { unescaped } from '../../core/page/localLink';
import type { LinkedPage } from '../../core/page/links';
import type { Page } from '../../core/page/page';
import type { FileIdentity } from '../../core/publish/pageRecord';
import type { RecordIndex } from '../../core/publish/recordIndex';
import { addressOn } from '../../core/wiki/site';
import type { Sites } from '../connection/sites';

export interface LinkedPagesDependencies {
  readonly index: RecordIndex;
  readonly sites: Pick<Sites, 'of'>;
  readonly identify: (uri: string) => Promise<FileIdentity>;
  /** The file that a document means; undefined where it means none. */
  readonly fileAt: (to: string) => string | undefined;
  /** Of a file’s headings, as the file is now. */
  readonly anchors: (uri: string) => Promise<readonly Anchor[]>;
}

/** A file that a document links to. */
export interface LinkedFile {
  /** As the document names it. */
  readonly to: string;
  readonly uri: string;
  /** Of its page: undefined where it has none, null where nobody knows the address. */
  readonly address: string | null | undefined;
}

/** Where the files are that a document links to, on this computer and in the wiki. */
export async function linkedPages(
  { index, sites, identify, fileAt, anchors }: LinkedPagesDependencies,
  document: FileIdentity,
  linked: readonly string[],
): Promise<readonly LinkedFile[]> {
  const endpoint = index.ofFile(document)[0]?.place.endpoint;
  const addressOf = async (uri: string): Promise<string | null | undefined> => {
    const own = index.ofFile({ uri });
    const pages = own.length > 0 ? own : index.ofFile(await identify(uri));
    const published = pages.filter((page) => page.published !== undefined);
    const known = published.flatMap(({ place, wiki }) => {
      const address = wiki?.address && addressOn(sites.of(place.endpoint), wiki.address);
      return address === undefined || address === '' ? [] : [{ address, endpoint: place.endpoint }];
    });
    // Of several pages, the one in the wiki that the document itself is in
    const page = known.find((each) => each.endpoint === endpoint) ?? known[0];
    return page?.address ?? (published.length > 0 ? null : undefined);
  };
  const files = linked.map(async (to) => {
    const uri = fileAt(to);
    if (uri === undefined) {
      return [];
    }
    const page = await addressOf(uri);
    const [, fragment] = to.split('#', 2);
    const address =
      typeof page === 'string' && fragment !== undefined && hasAnchors(page)
        ? addressOfHeading(page, await anchors(uri), unescaped(fragment))
        : page;
    // The document itself is about to have one
    return [{ to, uri, address: uri === document.uri ? (address ?? null) : address }];
  });
  return (await Promise.all(files)).flat();
}

export interface ReadLinked {
  readonly page: Page;
  readonly linked: readonly LinkedFile[];
  /** What the page was read with. */
  readonly linkedPages: readonly LinkedPage[];
}

/** Reads a document, and once more when it links to files that have a page. Undefined when it takes too long. */
export async function readLinked(
  read: (linkedPages: readonly LinkedPage[]) => Promise<Page | undefined>,
  find: (linked: readonly string[]) => Promise<readonly LinkedFile[]>,
): Promise<ReadLinked | undefined> {
  const page = await read([]);
  const linked = page === undefined || page.linked.length === 0 ? [] : await find(page.linked);
  const linkedPages = linked.flatMap(({ to, address }) =>
    address === undefined ? [] : [[to, address] as const],
  );
  const there = linkedPages.length === 0 ? page : await read(linkedPages);
  return there && { page: there, linked, linkedPages };
}

import type { FileIdentity } from '../../core/publish/pageRecord';
import type { RecordIndex } from '../../core/publish/recordIndex';
import { addressOn } from '../../core/wiki/site';
import type { Sites } from '../connection/sites';

export interface LinkedPagesDependencies {
  readonly index: RecordIndex;
  readonly sites: Pick<Sites, 'of'>;
  readonly identify: (uri: string) => Promise<FileIdentity>;
  /** The file that a document means; undefined where it means none. */
  readonly fileAt: (document: string, to: string) => string | undefined;
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
  { index, sites, identify, fileAt }: LinkedPagesDependencies,
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
    const uri = fileAt(document.uri, to);
    return uri === undefined ? [] : [{ to, uri, address: await addressOf(uri) }];
  });
  return (await Promise.all(files)).flat();
}

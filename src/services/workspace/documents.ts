import { firstPublished, type PageRecord } from '../../core/publish/pageRecord';
import type { RecordIndex } from '../../core/publish/recordIndex';
import type { Documents } from '../flow/host';
import type { PageThread } from '../page/pageThread';
import type { Services } from '../services';
import { aboveIn, defaultsFor, wikiFinder } from './above';
import { readFolder } from './folderPage';
import { readDocument, readFile, type ReadDependencies } from './readDocument';
import type { Workspace } from './workspace';

export interface DocumentsDependencies extends Pick<
  Services,
  'settings' | 'sites' | 'folderTargets' | 'spaceIds'
> {
  readonly workspace: Workspace;
  readonly pages: Pick<PageThread, 'read' | 'anchors'>;
}

/** Reads the documents of a workspace with these records. `going`: the titles of what a run publishes, once they are settled. */
export function documentsIn(
  dependencies: DocumentsDependencies,
  index: RecordIndex,
  going?: ReadonlyMap<string, string>,
): Documents {
  const { workspace, pages, settings, sites, folderTargets, spaceIds } = dependencies;
  const { connections } = settings.read();
  const names = connections.map(({ name }) => name);
  const above = aboveIn({ workspace, index, folderTargets, connections, spaceOf: spaceIds.of });
  const recordOf = async (uri: string): Promise<PageRecord | undefined> =>
    firstPublished(index.ofFile(await workspace.identify(uri)));
  return {
    read: async (uri, { text, endpoint } = {}) => {
      const reading: ReadDependencies = {
        ...{ workspace, pages, sites },
        records: { read: () => Promise.resolve(index) },
        findWiki:
          endpoint === undefined
            ? wikiFinder(dependencies, { above })
            : () => Promise.resolve(() => endpoint),
      };
      const read = uri.endsWith('/')
        ? await readFolder({ ...reading, names, above, recordOf, going }, uri)
        : text === undefined
          ? await readFile(reading, uri, names)
          : await readDocument(reading, { uri, text }, names);
      if (read.problem !== undefined) {
        return read;
      }
      const defaults = await defaultsFor(folderTargets, above, uri, read.value.settings);
      return {
        value: { text: text ?? '', ...read.value, settings: { ...read.value.settings, defaults } },
      };
    },
    above,
  };
}

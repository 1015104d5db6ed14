import { findPublished, type PageRecord } from '../../core/records/pageRecord';
import type { KnownPages } from '../records/pages';
import type { Parsed } from '../../core/text/parsed';
import type { Documents } from '../publish/host';
import type { PageThread } from '../page/pageThread';
import type { PageWithText } from '../publish/readForPublish';
import type { Services } from '../services';
import { createParentFinder, destinationDefaultsFor, createWikiFinder } from './parentFinder';
import { cachedWorkspace } from './cachedWorkspace';
import { readFolder, withChildList } from './folderPage';
import { readDocument, readFileAsPage, type ReadDependencies } from './readDocument';
import { TitleNames } from '../workspace/titleNames';
import type { Workspace } from '../workspace/workspace';

export interface DocumentsDependencies extends Pick<
  Services,
  'settings' | 'sites' | 'folderTargets' | 'spaceIds'
> {
  readonly workspace: Workspace;
  readonly pages: Pick<PageThread, 'read' | 'anchors'>;
}

/** With `runTitles` (as in `Host.documents`), settings are not cached, since they may change during a run. */
export function documentsIn(
  dependencies: DocumentsDependencies,
  index: KnownPages,
  runTitles?: ReadonlyMap<string, string>,
): Documents {
  const { pages, settings, sites, folderTargets, spaceIds } = dependencies;
  const workspace =
    runTitles === undefined ? cachedWorkspace(dependencies.workspace) : dependencies.workspace;
  const { connections } = settings.read();
  const connectionNames = connections.map(({ name }) => name);
  const findParentFile = createParentFinder({
    workspace,
    index,
    folderTargets,
    connections,
    spaceOf: spaceIds.of,
  });
  const recordOf = async (uri: string): Promise<PageRecord | undefined> =>
    findPublished(index.ofFile(await workspace.identify(uri)));
  const titleNames = new TitleNames(workspace);
  return {
    read: async (uri, { text, endpoint } = {}) => {
      const isUnsaved = text === undefined && workspace.isUnsaved(uri);
      const reading: ReadDependencies = {
        ...{ workspace, pages, sites, titleNames },
        records: { read: () => Promise.resolve(index) },
        findWiki:
          endpoint === undefined
            ? createWikiFinder({ ...dependencies, workspace }, { findParentFile, connections })
            : () => Promise.resolve(() => endpoint),
      };
      const folders = {
        ...reading,
        connectionNames,
        findParentFile,
        recordOf,
        runTitles,
      };
      const readAlone = async (): Promise<Parsed<PageWithText>> => {
        const read =
          text === undefined
            ? await readFileAsPage(reading, uri, connectionNames)
            : await readDocument(reading, { uri, text }, connectionNames);
        return read.problem === undefined ? { value: { text: text ?? '', ...read.value } } : read;
      };
      const read = uri.endsWith('/')
        ? await readFolder(folders, uri)
        : await withChildList(folders, uri, await readAlone());
      if (read.problem !== undefined) {
        return read;
      }
      const defaults = await destinationDefaultsFor(folderTargets, findParentFile, uri, read.value.settings);
      return {
        value: { ...read.value, isUnsaved, settings: { ...read.value.settings, defaults } },
      };
    },
    findParentFile,
    identify: (uri) => workspace.identify(uri),
  };
}

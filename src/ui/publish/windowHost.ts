import * as vscode from 'vscode';
import { firstPublished, type PageRecord } from '../../core/publish/pageRecord';
import type { Documents, FlowEvent, Host } from '../../services/flow/host';
import type { ConnectionSettings } from '../../services/connection/connectionSettings';
import type { Sites } from '../../services/connection/sites';
import type { PageThread } from '../../services/page/pageThread';
import type { FolderTargets } from '../../services/publish/folderTargets';
import type { SpaceIds } from '../../services/publish/spaceIds';
import { aboveIn, defaultsFor, wikiFinder } from '../page/above';
import { fileNameOf } from '../page/document';
import { readFolder } from '../page/folderPage';
import type { Identify } from '../page/identify';
import { readDocument, type ReadDependencies } from '../page/readDocument';
import { readFile } from '../page/readFile';
import type { VirtualDocuments } from '../page/virtualDocuments';
import { reached } from '../prompt/milestones';
import { addOpenable } from './openInWiki';

export interface WindowHostDependencies {
  readonly pages: PageThread;
  readonly settings: ConnectionSettings;
  readonly sites: Sites;
  readonly folderTargets: FolderTargets;
  readonly spaceIds: SpaceIds;
  readonly identify: Identify;
  readonly virtual: VirtualDocuments;
  readonly state: vscode.Memento;
}

/** The documents of the window and its workspace. */
export class WindowHost implements Host {
  constructor(private readonly dependencies: WindowHostDependencies) {}

  documents(...[index, going]: Parameters<Host['documents']>): Documents {
    const { pages, settings, sites, folderTargets, spaceIds, identify } = this.dependencies;
    const { connections } = settings.read();
    const names = connections.map(({ name }) => name);
    const above = aboveIn({ index, identify, folderTargets, connections, spaceOf: spaceIds.of });
    const recordOf = async (uri: vscode.Uri): Promise<PageRecord | undefined> =>
      firstPublished(index.ofFile(await identify(uri)));
    return {
      read: async (key, { text, endpoint } = {}) => {
        const reading: ReadDependencies = {
          ...{ pages, sites, identify },
          records: { read: () => Promise.resolve(index) },
          findWiki:
            endpoint === undefined
              ? wikiFinder(this.dependencies, { above })
              : () => Promise.resolve(() => endpoint),
        };
        const uri = vscode.Uri.parse(key, true);
        const read = key.endsWith('/')
          ? await readFolder({ ...reading, names, above, recordOf, going }, uri)
          : text === undefined
            ? await readFile(reading, key, names)
            : await readDocument(reading, { uri, fileName: fileNameOf(uri), text }, names);
        if (read.problem !== undefined) {
          return read;
        }
        const { settings } = read.value;
        const defaults = await defaultsFor(folderTargets, above, uri, settings);
        return { value: { text: text ?? '', ...read.value, settings: { ...settings, defaults } } };
      },
      above: (uri) => above(vscode.Uri.parse(uri, true)),
    };
  }

  identify(uri: string): ReturnType<Host['identify']> {
    return this.dependencies.identify(vscode.Uri.parse(uri, true));
  }

  nameOf(uri: string): string {
    return fileNameOf(vscode.Uri.parse(uri, true));
  }

  happened(event: FlowEvent): void {
    if (event.kind === 'found') {
      void addOpenable(
        this.dependencies.state,
        event.uris.map((uri) => vscode.Uri.parse(uri, true)),
      );
      return;
    }
    const uri = vscode.Uri.parse(event.uri, true);
    reached('hasPublished');
    // An open comparison shows that nothing is left to publish
    for (const side of ['last', 'now']) {
      this.dependencies.virtual.update(side, uri, fileNameOf(uri), event.content);
    }
  }
}

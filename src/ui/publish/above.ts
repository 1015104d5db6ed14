import * as vscode from 'vscode';
import { firstPublished } from '../../core/publish/pageRecord';
import { decideConnection } from '../../core/publish/decideConnection';
import type { Chosen, Defaults } from '../../core/publish/precedence';
import type { RecordIndex } from '../../core/publish/recordIndex';
import type { Above, Tree } from '../../core/publish/tree';
import type { ConnectionSettings } from '../../services/connection/connectionSettings';
import type { PageSettings } from '../../services/page/pageSettings';
import type { FolderTargets } from '../../services/publish/folderTargets';
import { FolderPages } from '../../services/run/folderPages';
import { files } from '../page/files';
import type { Identify } from '../page/identify';
import { pageSettingsOf, type FindWiki } from '../page/readDocument';

export interface WikiFinderDependencies {
  readonly settings: ConnectionSettings;
  readonly folderTargets: FolderTargets;
  readonly identify: Identify;
}

export type FindAbove = (uri: vscode.Uri, tree?: Tree) => Promise<Above | undefined>;

/** Finds what is above a file or folder, where the settings say that files are a tree. Each folder is looked at once. */
export function aboveIn(index: RecordIndex, identify: Identify): FindAbove {
  const roots = new Map<string, FolderPages<vscode.Uri>>();
  return async (uri, tree = pageSettingsOf(uri).tree) => {
    const root = vscode.workspace.getWorkspaceFolder(uri)?.uri;
    if (tree === undefined || root === undefined) {
      return undefined;
    }
    const key = root.toString();
    const pages = roots.get(key) ?? new FolderPages({ ...files, isHidden: () => false }, root);
    roots.set(key, pages);
    const path = await pages.above(uri.path.slice(root.path.replace(/\/$/, '').length + 1), tree);
    if (path === undefined) {
      return undefined;
    }
    const above = vscode.Uri.joinPath(root, path);
    const own = firstPublished(index.ofFile(await identify(above)));
    return {
      uri: above.toString(),
      path: shownPath(above),
      page: own && { endpoint: own.place.endpoint, space: own.place.space, id: own.wiki?.id },
    };
  };
}

/** What folders and settings say of where a document goes. */
export async function defaultsFor(
  folderTargets: FolderTargets,
  findAbove: FindAbove,
  uri: vscode.Uri,
  { defaults, tree }: Pick<PageSettings, 'defaults' | 'tree'>,
): Promise<Defaults> {
  const above = tree && (await findAbove(uri, tree));
  return { ...folderTargets.defaultsFor(uri.toString(), defaults), above };
}

/** As it is decided, before anything else is: links are addresses in this wiki alone. */
export function wikiFinder(
  { settings, folderTargets, identify }: WikiFinderDependencies,
  { chosen, above }: { readonly chosen?: Chosen | undefined; readonly above?: FindAbove } = {},
): FindWiki {
  return async ({ uri, page, settings: pageSettings }, index) => {
    const { connections } = settings.read();
    const defaults = await defaultsFor(folderTargets, above ?? aboveIn(index, identify), uri, pageSettings);
    return (own) =>
      decideConnection({ document: page, own, connections, chosen, defaults }).connection?.endpoint;
  };
}

/** That of a folder ends in “/”. */
function shownPath(uri: vscode.Uri): string {
  return vscode.workspace.asRelativePath(uri).replace(/\/?$/, uri.path.endsWith('/') ? '/' : '');
}

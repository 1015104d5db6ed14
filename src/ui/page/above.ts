import * as vscode from 'vscode';
import { decideConnection } from '../../core/publish/decideConnection';
import { ownPages, type OwnPagesInput } from '../../core/publish/ownPages';
import { firstPublished, type PageRecord } from '../../core/publish/pageRecord';
import type { Chosen, Defaults } from '../../core/publish/precedence';
import type { RecordIndex } from '../../core/publish/recordIndex';
import type { Above, Tree } from '../../core/publish/tree';
import type { ConnectionSettings } from '../../services/connection/connectionSettings';
import type { PageSettings } from '../../services/page/pageSettings';
import type { FolderTargets } from '../../services/publish/folderTargets';
import { FolderPages } from '../../services/run/folderPages';
import { files } from './files';
import type { Identify } from './identify';
import { pageSettingsOf, type FindWiki } from './readDocument';

export interface WikiFinderDependencies {
  readonly settings: ConnectionSettings;
  readonly folderTargets: FolderTargets;
  readonly identify: Identify;
}

export type FindAbove = (uri: vscode.Uri, tree?: Tree) => Promise<Above | undefined>;

export interface AboveDependencies extends Pick<OwnPagesInput, 'connections' | 'spaceOf'> {
  readonly index: RecordIndex;
  readonly identify: Identify;
  readonly folderTargets: FolderTargets;
}

/** Finds what is above a file or folder, where the settings say that files are a tree. Each folder is looked at once. */
export function aboveIn(dependencies: AboveDependencies): FindAbove {
  const { index, identify, folderTargets } = dependencies;
  const roots = new Map<string, FolderPages<vscode.Uri>>();
  const pageOf = async (file: vscode.Uri): Promise<PageRecord | undefined> => {
    const identity = await identify(file);
    const own = firstPublished(index.ofFile(identity));
    const known = own === undefined ? index.known(identity) : [];
    if (known.length === 0) {
      return own;
    }
    // Nobody published it from here as yet: it has the page that it would update
    const { defaults, tree } = pageSettingsOf(file);
    const document = { frontMatter: {}, title: '' };
    const there = await defaultsFor(folderTargets, find, file, { defaults, tree });
    return firstPublished(ownPages({ ...dependencies, document, file: identity, defaults: there }, known));
  };
  const find: FindAbove = async (uri, tree = pageSettingsOf(uri).tree) => {
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
    const own = await pageOf(above);
    return {
      uri: above.toString(),
      path: shownPath(above),
      page: own && { endpoint: own.place.endpoint, space: own.place.space, id: own.wiki?.id },
    };
  };
  return find;
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
    const defaults = await defaultsFor(
      folderTargets,
      above ?? aboveIn({ index, identify, folderTargets, connections }),
      uri,
      pageSettings,
    );
    return (own) =>
      decideConnection({ document: page, own, connections, chosen, defaults }).connection?.endpoint;
  };
}

/** That of a folder ends in “/”. */
function shownPath(uri: vscode.Uri): string {
  return vscode.workspace.asRelativePath(uri).replace(/\/?$/, uri.path.endsWith('/') ? '/' : '');
}

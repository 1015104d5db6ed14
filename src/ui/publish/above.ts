import * as vscode from 'vscode';
import { firstPublished } from '../../core/publish/pageRecord';
import type { RecordIndex } from '../../core/publish/recordIndex';
import type { Above, Tree } from '../../core/publish/tree';
import { FolderPages } from '../../services/run/folderPages';
import { files } from '../page/files';
import type { Identify } from '../page/identify';
import { pageSettingsOf } from '../page/readDocument';

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

/** That of a folder ends in “/”. */
function shownPath(uri: vscode.Uri): string {
  return vscode.workspace.asRelativePath(uri).replace(/\/?$/, uri.path.endsWith('/') ? '/' : '');
}

import * as vscode from '../vscode';
import { unreadableText, type UnreadableReason } from '../../core/page/unreadableReason';
import { entriesOnDisk } from '../../services/workspace/entriesOnDisk';
import { whyNotInPlace } from '../../services/workspace/ownPlace';
import { isNotFound } from '../../services/workspace/namedFile';
import type { Repositories } from '../../services/workspace/repositories';
import { childOf, type Workspace } from '../../services/workspace/workspace';
import { baseNameOf, workspaceFolderPaths } from './document';
import { isGarbled, rulesOnDisk, textOnDisk } from './fileText';
import type { Identify } from './identify';
import type { FolderLayouts } from './folderLayouts';

export function windowWorkspace(
  identify: Identify,
  layouts: FolderLayouts,
  repositories: Pick<Repositories, 'repositoryAround'>,
): Workspace {
  const parse = (uri: string): vscode.Uri => vscode.Uri.parse(uri, true);
  return {
    rootOf: (uri) => vscode.workspace.getWorkspaceFolder(parse(uri))?.uri.toString(),
    shownPath: (uri) => vscode.workspace.asRelativePath(parse(uri)),
    settings: (section, uri) => {
      const settings = vscode.workspace.getConfiguration(section, parse(uri));
      const root = vscode.workspace.getWorkspaceFolder(parse(uri))?.uri.toString();
      return root === undefined || section !== 'publishToWiki' ? settings : layouts.applyTo(settings, root);
    },
    join: (uri, ...names) => childOf(uri, names) ?? vscode.Uri.joinPath(parse(uri), ...names).toString(),
    identify: (uri, realPath) => identify(parse(uri), realPath),
    whyNotInPlace: (uri) => whyNotRead(parse(uri)),
    text: async (address, known) => {
      const uri = parse(address);
      const key = uri.toString();
      const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === key);
      if (open === undefined) {
        // The place is not checked here, since `textOnDisk` checks it itself.
        return textOnDisk(uri, { known });
      }
      const why = await whyNotRead(uri);
      return why === undefined
        ? { value: open.getText() }
        : { problem: unreadableText(baseNameOf(uri), why) };
    },
    isGarbled: (uri, text) => isGarbled(parse(uri), text),
    isUnsaved: (uri) =>
      vscode.workspace.textDocuments.some(
        (document) => document.isDirty && !document.isUntitled && document.uri.toString() === uri,
      ),
    isGone: async (uri) => {
      try {
        await vscode.workspace.fs.stat(parse(uri));
        return false;
      } catch (error) {
        return isNotFound(error);
      }
    },
    isFolder: async (uri) => {
      const { type } = await vscode.workspace.fs.stat(parse(uri));
      return (type & vscode.FileType.Directory) !== 0;
    },
    files: {
      entries: async (folder) => {
        const uri = parse(folder);
        if (uri.scheme === 'file') {
          // `vscode.workspace.fs` costs a call to the window for each folder.
          return entriesOnDisk(uri.fsPath);
        }
        try {
          return await vscode.workspace.fs.readDirectory(uri);
        } catch (error) {
          return isNotFound(error) ? [] : undefined;
        }
      },
      readRules: (file) => rulesOnDisk(parse(file)),
      repository: async (folder) => {
        const { scheme, fsPath } = parse(folder);
        const around = scheme === 'file' ? await repositories.repositoryAround(fsPath) : undefined;
        return around && { ...around, top: vscode.Uri.file(around.top).toString() };
      },
    },
  };
}

async function whyNotRead({ scheme, fsPath }: vscode.Uri): Promise<UnreadableReason | undefined> {
  return scheme === 'file' ? whyNotInPlace(fsPath, workspaceFolderPaths()) : undefined;
}

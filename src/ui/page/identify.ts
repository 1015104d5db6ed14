import { realpath } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { FileIdentity } from '../../core/publish/pageRecord';

export type Identify = (uri: vscode.Uri) => Promise<FileIdentity>;

/** What a file is known by. The names of untitled documents are used again, by other windows too: `window` is one of them. */
export function identifier(window: string): Identify {
  return async (uri) => {
    if (uri.scheme === 'untitled') {
      return { uri: `${uri.toString()}#${window}` };
    }
    const folder = vscode.workspace.getWorkspaceFolder(uri);
    return {
      uri: uri.toString(),
      realPath: uri.scheme === 'file' ? await realpath(uri.fsPath).catch(() => uri.fsPath) : undefined,
      workspacePath: folder && vscode.workspace.asRelativePath(uri, false),
    };
  };
}

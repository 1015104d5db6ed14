import { realpath } from 'node:fs/promises';
import * as vscode from '../vscode';
import type { FileIdentity } from '../../core/records/fileIdentity';
import type { Repositories } from '../../services/workspace/repositories';

/** `realPath`: the path of the file without symbolic links, where the caller has resolved them already. */
export type Identify = (uri: vscode.Uri, realPath?: string) => Promise<FileIdentity>;

/** `window`: an ID of the window, since each window may have its own `Untitled-1`. */
export function createIdentify(window: string, repositories: Repositories): Identify {
  return async (uri, known) => {
    if (uri.scheme === 'untitled') {
      return { uri: `${uri.toString()}#${window}` };
    }
    const folder = vscode.workspace.getWorkspaceFolder(uri);
    const realPath =
      known ?? (uri.scheme === 'file' ? await realpath(uri.fsPath).catch(() => uri.fsPath) : undefined);
    return {
      uri: uri.toString(),
      realPath,
      workspacePath: folder && vscode.workspace.asRelativePath(uri, false),
      repository: realPath === undefined ? undefined : await repositories.of(realPath),
    };
  };
}

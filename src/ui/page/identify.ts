import { realpath } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { FileIdentity } from '../../core/publish/fileIdentity';
import type { Repositories } from '../../services/publish/repositories';

export type Identify = (uri: vscode.Uri) => Promise<FileIdentity>;

/** Returns a function that identifies files. `window` distinguishes untitled documents, whose names occur in every window. */
export function fileIdentifier(window: string, repositories: Repositories): Identify {
  return async (uri) => {
    if (uri.scheme === 'untitled') {
      return { uri: `${uri.toString()}#${window}` };
    }
    const folder = vscode.workspace.getWorkspaceFolder(uri);
    const realPath = uri.scheme === 'file' ? await realpath(uri.fsPath).catch(() => uri.fsPath) : undefined;
    return {
      uri: uri.toString(),
      realPath,
      workspacePath: folder && vscode.workspace.asRelativePath(uri, false),
      repository: realPath === undefined ? undefined : await repositories.of(realPath),
    };
  };
}

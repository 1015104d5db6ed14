import * as vscode from 'vscode';
import type { NamedFileDependencies } from '../../services/page/namedFile';

/** Returns how files that the workspace names are read. */
export function namedFiles(): NamedFileDependencies {
  return { folders: openedFolders(), fs: vscode.workspace.fs };
}

export function openedFolders(): readonly string[] {
  return (vscode.workspace.workspaceFolders ?? [])
    .filter(({ uri }) => uri.scheme === 'file')
    .map(({ uri }) => uri.fsPath);
}

import * as vscode from 'vscode';
import type { PageRecord } from '../../core/publish/pageRecord';

/** The address of a page's file, where it is in a folder that is open. */
export type FileHere = (record: PageRecord | undefined) => string | undefined;

/** As VS Code writes it; where one folder is open it is not searched for: there may be thousands of files. */
export function pathHere(address: string): string {
  const [folder, another] = vscode.workspace.workspaceFolders ?? [];
  const start = `${folder?.uri.toString()}/`;
  return another === undefined && address.startsWith(start) && !address.includes('%')
    ? address.slice(start.length)
    : vscode.workspace.asRelativePath(vscode.Uri.parse(address, true));
}

/** Among the folders that are open now. */
export function fileHere(): FileHere {
  const folders = vscode.workspace.workspaceFolders?.map(({ uri }) => `${uri.toString()}/`) ?? [];
  return (record) => record?.files.find(({ uri }) => folders.some((folder) => uri.startsWith(folder)))?.uri;
}

import * as vscode from 'vscode';
import type { PageRecord } from '../../core/records/pageRecord';

/** Returns the address of a page's file if it is in a workspace folder. */
export type FileUriLookup = (record: PageRecord | undefined) => string | undefined;

/** Returns the path as VS Code shows it. With one folder, slicing the address is faster for many files. */
export function workspacePath(address: string): string {
  const [folder, another] = vscode.workspace.workspaceFolders ?? [];
  const start = `${folder?.uri.toString()}/`;
  return another === undefined && address.startsWith(start) && !address.includes('%')
    ? address.slice(start.length)
    : vscode.workspace.asRelativePath(vscode.Uri.parse(address, true));
}

/** Returns the lookup for the current workspace folders. */
export function createFileUriLookup(): FileUriLookup {
  const folders = vscode.workspace.workspaceFolders?.map(({ uri }) => `${uri.toString()}/`) ?? [];
  return (record) =>
    folders.some((folder) => record?.file.uri.startsWith(folder)) ? record?.file.uri : undefined;
}

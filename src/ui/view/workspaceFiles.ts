import * as vscode from '../vscode';
import type { PageRecord } from '../../core/records/pageRecord';

/** Returns the URI of the page’s file; undefined outside of the workspace folders. */
export type FileUriLookup = (record: PageRecord | undefined) => string | undefined;

/** Slicing the URI is faster than `asRelativePath` for many files, but needs a single folder and no percent-encoding. */
export function workspacePath(address: string): string {
  const [folder, another] = vscode.workspace.workspaceFolders ?? [];
  const start = `${folder?.uri.toString()}/`;
  return another === undefined && address.startsWith(start) && !address.includes('%')
    ? address.slice(start.length)
    : vscode.workspace.asRelativePath(vscode.Uri.parse(address, true));
}

export function createFileUriLookup(): FileUriLookup {
  const folders = vscode.workspace.workspaceFolders?.map(({ uri }) => `${uri.toString()}/`) ?? [];
  return (record) =>
    folders.some((folder) => record?.file.uri.startsWith(folder)) ? record?.file.uri : undefined;
}

import * as vscode from 'vscode';
import type { PageRecord } from '../../core/publish/pageRecord';

/** The address of a page's file, where it is in a folder that is open. */
export type FileHere = (record: PageRecord | undefined) => string | undefined;

/** Among the folders that are open now. */
export function fileHere(): FileHere {
  const folders = vscode.workspace.workspaceFolders?.map(({ uri }) => `${uri.toString()}/`) ?? [];
  return (record) => record?.files.find(({ uri }) => folders.some((folder) => uri.startsWith(folder)))?.uri;
}

import * as vscode from 'vscode';
import type { PageRecord } from '../../core/publish/pageRecord';

/** The address of the page's file, where it is in a folder that is open. */
export function fileHere(record: PageRecord | undefined): string | undefined {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return record?.files.find((file) => folders.some(({ uri }) => file.uri.startsWith(`${uri.toString()}/`)))
    ?.uri;
}

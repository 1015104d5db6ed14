import * as vscode from 'vscode';
import type { Page, PageOptions } from '../core/page';
import { readPageSettings, type PageSettings } from '../services/pageSettings';

export interface Read {
  readonly page: Page;
  readonly settings: PageSettings;
}

/** A text as the page that it becomes, with the settings that hold for its place. */
export async function readDocument(
  { uri, fileName, text }: { readonly uri: vscode.Uri; readonly fileName: string; readonly text: string },
  connections: readonly string[],
): Promise<Read> {
  const settings = pageSettingsOf(uri);
  const { readPage } = await import('../core/page.js');
  return { page: readPage(text, fileName, pageOptions(settings, connections)), settings };
}

export function pageSettingsOf(uri: vscode.Uri): PageSettings {
  const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri.path;
  const path = folder === undefined ? undefined : uri.path.slice(folder.replace(/\/$/, '').length + 1);
  return readPageSettings(vscode.workspace.getConfiguration('publishToWiki', uri), path);
}

export function pageOptions(
  { omitHeading, omitComments, publicPlace }: PageSettings,
  connections: readonly string[],
): PageOptions {
  return { omitHeading, omitComments, publicPlace, connections };
}

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { PageOptions } from '../../core/page/page';
import { plain } from '../../core/text/plain';
import type { Parsed } from '../../core/text/parsed';
import { linkOutside } from '../../services/page/linkOutside';
import type { PageThread } from '../../services/page/pageThread';
import { isGarbled } from './fileText';
import { readPageSettings, type PageSettings, type ReadPage } from '../../services/page/pageSettings';

const hourMs = 3_600_000;

/** A text as the page that it becomes, with the settings that hold for its place. */
export async function readDocument(
  pages: PageThread,
  { uri, fileName, text }: { readonly uri: vscode.Uri; readonly fileName: string; readonly text: string },
  connections: readonly string[],
): Promise<Parsed<ReadPage>> {
  const outside = uri.scheme === 'file' ? await linkOutside(uri.fsPath, openedFolders()) : undefined;
  if (outside !== undefined) {
    const text = l10n.t(
      '{0} is a link to {1}, outside the folders that are open. Nothing was sent.',
      fileName,
      plain(outside),
    );
    return { problem: text };
  }
  const settings = pageSettingsOf(uri);
  const options = pageOptions(settings, connections, await isGarbled(uri, text));
  const page = await pages.read(text, fileName, options);
  return page === undefined
    ? { problem: l10n.t('{0} takes too much time or memory to read. Nothing was sent.', fileName) }
    : { value: { page, settings } };
}

function openedFolders(): readonly string[] {
  return (vscode.workspace.workspaceFolders ?? [])
    .filter(({ uri }) => uri.scheme === 'file')
    .map(({ uri }) => uri.fsPath);
}

export function pageSettingsOf(uri: vscode.Uri): PageSettings {
  const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri.path;
  const path = folder === undefined ? undefined : uri.path.slice(folder.replace(/\/$/, '').length + 1);
  return readPageSettings(vscode.workspace.getConfiguration('publishToWiki', uri), path);
}

export function pageOptions(
  { omitHeading, omitComments, publicPlace }: PageSettings,
  connections: readonly string[],
  isGarbled: boolean,
): PageOptions {
  const now = Math.floor(Date.now() / hourMs) * hourMs;
  return { omitHeading, omitComments, publicPlace, connections, isGarbled, now };
}

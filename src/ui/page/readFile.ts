import { readFile as readBytes } from 'node:fs/promises';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Parsed } from '../../core/text/parsed';
import type { ReadPage } from '../../services/page/pageSettings';
import type { PageThread } from '../../services/page/pageThread';
import { fileNameOf } from './document';
import { readDocument } from './readDocument';

/** A file as the page that it becomes. `connections`: the names that there are. */
export async function readFile(
  pages: PageThread,
  key: string,
  connections: readonly string[],
): Promise<Parsed<ReadPage>> {
  const uri = vscode.Uri.parse(key, true);
  const text = await readText(uri);
  return text === undefined
    ? { problem: l10n.t('The file can’t be read.') }
    : readDocument(pages, { uri, fileName: fileNameOf(uri), text }, connections);
}

/** The text as it stands in an editor, else as it is stored; undefined when it can’t be read. Nothing is opened. */
async function readText(uri: vscode.Uri): Promise<string | undefined> {
  const key = uri.toString();
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === key);
  return open === undefined ? textOnDisk(uri) : open.getText();
}

export async function textOnDisk(uri: vscode.Uri): Promise<string | undefined> {
  try {
    // VS Code would ask its window about each file, and again for its encoding
    const bytes = await (uri.scheme === 'file' ? readBytes(uri.fsPath) : vscode.workspace.fs.readFile(uri));
    return utf8(bytes, uri) ?? (await vscode.workspace.decode(bytes, { uri }));
  } catch {
    return undefined;
  }
}

/** Undefined when the text may be of another encoding, which VS Code finds out. */
function utf8(bytes: Uint8Array, uri: vscode.Uri): string | undefined {
  const settings = vscode.workspace.getConfiguration('files', uri);
  if (settings.get('encoding') !== 'utf8' || settings.get('autoGuessEncoding') === true) {
    return undefined;
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

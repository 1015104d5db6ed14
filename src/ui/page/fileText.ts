import * as vscode from 'vscode';
import { unreadableText } from '../../core/page/unreadable';
import type { Parsed } from '../../core/text/parsed';
import {
  mostMarkdownBytes,
  mostRulesBytes,
  readNamedFile,
  type NamedFile,
} from '../../services/page/namedFile';
import { fileNameOf } from './document';
import { namedFiles } from './namedFiles';

/** The text as it stands in an editor, else as it is stored. Nothing is opened. */
export async function readText(uri: vscode.Uri): Promise<Parsed<string>> {
  const key = uri.toString();
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === key);
  return open === undefined ? textOnDisk(uri) : { value: open.getText() };
}

/** `encoding`: of a document; otherwise VS Code finds it out. */
export async function textOnDisk(uri: vscode.Uri, encoding?: string): Promise<Parsed<string>> {
  return textOf(uri, await bytesOf(uri), encoding);
}

/** The text of a `.wikiignore` or `.gitignore`; undefined when there is none. */
export async function rulesOnDisk(uri: vscode.Uri): Promise<Parsed<string> | undefined> {
  const read = await readNamedFile(namedFiles(), uri, mostRulesBytes);
  return read.why?.kind === 'missing' ? undefined : textOf(uri, read);
}

/** Whether some of a text is not what its file says, because it was read in another encoding. */
export async function isGarbled(uri: vscode.Uri, text: string): Promise<boolean> {
  if (!/[\ufffd\0]/.test(text) || uri.scheme === 'untitled') {
    return false;
  }
  try {
    const { bytes } = await bytesOf(uri);
    return bytes === undefined || new TextDecoder('utf-8', { fatal: true }).decode(bytes).includes('\0');
  } catch {
    return true;
  }
}

function bytesOf(uri: vscode.Uri): Promise<NamedFile> {
  return readNamedFile(namedFiles(), uri, mostMarkdownBytes);
}

async function textOf(
  uri: vscode.Uri,
  { bytes, why }: NamedFile,
  encoding?: string,
): Promise<Parsed<string>> {
  if (why !== undefined) {
    return { problem: unreadableText(fileNameOf(uri), why) };
  }
  try {
    if (encoding !== undefined) {
      return { value: await vscode.workspace.decode(bytes, { encoding }) };
    }
    // VS Code would ask its window for the encoding of each file
    return { value: utf8(bytes, uri) ?? (await vscode.workspace.decode(bytes, { uri })) };
  } catch {
    return { problem: unreadableText(fileNameOf(uri), { kind: 'failed' }) };
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

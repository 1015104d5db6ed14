import * as vscode from '../vscode';
import { mayBeGarbled, unreadableText, unreadableReasonOf } from '../../core/page/unreadableReason';
import type { Parsed } from '../../core/text/parsed';
import {
  mostMarkdownBytes,
  mostRulesBytes,
  readNamedFile,
  type NamedFile,
} from '../../services/workspace/namedFile';
import type { SharedReading } from '../../services/workspace/workspace';
import { baseNameOf, namedFileDependencies } from './document';

/** `encoding`: that of the file’s open document; undefined to let VS Code’s settings for encodings decide. */
export async function textOnDisk(
  uri: vscode.Uri,
  { encoding, known }: { readonly encoding?: string; readonly known?: SharedReading | undefined } = {},
): Promise<Parsed<string>> {
  return textOf(uri, await bytesOf(uri, known?.onRealPath), { encoding, settings: known?.settings });
}

/** `uri`: of a `.wikiignore` or `.gitignore`. Resolves with undefined if the file does not exist. */
export async function rulesOnDisk(uri: vscode.Uri): Promise<Parsed<string> | undefined> {
  const read = await readNamedFile(namedFileDependencies(), uri, mostRulesBytes);
  return read.why?.kind === 'missing' ? undefined : textOf(uri, read);
}

/** Whether the text looks garbled, and the file is not in UTF-8 or can’t be read. */
export async function isGarbled(uri: vscode.Uri, text: string): Promise<boolean> {
  if (!mayBeGarbled(text) || uri.scheme === 'untitled') {
    return false;
  }
  const { bytes } = await bytesOf(uri);
  return bytes === undefined || utf8(bytes) === undefined;
}

function bytesOf(uri: vscode.Uri, onRealPath?: SharedReading['onRealPath']): Promise<NamedFile> {
  return readNamedFile(namedFileDependencies(onRealPath), uri, mostMarkdownBytes);
}

async function textOf(
  uri: vscode.Uri,
  { bytes, why }: NamedFile,
  {
    encoding,
    settings: known,
  }: {
    readonly encoding?: string | undefined;
    readonly settings?: SharedReading['settings'] | undefined;
  } = {},
): Promise<Parsed<string>> {
  if (why !== undefined) {
    return { problem: unreadableText(baseNameOf(uri), why) };
  }
  try {
    if (encoding !== undefined) {
      return { value: await vscode.workspace.decode(bytes, { encoding }) };
    }
    // `vscode.workspace.decode` costs a call to the window for each file, so UTF-8 is decoded here.
    const settings = known?.('files', uri.toString()) ?? vscode.workspace.getConfiguration('files', uri);
    const isEncodingUtf8 = settings.get('encoding') === 'utf8' && settings.get('autoGuessEncoding') !== true;
    const text = isEncodingUtf8 ? utf8(bytes) : undefined;
    return { value: text ?? (await vscode.workspace.decode(bytes, { uri })) };
  } catch {
    return { problem: unreadableText(baseNameOf(uri), unreadableReasonOf(bytes)) };
  }
}

function utf8(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

import { readFile as readBytes } from 'node:fs/promises';
import * as vscode from 'vscode';

/** The text as it stands in an editor, else as it is stored; undefined when it can’t be read. Nothing is opened. */
export async function readText(uri: vscode.Uri): Promise<string | undefined> {
  const key = uri.toString();
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === key);
  return open === undefined ? textOnDisk(uri) : open.getText();
}

/** `encoding`: of a document; otherwise VS Code finds it out. */
export async function textOnDisk(uri: vscode.Uri, encoding?: string): Promise<string | undefined> {
  try {
    const bytes = await bytesOf(uri);
    if (encoding !== undefined) {
      return await vscode.workspace.decode(bytes, { encoding });
    }
    // VS Code would ask its window for the encoding of each file
    return utf8(bytes, uri) ?? (await vscode.workspace.decode(bytes, { uri }));
  } catch {
    return undefined;
  }
}

/** Whether some of a text is not what its file says, because it was read in another encoding. */
export async function isGarbled(uri: vscode.Uri, text: string): Promise<boolean> {
  if (!/[\ufffd\0]/.test(text) || uri.scheme === 'untitled') {
    return false;
  }
  try {
    const written = new TextDecoder('utf-8', { fatal: true }).decode(await bytesOf(uri));
    return written.includes('\0');
  } catch {
    return true;
  }
}

async function bytesOf(uri: vscode.Uri): Promise<Uint8Array> {
  // VS Code would ask its window about each file
  return uri.scheme === 'file' ? readBytes(uri.fsPath) : vscode.workspace.fs.readFile(uri);
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

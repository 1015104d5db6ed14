import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Parsed } from '../../core/text/parsed';
import { fileNameOf } from './document';
import { readText } from './fileText';
import { readDocument, type ReadDependencies, type ReadDocument } from './readDocument';

/** A file as the page that it becomes. `connections`: the names that there are. */
export async function readFile(
  reading: ReadDependencies,
  key: string,
  connections: readonly string[],
): Promise<Parsed<ReadDocument & { readonly text: string }>> {
  const uri = vscode.Uri.parse(key, true);
  const text = await readText(uri);
  if (text === undefined) {
    return { problem: l10n.t('The file can’t be read.') };
  }
  const read = await readDocument(reading, { uri, fileName: fileNameOf(uri), text }, connections);
  return read.problem === undefined ? { value: { ...read.value, text } } : read;
}

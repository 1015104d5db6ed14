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
  const { value: text, problem } = await readText(uri);
  if (problem !== undefined) {
    return { problem };
  }
  const read = await readDocument(reading, { uri, fileName: fileNameOf(uri), text }, connections);
  return read.problem === undefined ? { value: { ...read.value, text } } : read;
}

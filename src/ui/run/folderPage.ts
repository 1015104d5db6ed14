import * as vscode from 'vscode';
import { escapeMarkdown } from '../../core/run/runReport';
import type { Parsed } from '../../core/text/parsed';
import type { ReadText } from '../../services/run/readFile';
import type { FoundFile } from '../../services/run/findFiles';
import { fileNameOf } from '../page/document';
import { readDocument, type ReadDependencies } from '../page/readDocument';
import { readFile } from '../page/readFile';
import type { FindAbove } from '../publish/above';
import { filesOf } from './filesToPublish';

/** The files, each after the folders above it that have pages of their own. */
export async function* withFolderPages(
  found: AsyncIterable<FoundFile<vscode.Uri>>,
  above: FindAbove,
): AsyncGenerator<FoundFile<vscode.Uri>> {
  const seen = new Set<string>();
  for await (const file of found) {
    const folders: FoundFile<vscode.Uri>[] = [];
    // Nothing goes under a page above what is not published
    for (
      let next = file.problem === undefined ? await above(file.uri) : undefined;
      next !== undefined && !seen.has(next.uri);
    ) {
      const uri = vscode.Uri.parse(next.uri, true);
      if (uri.path.endsWith('/')) {
        seen.add(next.uri);
        folders.unshift({ uri, path: next.path });
      }
      next = await above(uri);
    }
    yield* folders;
    yield file;
  }
}

/** A folder as the page that it becomes: a list of what is under it. */
export async function readFolder(
  reading: ReadDependencies,
  folder: vscode.Uri,
  connections: readonly string[],
  above: FindAbove,
): Promise<Parsed<ReadText>> {
  const children = new Map<string, vscode.Uri>();
  for await (const { uri, problem } of filesOf(folder, () => undefined)) {
    if (problem !== undefined) {
      continue;
    }
    for (let child = uri, next = await above(child); next !== undefined; next = await above(child)) {
      if (next.uri === folder.toString()) {
        children.set(child.toString(), child);
        break;
      }
      child = vscode.Uri.parse(next.uri, true);
    }
  }
  const titles: string[] = [];
  for (const [key, uri] of children) {
    const read = key.endsWith('/') ? undefined : await readFile(reading, key, connections);
    titles.push(read?.value?.page.title ?? fileNameOf(uri));
  }
  const text = titles.map((title) => `- ${escapeMarkdown(title)}\n`).join('');
  const read = await readDocument(reading, { uri: folder, fileName: fileNameOf(folder), text }, connections);
  return read.problem === undefined ? { value: { ...read.value, text } } : read;
}

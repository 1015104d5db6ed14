import { blockingProblems } from '../../core/page/problem';
import type { PageRecord } from '../../core/publish/pageRecord';
import type { FileAbove } from '../../core/publish/tree';
import { folderList, type Under } from '../../core/run/folderList';
import type { Parsed } from '../../core/text/parsed';
import type { ReadText } from '../run/readFile';
import type { FoundFile } from '../run/files';
import { readDocument, readFile, type ReadDependencies } from './readDocument';
import { fileNameOf } from './workspace';
import type { FindFileAbove } from './above';
import { filesOf } from './filesToPublish';

/** Adds the parent folders that have pages of their own, each before its files. */
export async function* withFolderPages(
  found: AsyncIterable<FoundFile<string>>,
  above: (uri: string) => Promise<FileAbove | undefined>,
): AsyncGenerator<FoundFile<string>> {
  const seen = new Set<string>();
  for await (const file of found) {
    const folders: FoundFile<string>[] = [];
    // A folder page is published only if a page under it is.
    for (
      let next = file.problem === undefined ? await above(file.uri) : undefined;
      next !== undefined && !seen.has(next.uri);
    ) {
      const { uri, path } = next;
      if (uri.endsWith('/')) {
        seen.add(uri);
        folders.unshift({ uri, path });
      }
      next = await above(uri);
    }
    yield* folders;
    yield file;
  }
}

export interface ReadFolderDependencies extends ReadDependencies {
  /** The names of all connections. */
  readonly names: readonly string[];
  readonly above: FindFileAbove;
  readonly recordOf: (uri: string) => Promise<PageRecord | undefined>;
  /** The titles of what a run publishes, by the file's address, once they are settled. */
  readonly going?: ReadonlyMap<string, string> | undefined;
}

/** Reads a folder as a page that lists the pages under it. */
export async function readFolder(reading: ReadFolderDependencies, folder: string): Promise<Parsed<ReadText>> {
  const { names, above, recordOf, going } = reading;
  /** The direct children, with the files from which they were found. */
  const children = new Map<string, string[]>();
  for await (const { uri, problem } of filesOf(reading.workspace, folder, () => undefined)) {
    if (problem !== undefined) {
      continue;
    }
    for (let child = uri, next = await above(child); next !== undefined; next = await above(child)) {
      if (next.uri === folder) {
        children.set(child, [...(children.get(child) ?? []), uri]);
        break;
      }
      child = next.uri;
    }
  }
  const under: Under[] = [];
  let hasDrafts = false;
  for (const [uri, files] of children) {
    const { title, isDraft } = await firstTitle(reading, files);
    hasDrafts ||= isDraft;
    under.push({
      uri,
      title: title === undefined || !uri.endsWith('/') ? title : fileNameOf(uri),
      record: await recordOf(uri),
    });
  }
  const text = folderList(under, going);
  const read = await readDocument(reading, { uri: folder, text }, names);
  if (read.problem !== undefined) {
    return read;
  }
  const { page } = read.value;
  const isDraft = text === '' && hasDrafts;
  const frontMatter = isDraft ? ({ ...page.frontMatter, draft: 'below' } as const) : page.frontMatter;
  return { value: { ...read.value, page: { ...page, frontMatter }, text } };
}

/** Returns the title of the first file that can be published. Links to files without a page do not count as problems. */
async function firstTitle(
  reading: ReadFolderDependencies,
  files: readonly string[],
): Promise<{ readonly title?: string | undefined; readonly isDraft: boolean }> {
  let hasDrafts = false;
  for (const uri of files) {
    const { value } = await readFile(reading, uri, reading.names);
    const isDraft = value?.page.frontMatter.draft !== undefined;
    const blocking = value && blockingProblems(value.page.problems, value.settings.severities);
    hasDrafts ||= isDraft;
    if (!isDraft && blocking?.every(({ kind }) => kind === 'relativeLink') === true) {
      return { title: value?.page.title, isDraft: false };
    }
  }
  return { isDraft: hasDrafts };
}

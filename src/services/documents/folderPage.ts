import * as l10n from '@vscode/l10n';
import { blockingProblems } from '../../core/page/problem';
import type { PageRecord } from '../../core/records/pageRecord';
import { folderPageMarkdown, type ChildPage } from '../../core/plan/folderList';
import type { Parsed } from '../../core/text/parsed';
import type { PageWithText } from '../publish/readForPublish';
import type { FoundFile } from '../workspace/files';
import { readDocument, readFileAsPage, type ReadDependencies } from './readDocument';
import { foldersOfPage } from '../workspace/folderPages';
import type { FindParentFile } from './parentFinder';
import { TitleNames } from '../workspace/titleNames';
import { filesOf } from '../workspace/filesToPublish';

/** Inserts each folder that becomes a page itself (its URI ends in `/`) before the first file under it. */
export async function* withFolderPages(
  found: AsyncIterable<FoundFile<string>>,
  findParentFile: FindParentFile,
): AsyncGenerator<FoundFile<string>> {
  const seen = new Set<string>();
  for await (const file of found) {
    const folders: FoundFile<string>[] = [];
    // A file with a problem gets no page, so no folder page is needed above it.
    for (
      let next = file.problem === undefined ? await findParentFile(file.uri) : undefined;
      next !== undefined && !seen.has(next.uri);
    ) {
      const { uri, path } = next;
      if (uri.endsWith('/')) {
        seen.add(uri);
        folders.unshift({ uri, path });
      }
      next = await findParentFile(uri);
    }
    yield* folders;
    yield file;
  }
}

export interface ReadFolderDependencies extends ReadDependencies {
  readonly connectionNames: readonly string[];
  readonly findParentFile: FindParentFile;
  readonly recordOf: (uri: string) => Promise<PageRecord | undefined>;
  readonly runTitles?: ReadonlyMap<string, string> | undefined;
}

/**
 * Returns the page of a folder without an `index.md`: a list of its child pages, or a draft if all that could be
 * listed are drafts.
 */
export async function readFolder(
  reading: ReadFolderDependencies,
  folder: string,
): Promise<Parsed<PageWithText>> {
  const { text, hasDrafts } = await listUnder(reading, folder, folder);
  const read = await readDocument(reading, { uri: folder, text }, reading.connectionNames);
  if (read.problem !== undefined) {
    return read;
  }
  const value = { ...read.value, text };
  return text === '' && hasDrafts ? asDrafts(value) : { value };
}

/**
 * In a tree, appends a list of the child pages to a page without text, such as an empty `index.md`, or calls
 * `asDrafts`.
 */
export async function withChildList(
  reading: ReadFolderDependencies,
  uri: string,
  read: Parsed<PageWithText>,
): Promise<Parsed<PageWithText>> {
  if (
    read.problem !== undefined ||
    read.value.page.content.trim() !== '' ||
    read.value.settings.tree === undefined
  ) {
    return read;
  }
  const [folder = ''] = foldersOfPage(uri);
  const isFolder = await reading.workspace.isFolder(folder).catch(() => false);
  const { text: list, hasDrafts } = isFolder
    ? await listUnder(reading, uri, folder)
    : { text: '', hasDrafts: false };
  if (list === '') {
    return hasDrafts ? asDrafts(read.value) : read;
  }
  const text = `${read.value.text}\n\n${list}`;
  const listed = await readDocument(reading, { uri, text }, reading.connectionNames);
  return listed.problem === undefined ? { value: { ...listed.value, text } } : listed;
}

/** Marks a folder's page as a draft, since it would list nothing but drafts. */
function asDrafts(read: PageWithText): Parsed<PageWithText> {
  const { page } = read;
  return {
    value: {
      ...read,
      page: { ...page, frontMatter: { draft: l10n.t('All under it are drafts.'), ...page.frontMatter } },
    },
  };
}

/**
 * Returns a Markdown list of the child pages of `page`, a file or folder. `hasDrafts`: whether drafts were left
 * out. Only files in `folder` are searched.
 */
async function listUnder(
  reading: ReadFolderDependencies,
  page: string,
  folder: string,
): Promise<{ readonly text: string; readonly hasDrafts: boolean }> {
  const { findParentFile, recordOf, runTitles, titleNames = new TitleNames(reading.workspace) } = reading;
  /** Key: the URI of a child page, a file or folder. Value: the files at or below that child in the tree. */
  const children = new Map<string, string[]>();
  for await (const { uri, problem } of filesOf(reading.workspace, folder, () => undefined)) {
    if (problem !== undefined || uri === page) {
      continue;
    }
    for (
      let child = uri, next = await findParentFile(child);
      next !== undefined;
      next = await findParentFile(child)
    ) {
      if (next.uri === page) {
        children.set(child, [...(children.get(child) ?? []), uri]);
        break;
      }
      child = next.uri;
    }
  }
  const under: ChildPage[] = [];
  let hasDrafts = false;
  for (const [uri, files] of children) {
    const { title, isDraft } = await titleUnder(reading, uri, files);
    hasDrafts ||= isDraft;
    const isFolder = title !== undefined && uri.endsWith('/');
    under.push({ uri, title: isFolder ? await titleNames.of(uri) : title, record: await recordOf(uri) });
  }
  return { text: folderPageMarkdown(under, runTitles), hasDrafts };
}

interface TitleUnder {
  /** Undefined if a problem or `draft` keeps the page from being published. */
  readonly title?: string | undefined;
  readonly isDraft: boolean;
}

/** A folder, or a file without text, has a title only if some file under it can be published. */
async function titleUnder(
  reading: ReadFolderDependencies,
  uri: string,
  files: readonly string[],
): Promise<TitleUnder> {
  const others = (): Promise<TitleUnder> =>
    firstTitle(
      reading,
      files.filter((file) => file !== uri),
    );
  if (uri.endsWith('/')) {
    return others();
  }
  const own = await firstTitle(reading, [uri]);
  const listing = own.title === undefined ? await firstTitle(reading, [uri], 'emptyBody') : own;
  if (listing.title === own.title) {
    return own;
  }
  const below = await others();
  return below.title === undefined ? below : listing;
}

async function firstTitle(
  reading: ReadFolderDependencies,
  files: readonly string[],
  passed: 'emptyBody' | 'relativeLink' = 'relativeLink',
): Promise<TitleUnder> {
  let hasDrafts = false;
  for (const uri of files) {
    const { value } = await readFileAsPage(reading, uri, reading.connectionNames);
    const isDraft = value?.page.frontMatter.draft !== undefined;
    const blocking = value && blockingProblems(value.page.problems, value.settings.severities);
    hasDrafts ||= isDraft;
    if (!isDraft && blocking?.every(({ kind }) => kind === 'relativeLink' || kind === passed) === true) {
      return { title: value?.page.title, isDraft: false };
    }
  }
  return { isDraft: hasDrafts };
}

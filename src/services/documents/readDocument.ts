import { setImmediate as nextTurn } from 'node:timers/promises';
import * as l10n from '@vscode/l10n';
import type { Page, PageOptions } from '../../core/page/page';
import type { Problem } from '../../core/page/problem';
import { titleOfFile } from '../../core/page/markdownName';
import { isGitLfsPointer, unreadableText } from '../../core/page/unreadableReason';
import type { PageRecord } from '../../core/records/pageRecord';
import type { KnownPages } from '../records/pages';
import type { Parsed } from '../../core/text/parsed';
import { plainLine, quote } from '../../core/text/plainLine';
import type { PageThread } from '../page/pageThread';
import {
  readPageSettings,
  type PageSettings,
  type PageWithSettings,
  type Settings,
} from '../workspace/pageSettings';
import { memoizeByKey } from '../shared/memoizeByKey';
import type { Sites } from '../connection/sites';
import { readWithLinkedPages, type PageWithLinks } from '../records/linkedPages';
import { findLinkedFile } from '../workspace/findLinkedFile';
import { linkedFileUri, withMissingImages } from '../workspace/linkedFiles';
import { TitleNames } from '../workspace/titleNames';
import { fileNameOf, pathFromRoot, type Workspace } from '../workspace/workspace';

const hourMs = 3_600_000;

export interface ReadDependencies {
  readonly workspace: Workspace;
  readonly pages: Pick<PageThread, 'read' | 'anchors'>;
  readonly records: { readonly read: () => Promise<KnownPages> };
  readonly sites: Pick<Sites, 'addressIn' | 'isSameWiki'>;
  readonly findWiki: FindWiki;
  /** Shared by the documents of one plan, so that each folder is read once. */
  readonly titleNames?: TitleNames;
}

/**
 * Resolves with a function that returns the endpoint of the document's connection; undefined while no
 * connection is decided. `own`: the document's page records.
 */
export type FindWiki = (
  document: PageWithSettings & { readonly uri: string },
  index: KnownPages,
) => Promise<(own: readonly PageRecord[]) => string | undefined>;

export interface PageOfDocument extends PageWithSettings, PageWithLinks {
  /** What `page` was read with, including the addresses of linked pages. */
  readonly options: PageOptions;
}

export interface DocumentText {
  readonly uri: string;
  readonly text: string;
}

/** Reads the text in an open editor, saved or not, or else the text of the file. */
export async function readFileAsPage(
  reading: ReadDependencies,
  uri: string,
  connectionNames: readonly string[],
): Promise<Parsed<PageOfDocument & { readonly text: string }>> {
  const { value: text, problem } = await reading.workspace.text(uri);
  if (problem !== undefined) {
    return { problem };
  }
  const read = await readInside(reading, { uri, text }, connectionNames);
  return read.problem === undefined ? { value: { ...read.value, text } } : read;
}

/** Refuses, among others, a document that is reached by a symbolic link. */
export async function readDocument(
  reading: ReadDependencies,
  document: DocumentText,
  connectionNames: readonly string[],
): Promise<Parsed<PageOfDocument>> {
  const why = await reading.workspace.whyNotInPlace(document.uri);
  return why === undefined
    ? readInside(reading, document, connectionNames)
    : { problem: unreadableText(fileNameOf(document.uri), why) };
}

async function readInside(
  reading: ReadDependencies,
  document: DocumentText,
  connectionNames: readonly string[],
): Promise<Parsed<PageOfDocument>> {
  if (isGitLfsPointer(document.text)) {
    return { problem: unreadableText(fileNameOf(document.uri), { kind: 'pointer' }) };
  }
  const read = await readWithLinks(reading, document, connectionNames);
  const fileName = plainLine(fileNameOf(document.uri));
  return read === undefined
    ? { problem: l10n.t('{0} takes too much time or memory to read. Nothing was sent.', fileName) }
    : { value: read };
}

/** Unlike `readDocument`, refuses no document; undefined if parsing takes too much time or memory. */
export async function readWithLinks(
  { workspace, pages, records, sites, findWiki, titleNames = new TitleNames(workspace) }: ReadDependencies,
  { uri, text }: DocumentText,
  connectionNames: readonly string[],
): Promise<PageOfDocument | undefined> {
  const settings = pageSettingsOf(workspace, uri);
  const options = pageOptions(settings, connectionNames, await workspace.isGarbled(uri, text));
  const wikiAndRecords = async (page: Page) => {
    const index = await records.read();
    return { index, wikiOf: await findWiki({ uri, page, settings }, index) };
  };
  // Lets pending events run first: copying a large text to the thread blocks the window for a moment.
  await nextTurn();
  const readAs = (name: string) =>
    readWithLinkedPages(
      (linkedPages) => pages.read(text, name, { ...options, linkedPages }),
      async (page) => ({
        ...(await wikiAndRecords(page)),
        document: await workspace.identify(uri),
        sites,
        identify: (file) => workspace.identify(file),
        fileAt: (document, to) => linkedFileUri(workspace, document, to),
        findLinked: (document, to) => findLinkedFile(workspace, document, to),
        anchors: async (file) => {
          const written = file === uri ? text : (await workspace.text(file)).value;
          const how = pageOptions(pageSettingsOf(workspace, file), connectionNames, false);
          return written === undefined ? [] : pages.anchors(written, fileNameOf(file), how);
        },
      }),
    );
  const nameOfFile = fileNameOf(uri);
  const first = await readAs(nameOfFile);
  // A title taken from the file's name depends on the other names in its folder, which is read only then.
  const isNamedByFile = first?.page.title === titleOfFile(nameOfFile);
  const name = isNamedByFile ? await titleNames.of(uri) : nameOfFile;
  const read = name === nameOfFile ? first : await readAs(name);
  if (read === undefined) {
    return undefined;
  }
  const pageBeside = isNamedByFile ? await titleNames.pageBeside(uri) : undefined;
  const isNamedHere = isNamedByFile && pageBeside === undefined && (await titleNames.isNamedHere(uri));
  const problems = [
    ...(isNamedHere ? [namedHereProblem(read.page.title)] : []),
    ...(await withMissingImages(workspace, uri, read.page.problems)),
  ];
  const beside = pageBeside && l10n.t('{0} is the page of this folder.', quote(pageBeside));
  const frontMatter = { ...(beside !== undefined && { draft: beside }), ...read.page.frontMatter };
  const page = { ...read.page, problems, frontMatter };
  return { ...read, page, settings, options: { ...options, linkedPages: read.linkedPages } };
}

function namedHereProblem(title: string): Problem {
  const message = l10n.t(
    'The title {0} is the name of this folder, which another computer may name otherwise: that would make a second page. Write a heading or a title.',
    quote(title),
  );
  return { kind: 'doubtfulFrontMatter', message, start: 0, end: 0, isNoted: true };
}

/** During a plan, settings are parsed once per folder: `cachedWorkspace` keeps the `Settings` of each root. */
const readers = new WeakMap<Settings, (folder: string | undefined) => PageSettings>();

export function pageSettingsOf(workspace: Workspace, uri: string): PageSettings {
  const settings = workspace.settings('publishToWiki', uri);
  const path = pathFromRoot(workspace, uri);
  const folder = path?.slice(0, path.lastIndexOf('/') + 1);
  const read =
    readers.get(settings) ?? memoizeByKey((path: string | undefined) => readPageSettings(settings, path));
  readers.set(settings, read);
  return read(folder);
}

function pageOptions(
  { text }: PageSettings,
  connectionNames: readonly string[],
  isGarbled: boolean,
): PageOptions {
  const now = Math.floor(Date.now() / hourMs) * hourMs;
  return { ...text, linkedPages: [], anchors: false, connections: connectionNames, isGarbled, now };
}

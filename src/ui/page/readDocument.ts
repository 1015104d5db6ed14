import { setImmediate as nextTurn } from 'node:timers/promises';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Page, PageOptions } from '../../core/page/page';
import { unreadableText } from '../../core/page/unreadable';
import type { PageRecord } from '../../core/publish/pageRecord';
import type { RecordIndex } from '../../core/publish/recordIndex';
import type { Parsed } from '../../core/text/parsed';
import { plain } from '../../core/text/plain';
import { linkOutside } from '../../services/page/linkOutside';
import type { PageThread } from '../../services/page/pageThread';
import { readPageSettings, type PageSettings, type ReadPage } from '../../services/page/pageSettings';
import type { Sites } from '../../services/connection/sites';
import { readLinked, type ReadLinked } from '../../services/publish/linkedPages';
import type { PageRecords } from '../../services/publish/pageRecords';
import { fileNameOf, type Snapshot } from './document';
import { isGarbled, readText } from './fileText';
import type { Identify } from './identify';
import { fileAt } from './linkedFiles';
import { openedFolders } from './namedFiles';

const hourMs = 3_600_000;

export interface ReadDependencies {
  readonly pages: PageThread;
  readonly records: Pick<PageRecords, 'read'>;
  readonly identify: Identify;
  readonly sites: Pick<Sites, 'addressIn' | 'isOne'>;
  readonly findWiki: FindWiki;
}

/** The endpoint of the wiki that a document goes to, where these pages are its own; undefined while nobody knows. */
export type FindWiki = (
  document: ReadPage & { readonly uri: vscode.Uri },
  index: RecordIndex,
) => Promise<(own: readonly PageRecord[]) => string | undefined>;

/** A document as the page that it becomes, and the files that it links to. */
export interface ReadDocument extends ReadPage, ReadLinked {
  /** What it was read with. */
  readonly options: PageOptions;
}

/** With the settings that hold for its place. */
export async function readDocument(
  reading: ReadDependencies,
  snapshot: Snapshot,
  connections: readonly string[],
): Promise<Parsed<ReadDocument>> {
  const { uri, fileName } = snapshot;
  const outside = uri.scheme === 'file' ? await linkOutside(uri.fsPath, openedFolders()) : undefined;
  if (outside !== undefined) {
    return { problem: unreadableText(fileName, { kind: 'outside', real: outside }) };
  }
  const read = await readWithLinks(reading, snapshot, connections);
  return read === undefined
    ? { problem: l10n.t('{0} takes too much time or memory to read. Nothing was sent.', plain(fileName)) }
    : { value: read };
}

/** Undefined when it takes too long. */
export async function readWithLinks(
  { pages, records, identify, sites, findWiki }: ReadDependencies,
  { uri, fileName, text }: Snapshot,
  connections: readonly string[],
): Promise<ReadDocument | undefined> {
  const settings = pageSettingsOf(uri);
  const options = pageOptions(settings, connections, await isGarbled(uri, text));
  const wikiAndRecords = async (page: Page) => {
    const index = await records.read();
    return { index, wikiOf: await findWiki({ uri, page, settings }, index) };
  };
  // A large text takes time to get out of its editor, and to be handed over
  await nextTurn();
  const read = await readLinked(
    (linkedPages) => pages.read(text, fileName, { ...options, linkedPages }),
    async (page) => ({
      ...(await wikiAndRecords(page)),
      document: await identify(uri),
      sites,
      identify: (file) => identify(vscode.Uri.parse(file, true)),
      fileAt: (document, to) => fileAt(vscode.Uri.parse(document, true), to)?.toString(),
      anchors: async (file) => {
        const there = vscode.Uri.parse(file, true);
        const written = file === uri.toString() ? text : (await readText(there)).value;
        const how = pageOptions(pageSettingsOf(there), connections, false);
        return written === undefined ? [] : pages.anchors(written, fileNameOf(there), how);
      },
    }),
  );
  return read && { ...read, settings, options: { ...options, linkedPages: read.linkedPages } };
}

export function pageSettingsOf(uri: vscode.Uri): PageSettings {
  const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri.path;
  const path = folder === undefined ? undefined : uri.path.slice(folder.replace(/\/$/, '').length + 1);
  return readPageSettings(vscode.workspace.getConfiguration('publishToWiki', uri), path);
}

function pageOptions(
  { omitHeading, omitComments, publicPlace }: PageSettings,
  connections: readonly string[],
  isGarbled: boolean,
): PageOptions {
  const now = Math.floor(Date.now() / hourMs) * hourMs;
  return { omitHeading, omitComments, publicPlace, connections, isGarbled, now };
}

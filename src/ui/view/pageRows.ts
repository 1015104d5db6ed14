import * as vscode from 'vscode';
import type { PageRecord } from '../../core/publish/pageRecord';
import { ago } from '../../core/text/relativeTime';
import { groupPages, nestPages, type NestedPages } from '../../core/view/pageGroups';
import {
  simpleStates,
  stateOf,
  type Known,
  type PageState,
  type StateOfPage,
} from '../../core/view/pageState';
import { stateLabel } from '../../core/view/pageTexts';
import { eachOf } from '../../services/shared/eachOf';
import type { WindowServices } from '../publish/windowServices';
import { Throttle } from '../prompt/throttle';
import { askFilter } from './askFilter';
import { Batch } from './batch';
import { Decorations } from './decorations';
import { fileHere } from './fileHere';
import { FileReadings, versionOf } from './fileReadings';
import { KeptRows } from './keptRows';
import { completePageItem, groupItem, pageItem } from './rowItem';
import type { PageRow, ViewRow } from './viewRow';
import { watchMarkdown } from './watchMarkdown';
import type { Rows, WikiView } from './wikiView';

/** So many at once are taken in at a glance. */
const mostOpen = 100;
const readers = 8;
const drawMs = 20;
const regroupMs = 300;
/** The wiki is asked no more often. */
const lookEveryMs = 10_000;

/** What the view shows: pages at once, by their records; the state of each when its file was looked at. */
export class PageRows implements Rows, vscode.Disposable {
  readonly #rows = new KeptRows();
  readonly #readings: FileReadings;
  readonly #drawing = new Batch<PageRow>(drawMs, (rows) => this.view.redraw(rows));
  readonly #disposable: vscode.Disposable;
  #records: readonly PageRecord[] | undefined;
  #filter: PageState | undefined;
  #below: NestedPages['below'] = new Map();
  #known: Known | undefined;
  #decorations: Decorations | undefined;
  readonly #regrouping = new Throttle(regroupMs, () => {
    this.#records = undefined;
    this.view.redraw();
  });
  /** The files whose pages have another address now. */
  readonly #moved = new Batch<string>(
    regroupMs,
    (uris) => void this.publishing.reportErrors(() => this.#lookAtLinking(new Set(uris))),
  );
  readonly #cameOrWent = new Batch<string>(
    regroupMs,
    (uris) => void this.publishing.reportErrors(() => this.#lookAbove(uris)),
  );
  #lookedAt = 0;

  constructor(
    private readonly publishing: WindowServices,
    private readonly view: WikiView,
  ) {
    const { records, inWiki, reportErrors } = publishing;
    this.#readings = new FileReadings(publishing);
    const look = (uri: vscode.Uri): void => {
      this.#decorations?.redraw(uri);
      void reportErrors(() => this.#look(this.#rows.of(uri)));
    };
    const times = setInterval(() => this.#tellTimes(), 60_000);
    this.#disposable = vscode.Disposable.from(
      watchMarkdown(look, (uri) => this.#cameOrWent.add(uri.toString())),
      records.watch((ids) => this.#recordsChanged(ids)),
      inWiki.watch((ids) => this.#lookAgain(ids.flatMap((id) => this.#rows.get(id) ?? []))),
      vscode.window.onDidChangeWindowState(({ focused }) =>
        focused && view.tree.visible ? void reportErrors(() => records.read()) : undefined,
      ),
      vscode.workspace.onDidChangeWorkspaceFolders(() => this.#regroup()),
      vscode.workspace.onDidChangeConfiguration((change) =>
        change.affectsConfiguration('publishToWiki') ? void reportErrors(() => this.#configure()) : undefined,
      ),
      { dispose: () => clearInterval(times) },
    );
    this.#decorate();
  }

  async children(row?: ViewRow): Promise<ViewRow[]> {
    if (row === undefined) {
      const shown = await this.#shown();
      const { names, reportErrors } = this.publishing;
      const places = shown.map(({ place }) => place);
      // This is not awaited, since the IDs say where a page is too
      void reportErrors(() => names.lookUp(places, () => this.#regroup()));
      const { top, below } = nestPages(shown);
      this.#below = below;
      const nameOf: Parameters<typeof groupPages>[2] = (place, level) => names.name(place, level);
      return groupPages(top, this.#knownNow().connections, nameOf, below).map((group) => ({ group }));
    }
    const groups = 'group' in row ? row.group.groups : [];
    const rows = this.#rows.for('group' in row ? row.group.records : (this.#below.get(row.record.id) ?? []));
    // The files are looked at once the rows are drawn with what is known of them
    setTimeout(() => void this.publishing.reportErrors(() => this.#look(rows)), drawMs);
    return [...groups.map((group) => ({ group })), ...rows];
  }

  item(row: ViewRow): vscode.TreeItem {
    if ('group' in row) {
      const { group } = row;
      return groupItem(group, group.groups.length > 0 || (this.#records?.length ?? 0) <= mostOpen);
    }
    row.told = this.#time(row);
    return pageItem(row, Date.now(), this.#below.has(row.record.id));
  }

  complete(item: vscode.TreeItem, row: ViewRow): vscode.TreeItem {
    return 'group' in row ? item : completePageItem(item, row, this.publishing.names, Date.now());
  }

  /** Everything is looked at again: other windows and programs write too. So are pages in the wiki, with a platform token. */
  async refresh(): Promise<void> {
    await vscode.window.withProgress({ location: { viewId: this.view.id } }, async () => {
      await this.refreshFiles();
      const now = Date.now();
      if (now - this.#lookedAt >= lookEveryMs) {
        this.#lookedAt = now;
        const { records, inWiki } = this.publishing;
        // What is being published is looked at by who does it
        await inWiki.refresh(this.#recordsHere().filter((record) => !records.isUnderWay(record)));
      }
    });
  }

  /** What a row of the view is about. */
  recordOf(row: unknown): PageRecord | undefined {
    return this.#rows.all.find((each) => each === row)?.record;
  }

  /** Files are looked at again: the settings or a token are others now. */
  async refreshFiles(): Promise<void> {
    this.#readings.forget();
    this.#known = undefined;
    await this.publishing.records.read();
    const rows = this.#rows.all;
    rows.forEach((row) => (row.version = undefined));
    await this.#look(rows);
    this.#regroup();
  }

  /** With another platform token other pages can be found. */
  async tokenChanged(): Promise<void> {
    await this.refreshFiles();
    await this.publishing.inWiki.locateAll(this.#recordsHere());
  }

  /** All pages of the open folders, each as it is now. */
  async all(): Promise<readonly PageRow[]> {
    await this.publishing.records.read();
    const rows = this.#rows.for(this.#recordsHere());
    await this.#look(rows);
    return rows;
  }

  /** Whether the file differs from a page of it. */
  async isChanged(uri: vscode.Uri): Promise<boolean> {
    const file = uri.toString();
    const here = fileHere();
    const index = this.#known?.index ?? (await this.publishing.records.read());
    const own = index.ofFile({ uri: file }).flatMap(({ id }) => index.get(id) ?? []);
    const rows = this.#rows.for(own.filter((record) => here(record) === file));
    await this.#look(rows);
    return rows.some(({ found }) => found?.state === 'changed' || found?.state === 'retitled');
  }

  async askFilter(): Promise<void> {
    const chosen = await askFilter(this.#filter, await this.all());
    if (chosen !== undefined) {
      this.#filter = chosen === 'all' ? undefined : chosen;
      this.view.tree.description = this.#filter === undefined ? '' : stateLabel(this.#filter);
      await vscode.commands.executeCommand('setContext', 'publishToWiki.isFiltered', chosen !== 'all');
      this.#regroup();
    }
  }

  dispose(): void {
    this.#drawing.dispose();
    this.#regrouping.dispose();
    this.#moved.dispose();
    this.#cameOrWent.dispose();
    this.#decorations?.dispose();
    this.#disposable.dispose();
  }

  #decorate(): void {
    const isWanted = vscode.workspace.getConfiguration('publishToWiki').get('decorations') === true;
    if (isWanted !== (this.#decorations !== undefined)) {
      this.#decorations?.dispose();
      this.#decorations = isWanted ? new Decorations((uri) => this.isChanged(uri)) : undefined;
    }
  }

  async #configure(): Promise<void> {
    this.#decorate();
    await this.refreshFiles();
  }

  /** The records as they were read last. */
  #recordsHere(): readonly PageRecord[] {
    const here = fileHere();
    return this.publishing.records.last.records.filter((record) => here(record) !== undefined);
  }

  /** The records of the open folders: with a filter, those that are in its state. */
  async #shown(): Promise<readonly PageRecord[]> {
    if (this.#records === undefined) {
      await this.publishing.records.read();
      this.#records = this.#recordsHere();
    }
    const state = this.#filter;
    if (state === undefined) {
      return this.#records;
    }
    const rows = this.#rows.for(this.#records);
    await this.#look(rows);
    return rows.filter(({ found }) => found?.state === state).map(({ record }) => record);
  }

  /** Groups the pages anew, unless nothing was shown yet: then the first look groups them. */
  #regroup(): void {
    if (this.#records !== undefined) {
      this.#regrouping.call();
    }
  }

  #lookAgain(rows: readonly PageRow[]): void {
    rows.forEach((row) => (row.version = undefined));
    void this.publishing.reportErrors(() => this.#look(rows));
  }

  async #look(rows: readonly PageRow[]): Promise<void> {
    const { isUnderWay } = this.#knownNow();
    await eachOf(rows, readers, async (row) => {
      if (isUnderWay(row.record)) {
        row.version = undefined;
        this.#find(row, simpleStates.publishing);
      } else {
        await this.#lookAt(row);
      }
    });
  }

  async #lookAt(row: PageRow): Promise<void> {
    const { uri } = row;
    const version = await versionOf(uri);
    if (version === row.version) {
      return;
    }
    row.version = version;
    const file = await this.#readings.read(uri).catch((error: unknown) => {
      row.version = undefined;
      throw error;
    });
    // The file may have changed while it was read
    if (row.version === version) {
      row.linked = file.linked?.map(({ uri }) => uri);
      this.#find(row, stateOf(row.record, file, this.#knownNow()));
    }
  }

  #find(row: PageRow, found: StateOfPage): void {
    const { state, reason, change } = row.found ?? {};
    if (found.state !== state || found.reason !== reason || found.change !== change) {
      row.found = found;
      this.#drawing.add(row);
      if (this.#filter !== undefined) {
        this.#regroup();
      }
    }
  }

  #recordsChanged(ids: readonly string[]): void {
    const { index } = this.#knownNow();
    const here = fileHere();
    for (const id of ids) {
      const [row, record] = [this.#rows.get(id), index.get(id)];
      const uri = here(record);
      if (record !== undefined && record.wiki?.address !== row?.record.wiki?.address) {
        record.files.forEach(({ uri }) => this.#moved.add(uri));
      }
      if (uri !== undefined) {
        this.#decorations?.redraw(vscode.Uri.parse(uri, true));
      }
      if (row === undefined || record === undefined || uri !== row.address) {
        this.#rows.delete(id);
        if (row !== undefined || uri !== undefined) {
          this.#regroup();
        }
      } else {
        row.record = record;
        this.#drawing.add(row);
        // A file's other pages are told by this one too
        this.#lookAgain(this.#rows.of(row.uri));
      }
    }
  }

  /** What links to a page would be sent with another address. */
  async #lookAtLinking(moved: ReadonlySet<string>): Promise<void> {
    await this.#lookAnew(({ linked }) => linked?.some((uri) => moved.has(uri)) === true);
  }

  /** The page of a folder lists what is in it, and a file that comes or goes may be the page of its own folder. */
  async #lookAbove(uris: readonly string[]): Promise<void> {
    this.#readings.forget();
    await this.#lookAnew(({ isFolder, address }) => isFolder && uris.some((uri) => uri.startsWith(address)));
  }

  async #lookAnew(isMeant: (row: PageRow) => boolean): Promise<void> {
    const rows = this.#rows.all.filter(isMeant);
    for (const row of rows) {
      row.version = undefined;
      this.#decorations?.redraw(row.uri);
    }
    await this.#look(rows);
  }

  #knownNow(): Known {
    const { records, settings, inWiki } = this.publishing;
    this.#known ??= {
      index: records.last,
      connections: settings.read().connections,
      isUnderWay: (record) => records.isUnderWay(record),
      changedInWiki: inWiki.known,
    };
    return this.#known;
  }

  #time({ record: { published, pending } }: PageRow): string {
    return ago(published?.publishedAt ?? pending?.sentAt ?? 0, Date.now());
  }

  #tellTimes(): void {
    for (const row of this.view.tree.visible ? this.#rows.all : []) {
      if (row.told !== undefined && row.told !== this.#time(row)) {
        this.#drawing.add(row);
      }
    }
  }
}

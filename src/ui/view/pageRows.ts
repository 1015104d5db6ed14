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
import { Gathered, Throttle } from '../prompt/throttle';
import { askFilter } from './askFilter';
import { Decorations } from './decorations';
import { fileHere } from './fileHere';
import { FileReadings } from './fileReadings';
import { KeptRows } from './keptRows';
import { completePageItem, filesItem, groupItem, pageItem } from './rowItem';
import { UnpublishedFiles } from './unpublishedFiles';
import type { PageRow, ViewRow } from './viewRow';
import { watchMarkdown } from '../page/watchMarkdown';
import type { Rows, WikiView } from './wikiView';

/** So many at once are taken in at a glance. */
const mostOpen = 100;
const readers = 8;
const drawMs = 20;
const regroupMs = 300;
/** The wiki is asked no more often. */
const lookEveryMs = 10_000;

interface Shown {
  readonly records: readonly PageRecord[];
  /** Those that have no page. */
  readonly files: readonly PageRow[];
}

/** What the view shows: pages at once, by their records; the state of each when its file was looked at. */
export class PageRows implements Rows, vscode.Disposable {
  readonly #rows = new KeptRows();
  readonly #readings: FileReadings;
  readonly #unpublished: UnpublishedFiles;
  readonly #disposable: vscode.Disposable;
  /** What the rows are of; undefined where it is found out anew. */
  #shown: Shown | undefined;
  #filter: PageState | undefined;
  #below: NestedPages['below'] = new Map();
  #known: Known | undefined;
  #decorations: Decorations | undefined;
  #lookedAt = 0;
  /** The addresses of files of which something changed. */
  readonly #stale = new Gathered<string>(
    0,
    (uris) => void this.publishing.reportErrors(() => this.#lookAt(uris)),
  );
  /** The rows that show something else now. */
  readonly #different = new Gathered<PageRow>(drawMs, (rows) => this.view.redraw([...rows]));
  readonly #regrouping = new Throttle(regroupMs, () => {
    this.#shown = undefined;
    this.view.redraw();
  });

  constructor(
    private readonly publishing: WindowServices,
    private readonly view: WikiView,
  ) {
    const { records, inWiki, reportErrors } = publishing;
    this.#readings = new FileReadings(publishing);
    this.#unpublished = new UnpublishedFiles(publishing.workspace);
    const times = setInterval(() => this.#tellTimes(), 60_000);
    this.#disposable = vscode.Disposable.from(
      watchMarkdown(
        (uri) => this.#stale.add(uri.toString()),
        (uri) => this.#cameOrWent(uri.toString()),
      ),
      records.watch((ids) => this.#recordsChanged(ids)),
      inWiki.watch((ids) => this.#stale.add(...ids.flatMap((id) => this.#rows.get(id)?.address ?? []))),
      vscode.window.onDidChangeWindowState(({ focused }) =>
        focused && view.tree.visible ? void reportErrors(() => records.read()) : undefined,
      ),
      vscode.workspace.onDidChangeWorkspaceFolders(() => this.#regroup()),
      vscode.workspace.onDidChangeConfiguration((change) =>
        ['publishToWiki', 'files.exclude'].some((key) => change.affectsConfiguration(key))
          ? void reportErrors(() => this.#configure())
          : undefined,
      ),
      { dispose: () => clearInterval(times) },
    );
    this.#decorate();
  }

  async children(row?: ViewRow): Promise<ViewRow[]> {
    if (row === undefined) {
      const { records, files } = await this.#inFilter();
      const { names, reportErrors } = this.publishing;
      const places = records.map(({ place }) => place);
      // This is not awaited, since the IDs say where a page is too
      void reportErrors(() => names.lookUp(places, () => this.#regroup()));
      const { top, below } = nestPages(records);
      this.#below = below;
      const nameOf: Parameters<typeof groupPages>[2] = (place, level) => names.name(place, level);
      const groups = groupPages(top, this.#knownNow().connections, nameOf, below);
      return [...groups.map((group) => ({ group })), ...(files.length > 0 ? [{ files }] : [])];
    }
    const groups = 'group' in row ? row.group.groups : [];
    const records =
      'group' in row ? row.group.records : 'files' in row ? [] : this.#below.get(row.record?.id ?? '');
    const rows = 'files' in row ? row.files : this.#rows.for(records ?? []);
    // The files are looked at once the rows are drawn with what is known of them
    setTimeout(() => void this.publishing.reportErrors(() => this.#look(rows)), drawMs);
    return [...groups.map((group) => ({ group })), ...rows];
  }

  item(row: ViewRow): vscode.TreeItem {
    const { records = [], files = [] } = this.#shown ?? {};
    const isOpen = records.length + files.length <= mostOpen;
    if ('group' in row) {
      return groupItem(row.group, row.group.groups.length > 0 || isOpen);
    }
    if ('files' in row) {
      return filesItem(row.files, isOpen);
    }
    row.told = this.#time(row);
    return pageItem(row, Date.now(), this.#below.has(row.record?.id ?? ''));
  }

  complete(item: vscode.TreeItem, row: ViewRow): vscode.TreeItem {
    return 'address' in row ? completePageItem(item, row, this.publishing.names, Date.now()) : item;
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
    this.#readings.settingsChanged();
    this.#unpublished.forget();
    this.#known = undefined;
    await this.publishing.records.read();
    await this.#look(this.#rows.all);
    this.#regroup();
  }

  /** With another platform token other pages can be found. */
  async tokenChanged(): Promise<void> {
    await this.refreshFiles();
    await this.publishing.inWiki.locateAll(this.#recordsHere());
  }

  /** All pages of the open folders and the files beside them, each as it is now. */
  async all(): Promise<readonly PageRow[]> {
    await this.publishing.records.read();
    await this.#findFiles();
    const rows = [...this.#rows.for(this.#recordsHere()), ...this.#rows.files];
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
    this.#stale.dispose();
    this.#different.dispose();
    this.#regrouping.dispose();
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

  async #findFiles(): Promise<void> {
    const here = fileHere();
    const published = this.#recordsHere().map((record) => here(record) ?? '');
    if (this.#rows.keepFiles(await this.#unpublished.find(published, this.publishing.records.last))) {
      this.#regroup();
    }
  }

  /** The pages and files of the open folders: with a filter, those that are in its state. */
  async #inFilter(): Promise<Shown> {
    if (this.#shown === undefined) {
      await this.publishing.records.read();
      this.#shown = { records: this.#recordsHere(), files: this.#rows.files };
      // The pages are drawn before anybody looks which files have none
      setTimeout(() => void this.publishing.reportErrors(() => this.#findFiles()), regroupMs);
    }
    const state = this.#filter;
    if (state === undefined) {
      return this.#shown;
    }
    const rows = (await this.all()).filter(({ found }) => found?.state === state);
    return {
      records: rows.flatMap(({ record }) => record ?? []),
      files: rows.filter(({ record }) => record === undefined),
    };
  }

  /** Groups the pages anew, unless nothing was shown yet: then the first look groups them. */
  #regroup(): void {
    if (this.#shown !== undefined) {
      this.#regrouping.call();
    }
  }

  #cameOrWent(uri: string): void {
    this.#readings.foldersChanged();
    this.#unpublished.forget();
    const folders = this.#rows.all.filter(({ isFolder, address }) => isFolder && uri.startsWith(address));
    this.#stale.add(uri, ...folders.map(({ address }) => address));
    this.#regroup();
  }

  async #lookAt(uris: ReadonlySet<string>): Promise<void> {
    uris.forEach((uri) => this.#decorations?.redraw(vscode.Uri.parse(uri, true)));
    await this.#look(this.#rows.all.filter(({ address }) => uris.has(address)));
    this.#different.handOn();
  }

  async #look(rows: readonly PageRow[]): Promise<void> {
    const { isUnderWay } = this.#knownNow();
    await eachOf(rows, readers, async (row) => {
      if (row.record !== undefined && isUnderWay(row.record)) {
        this.#find(row, simpleStates.publishing);
        return;
      }
      const file = await this.#readings.of(row.uri);
      const { title } = row;
      row.suggestedTitle = file.title;
      this.#find(row, stateOf(row.record, file, this.#knownNow()), title);
    });
  }

  /** `title`: that of the row before. */
  #find(row: PageRow, found: StateOfPage, title = row.title): void {
    const { state, reason, change } = row.found ?? {};
    const isSame = found.state === state && found.reason === reason && found.change === change;
    if (!isSame || row.title !== title) {
      row.found = found;
      this.#different.add(row);
      if (this.#filter !== undefined) {
        this.#regroup();
      }
    }
  }

  #recordsChanged(ids: readonly string[]): void {
    const { index } = this.#knownNow();
    const here = fileHere();
    const moved = new Set<string>();
    for (const id of ids) {
      const [row, record] = [this.#rows.get(id), index.get(id)];
      const uri = here(record);
      if (record !== undefined && record.wiki?.address !== row?.record?.wiki?.address) {
        record.files.forEach((file) => moved.add(file.uri));
      }
      this.#stale.add(...[uri, row?.address].filter((each) => each !== undefined));
      if (row === undefined || record === undefined || uri !== row.address) {
        this.#rows.delete(id);
        if (row !== undefined || uri !== undefined) {
          this.#regroup();
        }
      } else {
        row.record = record;
        this.#different.add(row);
      }
    }
    // What links to a page would be sent with another address
    this.#stale.add(...(moved.size > 0 ? this.#readings.linkingTo(moved) : []));
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

  #time({ record }: PageRow): string {
    return ago(record?.published?.publishedAt ?? record?.pending?.sentAt ?? 0, Date.now());
  }

  #tellTimes(): void {
    for (const row of this.view.tree.visible ? this.#rows.all : []) {
      if (row.told !== undefined && row.told !== this.#time(row)) {
        this.#different.add(row);
      }
    }
  }
}

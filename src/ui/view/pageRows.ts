import { isDeepStrictEqual } from 'node:util';
import * as vscode from '../vscode';
import type { PageRecord } from '../../core/records/pageRecord';
import {
  groupPages,
  leftBehindGroup,
  nestPages,
  unpublishedGroup,
  type NestedPages,
} from '../../core/view/pageGroups';
import type { State } from '../../core/publish/states';
import {
  dependentRowsKey,
  pageState,
  withCurrentRecords,
  type StatusContext,
} from '../../core/view/pageState';
import { rowOf } from '../../core/plan/needs';
import { isIndexName } from '../../core/page/numberedNames';
import { foldersOfPage } from '../../services/workspace/folderPages';
import { UnpublishedFiles } from '../../services/workspace/unpublishedFiles';
import { forEachConcurrently } from '../../services/shared/forEachConcurrently';
import type { WindowServices } from '../windowServices';
import { Batcher } from '../prompt/throttle';
import { Decorations } from './decorations';
import { createFileUriLookup } from './workspaceFiles';
import { FileReadings } from './fileReadings';
import { sentTimeText } from '../../core/view/pageTexts';
import { fileItem, groupItem } from '../page/fileItem';
import type { RowSource } from '../page/rowTree';
import { pageGroupRow, fileRowOfPage, pageTooltip } from './fileRows';
import { PageRow, type ViewRow } from './viewRow';
import { watchMarkdown } from '../page/watchMarkdown';
import type { WikiView } from './wikiView';

/** With more rows than this, groups without subgroups begin collapsed. */
const mostOpen = 100;
const readers = 8;
const statesMs = 20;
const findMs = 300;
/** The person’s refreshes look the pages up in the wiki no more often than this. */
const lookEveryMs = 10_000;

/** Rows are drawn from the records at once; their states follow once the files are read. */
export class PageRows implements RowSource<ViewRow>, vscode.Disposable {
  /** By the ID of the record, or the URI of a file without a page. */
  readonly #rows = new Map<string, PageRow>();
  #filesWithoutPage: readonly PageRow[] = [];
  readonly #readings: FileReadings;
  readonly #unpublished: UnpublishedFiles;
  readonly #disposable: vscode.Disposable;
  /** Undefined if the records have to be read again before the rows are drawn. */
  #shown: readonly PageRecord[] | undefined;
  /** Whether there are more rows than `mostOpen`. */
  #isLong = false;
  #below: NestedPages['below'] = new Map();
  #known: StatusContext | undefined;
  #decorations: Decorations | undefined;
  #lookedUpAt = 0;
  /** When the rows were last looked through for those that say how long ago their page was sent. */
  #timesAt = Date.now();
  readonly #stale = new Batcher<string>(
    0,
    (uris) => void this.services.reportErrors(() => this.#updateFiles(uris)),
  );

  constructor(
    private readonly services: WindowServices,
    private readonly tree: WikiView,
  ) {
    const { records, reportErrors } = services;
    this.#readings = new FileReadings(services);
    this.#unpublished = new UnpublishedFiles(services.workspace);
    const times = setInterval(() => this.#updateTimes(), 60_000);
    this.#disposable = vscode.Disposable.from(
      watchMarkdown(
        (uri) => this.#stale.add(uri.toString()),
        (uri) => this.#cameOrWent(uri.toString()),
      ),
      records.watch((ids) => this.#recordsChanged(ids)),
      vscode.window.onDidChangeWindowState(({ focused }) =>
        focused && tree.view.visible ? void reportErrors(() => records.read()) : undefined,
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

  async children(row?: ViewRow): Promise<readonly ViewRow[]> {
    if (row === undefined) {
      const records = await this.#read();
      const files = this.#filesWithoutPage;
      this.#isLong = records.length + files.length > mostOpen;
      const { names, reportErrors } = this.services;
      const places = records.map(({ place }) => place);
      // Not awaited, since the groups show IDs until the names are known.
      void reportErrors(() => names.lookUp(places, () => this.#regroup()));
      const isLeft = ({ id }: PageRecord): boolean => isLeftBehind(this.#rows.get(id)?.status);
      const { top, below } = nestPages(records.filter((record) => !isLeft(record)));
      const left = records.filter(isLeft);
      this.#below = below;
      const nameOf: Parameters<typeof groupPages>[2] = (place, level) => names.name(place, level);
      const groups = groupPages(top, this.#knownNow().connections, nameOf, below);
      return [
        ...groups,
        ...(left.length > 0 ? [leftBehindGroup(left)] : []),
        ...(files.length > 0 ? [unpublishedGroup(files.length)] : []),
      ];
    }
    const { groups, records } =
      'level' in row ? row : { groups: [], records: this.#below.get(row.record?.id ?? '') ?? [] };
    const isUnpublished = 'level' in row && row.level === 'unpublished';
    const rows = isUnpublished ? this.#filesWithoutPage : this.#rowsFor(records);
    // The rows are drawn with the states known so far; only then are the files read.
    setTimeout(() => void this.services.reportErrors(() => this.#updateStates(rows)), statesMs);
    return [...groups, ...rows];
  }

  item(row: ViewRow): vscode.TreeItem {
    if ('level' in row) {
      return groupItem(pageGroupRow(row, !this.#isLong));
    }
    return fileItem(fileRowOfPage(row, Date.now(), this.#below.has(row.record?.id ?? '')));
  }

  tooltip(row: ViewRow): vscode.MarkdownString | undefined {
    return 'fileUri' in row ? pageTooltip(row, this.services.names, Date.now()) : undefined;
  }

  async refresh(): Promise<void> {
    await vscode.window.withProgress({ location: { viewId: this.tree.id } }, async () => {
      await this.refreshFiles();
      const now = Date.now();
      if (now - this.#lookedUpAt >= lookEveryMs) {
        this.#lookedUpAt = now;
        const { records, inWiki } = this.services;
        // Pages that are being published are looked up by their publish.
        await inWiki.refresh(this.#recordsHere().filter((record) => !records.isUnderWay(record)));
      }
    });
  }

  recordOf(row: unknown): PageRecord | undefined {
    return [...this.#rows.values()].find((each) => each === row)?.record;
  }

  async refreshFiles(): Promise<void> {
    this.#readings.forgetAll();
    this.#unpublished.forget();
    this.#known = undefined;
    await this.services.records.read();
    await this.#updateStates([...this.#rows.values()]);
    this.#regroup();
  }

  /** To be called when the platform token changes, since another token may see other pages. */
  async lookUpAgain(): Promise<void> {
    await this.refreshFiles();
    await this.services.inWiki.lookUpUnseen(this.#recordsHere());
  }

  /** Resolves once all files are read, so that the states are current. Includes files without a page. */
  async all(): Promise<readonly PageRow[]> {
    await this.services.records.read();
    await this.#findFiles();
    const rows = [...this.#rowsFor(this.#recordsHere()), ...this.#filesWithoutPage];
    await this.#updateStates(rows);
    return rows;
  }

  /** False for a changed text, too, if another state takes precedence, such as `changedInWiki`. */
  async isChanged(uri: vscode.Uri): Promise<boolean> {
    const file = uri.toString();
    const here = createFileUriLookup();
    const index = this.#known?.index ?? (await this.services.records.read());
    const own = index.ofFile({ uri: file }).flatMap(({ id }) => index.get(id) ?? []);
    const rows = this.#rowsFor(own.filter((record) => here(record) === file));
    await this.#updateStates(rows);
    return rows.some(({ status }) => status?.kind === 'changed' || status?.kind === 'retitled');
  }

  dispose(): void {
    this.#stale.dispose();
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

  #recordsHere(): readonly PageRecord[] {
    const here = createFileUriLookup();
    return this.services.records.index.records.filter((record) => here(record) !== undefined);
  }

  #rowsFor(records: readonly PageRecord[]): readonly PageRow[] {
    const here = createFileUriLookup();
    const { index } = this.services.records;
    return records.map((grouped) => {
      // The given record may be older than the one in the index, since pages stay in the view while they change.
      const record = index.get(grouped.id) ?? grouped;
      const row = this.#keep(record.id, here(record) ?? '', record);
      row.record = record;
      return row;
    });
  }

  #keep(id: string, fileUri: string, record?: PageRecord): PageRow {
    const row = this.#rows.get(id) ?? new PageRow(record, fileUri);
    this.#rows.set(id, row);
    return row;
  }

  async #findFiles(): Promise<void> {
    const here = createFileUriLookup();
    const published = this.#recordsHere().map((record) => here(record) ?? '');
    const found = await this.#unpublished.find(published, this.services.records.index);
    const before = this.#filesWithoutPage;
    const now = found.map((uri) => this.#keep(uri, uri));
    const kept = new Set(now);
    before.filter((row) => !kept.has(row)).forEach(({ fileUri }) => this.#rows.delete(fileUri));
    this.#filesWithoutPage = now;
    if (now.length !== before.length || now.some((row, index) => row !== before[index])) {
      this.#regroup();
    }
  }

  async #read(): Promise<readonly PageRecord[]> {
    if (this.#shown === undefined) {
      await this.services.records.read();
      this.#shown = this.#recordsHere();
      // Files without a page are searched for after the pages were drawn.
      setTimeout(() => void this.services.reportErrors(() => this.#findFiles()), findMs);
    }
    return this.#shown;
  }

  #regroup(): void {
    if (this.#shown !== undefined) {
      this.#shown = undefined;
      this.tree.redrawAllSoon();
    }
  }

  #cameOrWent(uri: string): void {
    const folder = uri.slice(0, uri.lastIndexOf('/') + 1);
    // A file such as `index.md` may be the page of its folder, and so the parent page of the files in the folder.
    const near = [...this.#rows.values()].filter(({ isFolder, fileUri }) =>
      isFolder ? uri.startsWith(fileUri) : foldersOfPage(uri).some((each) => fileUri.startsWith(each)),
    );
    const isParent = isIndexName(uri.slice(folder.length)) || near.some(({ isFolder }) => !isFolder);
    this.#readings.foldersChanged(isParent);
    this.#unpublished.forget();
    this.#stale.add(uri, ...near.map(({ fileUri }) => fileUri));
    this.#regroup();
  }

  async #updateFiles(uris: ReadonlySet<string>): Promise<void> {
    uris.forEach((uri) => this.#decorations?.redraw(vscode.Uri.parse(uri, true)));
    await this.#updateStates([...this.#rows.values()].filter(({ fileUri }) => uris.has(fileUri)));
    this.tree.flush();
  }

  async #updateStates(rows: readonly PageRow[]): Promise<void> {
    const { records } = this.services;
    const isSending = ({ record }: PageRow): boolean => record !== undefined && records.isUnderWay(record);
    const update = async (row: PageRow): Promise<void> => {
      if (isSending(row)) {
        this.#setStatus(row, { kind: 'sending' });
        return;
      }
      const file = await this.#readings.of(row.fileUri);
      const { title } = row;
      row.suggestedTitle = file.title;
      const now = rowOf(withCurrentRecords(file, this.#knownNow()));
      const state = pageState(row.record, now);
      this.#setStatus(row, isSending(row) ? { kind: 'sending' } : state, title);
    };
    await this.#readings.ofMany(() => forEachConcurrently(rows, readers, update));
  }

  /** `title`: that of the row before the file was read, which may have changed it. */
  #setStatus(row: PageRow, status: State, title = row.title): void {
    const isSame = isDeepStrictEqual(status, row.status);
    if (!isSame || row.title !== title) {
      if (isLeftBehind(row.status) !== isLeftBehind(status)) {
        this.#regroup();
      }
      row.status = status;
      this.tree.redrawSoon(row);
    }
  }

  #recordsChanged(ids: readonly string[]): void {
    const { index } = this.#knownNow();
    const here = createFileUriLookup();
    const changed = new Set<string>();
    for (const id of ids) {
      const [row, record] = [this.#rows.get(id), index.get(id)];
      const uri = here(record);
      if (!this.#readings.isEmpty && dependentRowsKey(record) !== dependentRowsKey(row?.record)) {
        changed.add((record ?? row?.record)?.file.uri ?? '');
      }
      this.#stale.add(...[uri, row?.fileUri].filter((each) => each !== undefined));
      if (row === undefined || record === undefined || uri !== row.fileUri) {
        this.#rows.delete(id);
        if (row !== undefined || uri !== undefined) {
          this.#regroup();
        }
      } else {
        row.record = record;
        this.tree.redrawSoon(row);
      }
    }
    this.#stale.add(...(changed.size > 0 ? this.#readings.dependingOn(changed) : []));
  }

  #knownNow(): StatusContext {
    const { records, settings } = this.services;
    return (this.#known ??= { index: records.index, connections: settings.read().connections });
  }

  #updateTimes(): void {
    if (this.tree.view.visible) {
      const [before, now] = [this.#timesAt, Date.now()];
      this.#timesAt = now;
      const isOld = ({ record }: PageRow): boolean =>
        record !== undefined && sentTimeText(record, before) !== sentTimeText(record, now);
      this.tree.redrawSoon(...[...this.#rows.values()].filter(isOld));
    }
  }
}

function isLeftBehind(status: State | undefined): boolean {
  return status?.kind === 'earlier' || status?.kind === 'gone';
}

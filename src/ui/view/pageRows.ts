import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { PageRecord } from '../../core/publish/pageRecord';
import { isMarkdownName } from '../../core/page/markdownName';
import { ago } from '../../core/text/relativeTime';
import { groupPages } from '../../core/view/pageGroups';
import { pageStates, stateOf, type Known, type PageState, type StateOfPage } from '../../core/view/pageState';
import { stateLabel } from '../../core/view/pageTexts';
import { askChoice } from '../prompt/steps';
import type { RunDependencies } from '../run/executeRun';
import { Decorations } from './decorations';
import { fileHere } from './fileHere';
import { FileReadings } from './fileReadings';
import { groupItem, pageItem, pageTooltip } from './rowItem';
import type { PageRow, ViewRow } from './viewRow';
import type { Rows, WikiView } from './wikiView';

/** So many at once are taken in at a glance. */
const mostOpen = 100;
const readers = 8;
const drawMs = 20;
const regroupMs = 300;

/** What the view shows: pages at once, by their records; the state of each when its file was looked at. */
export class PageRows implements Rows, vscode.Disposable {
  readonly #rows = new Map<string, PageRow>();
  readonly #readings: FileReadings;
  readonly #changed = new Set<PageRow>();
  readonly #disposable: vscode.Disposable;
  #records: readonly PageRecord[] | undefined;
  #filter: PageState | undefined;
  #known: Known | undefined;
  #decorations: Decorations | undefined;
  #drawing: NodeJS.Timeout | undefined;
  #regrouping: NodeJS.Timeout | undefined;
  /** The files whose pages have another address now. */
  readonly #moved = new Set<string>();
  #following: NodeJS.Timeout | undefined;

  constructor(
    private readonly publishing: RunDependencies,
    private readonly view: WikiView,
  ) {
    const { records, reportErrors } = publishing;
    this.#readings = new FileReadings(publishing);
    const look = (uri: vscode.Uri): void => {
      if (isMarkdownName(uri.path)) {
        this.#decorations?.redraw(uri);
        void reportErrors(() => this.#look(this.#rowsOf(uri)));
      }
    };
    const watcher = vscode.workspace.createFileSystemWatcher('**/*');
    const times = setInterval(() => this.#tellTimes(), 60_000);
    this.#disposable = vscode.Disposable.from(
      watcher,
      watcher.onDidCreate(look),
      watcher.onDidChange(look),
      watcher.onDidDelete(look),
      vscode.workspace.onDidSaveTextDocument(({ uri }) => look(uri)),
      // An editor takes over what another program wrote a moment after the file has changed
      vscode.workspace.onDidChangeTextDocument(({ document }) =>
        document.isDirty ? undefined : look(document.uri),
      ),
      records.watch((ids) => this.#recordsChanged(ids)),
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
      const { names } = this.publishing;
      // Not waited for: the ids say where a page is too
      void this.publishing.reportErrors(() => this.#learnNames(shown));
      return groupPages(shown, this.#knownNow().connections, (place, level) => names.name(place, level)).map(
        (group) => ({ group }),
      );
    }
    if (!('group' in row)) {
      return [];
    }
    const { groups, records } = row.group;
    const rows = records.map((record) => this.#row(record));
    // Not waited for: what is known of them is there to be read at once
    void this.publishing.reportErrors(() => this.#look(rows));
    return [...groups.map((group) => ({ group })), ...rows];
  }

  item(row: ViewRow): vscode.TreeItem {
    if ('group' in row) {
      const { group } = row;
      return groupItem(group, group.groups.length > 0 || (this.#records?.length ?? 0) <= mostOpen);
    }
    row.told = this.#time(row);
    return pageItem(row, Date.now());
  }

  withTooltip(item: vscode.TreeItem, row: ViewRow): vscode.TreeItem {
    if (!('group' in row)) {
      item.tooltip = pageTooltip(row, this.publishing.names);
    }
    return item;
  }

  /** Everything is looked at again: other windows and programs write too. */
  async refresh(): Promise<void> {
    this.#readings.forget();
    this.#known = undefined;
    await this.publishing.records.read();
    await this.#look([...this.#rows.values()]);
    this.#regroup();
  }

  /** All pages of the open folders, each as it is now. */
  async all(): Promise<readonly PageRow[]> {
    const { records } = await this.publishing.records.read();
    const rows = records
      .filter((record) => fileHere(record) !== undefined)
      .map((record) => this.#row(record));
    await this.#look(rows);
    return rows;
  }

  /** Whether the file differs from a page of it. */
  async isChanged(uri: vscode.Uri): Promise<boolean> {
    const { records } = this.publishing;
    const own = (this.#known?.index ?? (await records.read())).ofFile({ uri: uri.toString() });
    const file = own.length > 0 ? await this.#readings.read(uri) : undefined;
    const isChanged = (record: PageRecord): boolean =>
      file !== undefined && ['changed', 'retitled'].includes(stateOf(record, file, this.#knownNow()).state);
    return own.some(isChanged);
  }

  async askFilter(): Promise<void> {
    const title = l10n.t('Filter by State');
    const states = pageStates.filter((state) => state !== 'publishing');
    const items = [
      { label: l10n.t('All Pages'), answer: 'all' as const },
      ...states.map((state) => ({ label: stateLabel(state), answer: state })),
    ];
    const chosen = await askChoice<PageState | 'all'>(
      { title, step: 1, totalSteps: 1, canGoBack: false },
      {
        placeholder: l10n.t('Which pages do you want to see?'),
        items,
        active: items.find(({ answer }) => answer === (this.#filter ?? 'all')),
      },
    );
    if (typeof chosen === 'string') {
      this.#filter = chosen === 'all' ? undefined : chosen;
      this.view.tree.description = this.#filter === undefined ? '' : stateLabel(this.#filter);
      await vscode.commands.executeCommand('setContext', 'publishToWiki.isFiltered', chosen !== 'all');
      this.#regroup();
    }
  }

  dispose(): void {
    clearTimeout(this.#drawing);
    clearTimeout(this.#regrouping);
    clearTimeout(this.#following);
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
    await this.refresh();
  }

  /** The records of the open folders: with a filter, those that are in its state. */
  async #shown(): Promise<readonly PageRecord[]> {
    if (this.#records === undefined) {
      const { records } = await this.publishing.records.read();
      this.#records = records.filter((record) => fileHere(record) !== undefined);
    }
    const state = this.#filter;
    if (state === undefined) {
      return this.#records;
    }
    const rows = this.#records.map((record) => this.#row(record));
    await this.#look(rows);
    return rows.filter(({ found }) => found?.state === state).map(({ record }) => record);
  }

  async #learnNames(shown: readonly PageRecord[]): Promise<void> {
    const { names } = this.publishing;
    const keyOf = ({ place }: PageRecord): string =>
      JSON.stringify([place.endpoint, place.space, place.parent]);
    const places = [...new Map(shown.map((record) => [keyOf(record), record.place])).values()];
    const told = (): string => places.map((place) => names.text(place)).join();
    const before = told();
    await names.learn(places);
    if (told() !== before) {
      this.#regroup();
    }
  }

  #row(record: PageRecord): PageRow {
    const known = this.#rows.get(record.id);
    if (known !== undefined) {
      known.record = record;
      return known;
    }
    const uri = vscode.Uri.parse(fileHere(record) ?? '', true);
    const row = { uri, path: vscode.workspace.asRelativePath(uri), record, found: undefined };
    this.#rows.set(record.id, row);
    return row;
  }

  #rowsOf(uri: vscode.Uri): readonly PageRow[] {
    const key = uri.toString();
    return [...this.#rows.values()].filter((row) => row.uri.toString() === key);
  }

  async #look(rows: readonly PageRow[]): Promise<void> {
    const left = rows.values();
    const lookAtNext = async (): Promise<void> => {
      for (const row of left) {
        const file = await this.#readings.read(row.uri);
        this.#find(row, stateOf(row.record, file, this.#knownNow()));
      }
    };
    await Promise.all(Array.from({ length: readers }, lookAtNext));
  }

  #find(row: PageRow, found: StateOfPage): void {
    if (found.state !== row.found?.state || found.reason !== row.found.reason) {
      row.found = found;
      this.#draw(row);
      if (this.#filter !== undefined) {
        this.#regroup();
      }
    }
  }

  #recordsChanged(ids: readonly string[]): void {
    const { index } = this.#knownNow();
    for (const id of ids) {
      const [row, record] = [this.#rows.get(id), index.get(id)];
      const uri = fileHere(record);
      if (record !== undefined && record.wiki?.address !== row?.record.wiki?.address) {
        this.#followAddress(record);
      }
      if (uri !== undefined) {
        this.#decorations?.redraw(vscode.Uri.parse(uri, true));
      }
      if (row === undefined || record === undefined || uri !== row.uri.toString()) {
        this.#rows.delete(id);
        if (row !== undefined || uri !== undefined) {
          this.#regroup();
        }
      } else {
        row.record = record;
        this.#draw(row);
        // A file's other pages are told by this one too
        void this.publishing.reportErrors(() => this.#look(this.#rowsOf(row.uri)));
      }
    }
  }

  /** What links to the page would be sent with another address. */
  #followAddress({ files }: PageRecord): void {
    files.forEach(({ uri }) => this.#moved.add(uri));
    const look = async (): Promise<void> => {
      const moved = new Set(this.#moved);
      this.#moved.clear();
      for (const uri of await this.#readings.forgetLinking(moved)) {
        this.#decorations?.redraw(uri);
        await this.#look(this.#rowsOf(uri));
      }
    };
    this.#following ??= setTimeout(() => {
      this.#following = undefined;
      void this.publishing.reportErrors(look);
    }, regroupMs);
  }

  #knownNow(): Known {
    const { records, settings } = this.publishing;
    this.#known ??= {
      index: records.last,
      connections: settings.read().connections,
      isUnderWay: (record) => records.isUnderWay(record),
    };
    return this.#known;
  }

  /** Many at once where many change at once. */
  #draw(row: PageRow): void {
    this.#changed.add(row);
    this.#drawing ??= setTimeout(() => {
      this.#drawing = undefined;
      this.view.redraw([...this.#changed]);
      this.#changed.clear();
    }, drawMs);
  }

  #regroup(): void {
    this.#regrouping ??= setTimeout(() => {
      this.#regrouping = undefined;
      this.#records = undefined;
      this.view.redraw();
    }, regroupMs);
  }

  #time({ record: { published, pending } }: PageRow): string {
    return ago(published?.publishedAt ?? pending?.sentAt ?? 0, Date.now());
  }

  #tellTimes(): void {
    for (const row of this.view.tree.visible ? this.#rows.values() : []) {
      if (row.told !== undefined && row.told !== this.#time(row)) {
        this.#draw(row);
      }
    }
  }
}

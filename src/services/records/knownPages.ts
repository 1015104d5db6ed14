import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Place } from '../../core/records/pageRecord';
import type { FileIdentity } from '../../core/records/fileIdentity';
import { RecordIndex } from '../../core/records/recordIndex';
import { recordOf, type StoredPage } from '../../core/records/storedPage';
import { FailedAttempts } from './failedAttempts';
import type { OpenRows, RecordRow, RecordRows } from './recordRows';
import { folderRowId, pageRowId, readStoredPage } from './storedRows';
import { readStoredTitleScope, TitleScopes, type TitleScopeWriter } from './titleScopes';

type ChangePage = (page: StoredPage | undefined, open?: OpenRows) => StoredPage | undefined;

/** How often `putIf` reads the store again; then it goes on with what it knows, since the disk may be unreadable. */
const mostReads = 3;

/** The stored pages in memory: as this window last read them, with its own changes since. */
export class KnownPages {
  readonly #pages = new Map<string, StoredPage>();
  /** IDs of pages whose last change could not be stored, so that only this window has it. */
  readonly #unwritten = new Set<string>();
  /** How many changes are being stored. */
  #changing = 0;
  readonly #folders = new Set<string>();
  readonly #watchers = new Set<(ids: readonly string[]) => void>();
  readonly titleScopes: TitleScopes;
  readonly attempts = new FailedAttempts();
  readonly index: RecordIndex;
  #revision = 0;
  #reading: Promise<void> | undefined;
  #hasRead = false;

  constructor(
    private readonly rows: RecordRows,
    private readonly failed: (error: unknown) => void,
  ) {
    this.titleScopes = new TitleScopes(this.#keepTitles);
    this.index = new RecordIndex(pageRowId, {
      titleScope: this.titleScopes.of,
      attempt: this.attempts.of,
      hasFolderPublished: (endpoint, file) => this.#folders.has(folderRowId(endpoint, file)),
    });
  }

  async read(): Promise<void> {
    this.#reading ??= this.#read()
      .catch(this.failed)
      .finally(() => (this.#reading = undefined));
    await this.#reading;
    this.#hasRead = true;
  }

  /** Stores what could not be stored before, as under another window’s lock. A change under way is newer than that. */
  async #writeLeft(): Promise<void> {
    const left = this.#changing > 0 ? [] : [...this.#unwritten];
    if (left.length > 0) {
      await this.rows.change((open) => left.forEach((id) => open.set('page', id, this.#pages.get(id))));
      left.forEach((id) => this.#unwritten.delete(id));
    }
  }

  get(id: string): StoredPage | undefined {
    return this.#pages.get(id);
  }

  isPersistent(id: string): boolean {
    return this.rows.isPersistent && !this.#unwritten.has(id);
  }

  watch(tell: (ids: readonly string[]) => void): { dispose(): void } {
    this.#watchers.add(tell);
    return { dispose: () => this.#watchers.delete(tell) };
  }

  /** Resolves with whether the change is stored; this window has it either way. `how`: see `RecordRows.change`. */
  async put(place: Place, change: ChangePage, how?: { readonly gather: boolean }): Promise<boolean> {
    const id = pageRowId(place);
    await (this.#hasRead ? undefined : this.read());
    let next: StoredPage | undefined;
    let isKept = true;
    this.#changing++;
    try {
      await this.rows.change((open) => {
        const page = this.#unwritten.has(id) ? this.#pages.get(id) : readStoredPage(open.get('page', id));
        next = change(page, open);
        if (next !== page) {
          open.set('page', id, next);
        }
      }, how);
      this.#unwritten.delete(id);
    } catch (error) {
      this.failed(error);
      isKept = false;
      const page = this.#pages.get(id);
      next = change(page);
      if (next !== page) {
        this.#unwritten.add(id);
      }
    } finally {
      this.#changing--;
    }
    this.#set(id, next);
    this.#tell([id]);
    return isKept;
  }

  /**
   * Reads what other windows stored, then makes the change if `isMeant` returns true.
   * Resolves with whether it was made.
   */
  async putIf(place: Place, change: ChangePage, isMeant: () => boolean): Promise<boolean> {
    for (let reads = 0; ; reads++) {
      const known = { isBehind: false, isMeant: false, rows: [] as readonly RecordRow[] };
      const isKept = await this.put(place, (page, open) => {
        const rows = open?.since(this.#revision);
        known.rows = rows ?? [];
        known.isBehind = open !== undefined && rows === undefined && reads < mostReads;
        this.#take(known.rows);
        known.isMeant = !known.isBehind && isMeant();
        return known.isMeant ? change(page, open) : page;
      });
      this.#revision = isKept ? lastOf(known.rows, this.#revision) : this.#revision;
      this.#tell(known.rows.map(({ id }) => id));
      if (!known.isBehind) {
        return known.isMeant;
      }
      await this.read();
    }
  }

  /**
   * If the file’s repository has a remote, records that its working folder has published to the wiki. From then on,
   * updating pages that another clone published asks no question.
   */
  async recordFolder(endpoint: string, file: FileIdentity): Promise<void> {
    const id = folderRowId(endpoint, file);
    if (file.repository?.remote !== undefined && !this.#folders.has(id)) {
      this.#folders.add(id);
      await this.rows.change((open) => open.set('folder', id, { endpoint })).catch(this.failed);
    }
  }

  async #read(): Promise<void> {
    const changed: string[] = [];
    for (let hasMore = true; hasMore;) {
      const read = await this.rows.since(this.#revision);
      if (read.isReset) {
        changed.push(...this.#pages.keys());
        this.#forget();
      }
      this.#take(read.rows);
      this.#revision = lastOf(read.rows, this.#revision);
      read.rows.forEach(({ id }) => changed.push(id));
      ({ hasMore } = read);
      if (hasMore) {
        // Thousands of records at once would block the window.
        await nextTurn();
      }
    }
    this.#tell(changed);
    await this.#writeLeft();
  }

  #forget(): void {
    this.#folders.clear();
    this.#unwritten.clear();
    this.attempts.clear();
    this.titleScopes.clear();
    [...this.#pages.keys()].forEach((id) => this.#set(id, undefined));
    this.#revision = 0;
  }

  #take(rows: readonly RecordRow[]): void {
    for (const { kind, id, value } of rows) {
      if (kind === 'titles') {
        this.titleScopes.set(id, readStoredTitleScope(value));
      } else if (kind === 'folder') {
        this.#folders.add(id);
      } else if (!this.#unwritten.has(id)) {
        this.#set(id, readStoredPage(value));
      }
    }
  }

  #set(id: string, page: StoredPage | undefined): void {
    if (page === undefined) {
      this.#pages.delete(id);
    } else {
      this.#pages.set(id, page);
    }
    this.index.set(id, page && recordOf(id, page));
  }

  #tell(ids: readonly string[]): void {
    if (ids.length > 0) {
      this.#watchers.forEach((tell) => tell(ids));
    }
  }

  readonly #keepTitles: TitleScopeWriter = async (id, change) => {
    const known = await this.rows.change((open) => {
      const next = change(readStoredTitleScope(open.get('titles', id)));
      open.set('titles', id, next);
      return next;
    });
    this.titleScopes.set(id, known);
  };
}

function lastOf(rows: readonly RecordRow[], revision: number): number {
  return rows.reduce((latest, row) => Math.max(latest, row.revision), revision);
}

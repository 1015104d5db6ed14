import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  documentIndexKeys,
  isOtherFileOrRemote,
  isSameDocument,
  type FileIdentity,
} from '../../core/records/fileIdentity';
import {
  isSamePlace,
  lastSendAt,
  recordForReplacingFile,
  titleKey,
  type FailedAttempt,
  type PageRecord,
  type Place,
  type PlannedPlace,
} from '../../core/records/pageRecord';
import type { TitleLookup } from '../../core/records/recordToReplace';
import { recordOf, type StoredPage } from '../../core/records/storedPage';
import { FailedAttempts } from './failedAttempts';
import { Parts } from './parts';
import {
  expectedKey,
  folderKey,
  MemoryRows,
  pageRowId,
  readStoredPage,
  type OpenRows,
  type RecordRow,
  type RecordRows,
} from './recordRows';
import { TitleScopes } from './titleScopes';
import { Values } from './values';

type ChangePage = (page: StoredPage | undefined, open?: OpenRows) => StoredPage | undefined;

/** How often `putIf` reads the store again; then it goes on with what it knows, since the disk may be unreadable. */
const mostReads = 3;

/** What is known of pages at one time: it stays the same while the records change. */
export type KnownPages = Pick<
  Pages,
  | 'attempt'
  | 'hasFolderPublished'
  | 'isPublishExpected'
  | 'ofFile'
  | 'ofTitle'
  | 'recordAt'
  | 'recordsOfTitleInSpace'
  | 'titleOf'
  | 'titleScope'
>;

/** The table of pages as this window last read it, with its own changes since: by place, document, title and ID. */
export class Pages {
  readonly #stored = new Map<string, StoredPage>();
  /** IDs of pages whose last change could not be stored, so that only this window has it. */
  readonly #unwritten = new Set<string>();
  /** How many changes are being stored. */
  #changing = 0;
  readonly #watchers = new Set<(ids: readonly string[]) => void>();
  readonly values: Values;
  readonly titleScopes: TitleScopes;
  readonly attempts: FailedAttempts;
  readonly #records = new Map<string, PageRecord>();
  /** Each record by its title, documents and ID in the wiki. Most keys have one record; an array for each would take much memory. */
  readonly #byKey: Parts<PageRecord | readonly PageRecord[]>;
  #revision = 0;
  #reading: Promise<void> | undefined;
  #hasRead = false;

  constructor(
    private readonly rows: RecordRows = new MemoryRows(),
    private readonly failed: (error: unknown) => void = () => undefined,
    live?: Pages,
  ) {
    this.values = live?.values ?? new Values(rows, failed);
    this.titleScopes = new TitleScopes(this.values);
    this.attempts = live?.attempts ?? new FailedAttempts();
    this.#byKey = live === undefined ? new Parts() : live.#byKey.copy();
  }

  copy(): KnownPages {
    return new Pages(this.rows, this.failed, this);
  }

  get records(): readonly PageRecord[] {
    return [...this.#records.values()];
  }

  get(id: string): PageRecord | undefined {
    return this.#records.get(id);
  }

  readonly recordAt = (place: PlannedPlace): PageRecord | undefined =>
    this.ofTitle(place.title).find((record) => isSamePlace(record.place, place));

  /**
   * Returns the document’s pages and those of others that it may have replaced: first
   * those sent from this working folder, then all others, each with the latest send first.
   */
  readonly ofFile = (file: FileIdentity): readonly PageRecord[] =>
    this.#withKeys(documentIndexKeys(file))
      .map((record) => (isSameDocument(file, record.file) ? record : recordForReplacingFile(record, file)))
      .filter((record) => record !== undefined)
      .toSorted(
        (one, other) =>
          Number(isOtherFileOrRemote(one.file, file)) - Number(isOtherFileOrRemote(other.file, file)) ||
          lastSendAt(other) - lastSendAt(one),
      );

  ofTitle(title: string): readonly PageRecord[] {
    const key = titleKey(title);
    return this.#withKeys([key]).filter(({ place }) => titleKey(place.title) === key);
  }

  readonly recordsOfTitleInSpace: TitleLookup['recordsOfTitleInSpace'] = ({ endpoint, space, title }) =>
    this.ofTitle(title).filter(({ place }) => place.endpoint === endpoint && place.space === space);

  /** `id`: the page’s ID in the wiki, which is known only after a lookup. */
  titleOf(endpoint: string, id: string): string | undefined {
    return this.#withKeys([id]).find(({ place, wiki }) => wiki?.id === id && place.endpoint === endpoint)
      ?.place.title;
  }

  readonly titleScope: TitleLookup['titleScope'] = (endpoint) => this.titleScopes.of(endpoint);

  readonly attempt = (file: FileIdentity): FailedAttempt | undefined => this.attempts.of(file);

  /** Whether any file was published to the wiki from the clone or worktree of `file`; false without a Git remote. */
  readonly hasFolderPublished = (endpoint: string, file: FileIdentity): boolean =>
    this.values.get(folderKey(endpoint, file)) === true;

  /** Whether a person has said that others publish the pages of the file’s repository, too. */
  readonly isPublishExpected = (endpoint: string, file: FileIdentity): boolean =>
    this.values.get(expectedKey(endpoint, file)) === true;

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
      await this.rows.change((open) => left.forEach((id) => open.set('page', id, this.#stored.get(id))));
      left.forEach((id) => this.#unwritten.delete(id));
    }
  }

  stored(id: string): StoredPage | undefined {
    return this.#stored.get(id);
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
        const page = this.#unwritten.has(id) ? this.#stored.get(id) : readStoredPage(open.get('page', id));
        next = change(page, open);
        if (next !== page) {
          open.set('page', id, next);
        }
      }, how);
      this.#unwritten.delete(id);
    } catch (error) {
      this.failed(error);
      isKept = false;
      const page = this.#stored.get(id);
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
    if (file.repository?.remote !== undefined && !this.hasFolderPublished(endpoint, file)) {
      await this.values.change(folderKey(endpoint, file), () => true);
    }
  }

  async expectPublishes(endpoint: string, file: FileIdentity): Promise<void> {
    await this.values.change(expectedKey(endpoint, file), () => true);
  }

  /** Replaces what is known of the page, in this window alone. */
  set(id: string, record: PageRecord | undefined): void {
    const before = this.#records.get(id);
    for (const key of before === undefined ? [] : keysOf(before)) {
      const left = this.#withKeys([key]).filter((each) => each !== before);
      this.#byKey.set(key, left.length > 1 ? left : left[0]);
    }
    if (record === undefined) {
      this.#records.delete(id);
      return;
    }
    this.#records.set(id, record);
    for (const key of keysOf(record)) {
      const known = this.#byKey.get(key);
      this.#byKey.set(key, known === undefined ? record : [known, record].flat());
    }
  }

  async #read(): Promise<void> {
    const changed: string[] = [];
    for (let hasMore = true; hasMore;) {
      const read = await this.rows.since(this.#revision);
      if (read.isReset) {
        changed.push(...this.#stored.keys());
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
    this.#unwritten.clear();
    this.attempts.clear();
    this.values.clear();
    [...this.#stored.keys()].forEach((id) => this.#set(id, undefined));
    this.#revision = 0;
  }

  #take(rows: readonly RecordRow[]): void {
    for (const { kind, id, value } of rows) {
      if (kind === 'value') {
        this.values.take(id, value);
      } else if (!this.#unwritten.has(id)) {
        this.#set(id, readStoredPage(value));
      }
    }
  }

  #set(id: string, page: StoredPage | undefined): void {
    if (page === undefined) {
      this.#stored.delete(id);
    } else {
      this.#stored.set(id, page);
    }
    this.set(id, page && recordOf(id, page));
  }

  /** A key may be another page’s title, path or ID, so callers compare what they find. */
  #withKeys(keys: readonly string[]): PageRecord[] {
    return [...new Set(keys.flatMap((key) => this.#byKey.get(key) ?? []))];
  }

  #tell(ids: readonly string[]): void {
    if (ids.length > 0) {
      this.#watchers.forEach((tell) => tell(ids));
    }
  }
}

function keysOf({ place, file, wiki, otherSends = [] }: PageRecord): ReadonlySet<string> {
  const documents = [file, ...otherSends.map((send) => send.file)].flatMap(documentIndexKeys);
  return new Set([titleKey(place.title), ...documents, ...(wiki === undefined ? [] : [wiki.id])]);
}

function lastOf(rows: readonly RecordRow[], revision: number): number {
  return rows.reduce((latest, row) => Math.max(latest, row.revision), revision);
}

import { workingFolderOf, type FileIdentity } from '../../core/records/fileIdentity';
import { placeKey, type Place } from '../../core/records/pageRecord';
import { joinedPage, storedPageSchema, type StoredPage } from '../../core/records/storedPage';
import { isObject, parseJson, readAs } from '../../core/text/json';
import { shortHash } from '../shared/shortHash';
import { StoreError } from '../store/faults';
import type { StoreAccess } from '../store/statements';
import type { Store } from '../store/store';

/** `page`: a `StoredPage`, by its place. `value`: any other fact, by its key (see `Values`). */
export type RowKind = 'page' | 'value';

/** `revision` grows with each change and is never used twice, so that readers ask only for later ones. */
export interface RecordRow {
  readonly kind: RowKind;
  readonly id: string;
  readonly revision: number;
  /** Undefined once the value was removed; the row stays, so that other windows notice. */
  readonly value: unknown;
}

/**
 * `isReset`: the store was emptied or replaced, so these are its first rows, and what was read before is outdated.
 * `hasMore`: there are rows after these, which the next call returns.
 */
export interface ChangedRows {
  readonly rows: readonly RecordRow[];
  readonly isReset: boolean;
  readonly hasMore: boolean;
}

/** The rows as one transaction reads and changes them. */
export interface OpenRows {
  /** Returns undefined where `RecordRows.since` has to read first, as when too many rows changed for one transaction. */
  since(revision: number): readonly RecordRow[] | undefined;
  get(kind: RowKind, id: string): unknown;
  /** `value`: undefined removes it. */
  set(kind: RowKind, id: string, value: unknown): void;
}

/**
 * Implemented by `DatabaseRecordRows`, which all windows share, and `MemoryRows`, which a CI job keeps in the
 * folder of `--state`.
 */
export interface RecordRows {
  readonly isPersistent: boolean;
  since(revision: number): Promise<ChangedRows>;
  /**
   * Stores all changes of `work`, or rejects and stores none. `gather`: may wait for the next change, to share its
   * transaction.
   */
  change<T>(work: (rows: OpenRows) => T, how?: { readonly gather: boolean }): Promise<T>;
}

export class MemoryRows implements RecordRows {
  readonly isPersistent = true;
  readonly #rows = new Map<string, RecordRow>();
  #revision = 0;

  /** `keep` is called with the changed rows, to store them elsewhere too, such as in a file. */
  constructor(
    rows: readonly Omit<RecordRow, 'revision'>[] = [],
    private readonly keep: (changed: readonly RecordRow[]) => Promise<void> = () => Promise.resolve(),
  ) {
    rows.forEach((row) => this.#put(row));
  }

  since(revision: number): Promise<ChangedRows> {
    return Promise.resolve({ rows: this.#since(revision), isReset: false, hasMore: false });
  }

  async change<T>(work: (rows: OpenRows) => T): Promise<T> {
    const changed = new Map<string, RecordRow>();
    const result = work({
      since: (revision) => this.#since(revision),
      get: (kind, id) => (changed.get(keyOf(kind, id)) ?? this.#rows.get(keyOf(kind, id)))?.value,
      set: (kind, id, value) => void changed.set(keyOf(kind, id), { kind, id, value, revision: 0 }),
    });
    await this.keep([...changed.values()].map((row) => this.#put(row)));
    return result;
  }

  #since(revision: number): readonly RecordRow[] {
    return revision === this.#revision
      ? []
      : [...this.#rows.values()].filter((row) => row.revision > revision);
  }

  #put(row: Omit<RecordRow, 'revision'>): RecordRow {
    const next = { ...row, revision: ++this.#revision };
    this.#rows.set(keyOf(row.kind, row.id), next);
    return next;
  }
}

const keyOf = (kind: RowKind, id: string): string => `${kind} ${id}`;

export const databaseName = 'wiki.db';

/**
 * Migrations are only ever added, since databases have run the earlier ones. A removed record keeps its row, with
 * `value` NULL, so that other windows notice.
 */
export const migrations: readonly string[] = [
  `CREATE TABLE records (
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    revision INTEGER NOT NULL UNIQUE,
    value TEXT,
    PRIMARY KEY (kind, id)
  ) STRICT, WITHOUT ROWID`,
  `CREATE TABLE runs (
    id TEXT NOT NULL PRIMARY KEY,
    workspace TEXT NOT NULL,
    instance TEXT,
    seen_at INTEGER NOT NULL,
    started_at INTEGER NOT NULL,
    source TEXT NOT NULL
  ) STRICT, WITHOUT ROWID`,
];

/** The most rows that one transaction reads: SQLite is synchronous, and reading more would block the window. */
const mostAtOnce = 200;

export class DatabaseRecordRows implements RecordRows {
  #epoch: number | undefined;

  constructor(private readonly store: Pick<Store, 'read' | 'write' | 'isPersistent'>) {}

  get isPersistent(): boolean {
    return this.store.isPersistent;
  }

  async since(revision: number): Promise<ChangedRows> {
    const { epoch, isReset, rows } = await this.store.read((db) => {
      const now = db.epoch();
      const isOther = this.#epoch !== undefined && this.#epoch !== now;
      return { epoch: now, isReset: isOther, rows: rowsSince(db, isOther ? 0 : revision) };
    });
    this.#epoch = epoch;
    return { rows, isReset, hasMore: rows.length === mostAtOnce };
  }

  change<T>(work: (rows: OpenRows) => T, how?: { readonly gather: boolean }): Promise<T> {
    return this.store.write((db) => work(this.#openedIn(db)), how);
  }

  #openedIn(db: StoreAccess): OpenRows {
    return {
      since: (revision) => {
        const found = this.#epoch === db.epoch() ? rowsSince(db, revision) : undefined;
        return found === undefined || found.length === mostAtOnce ? undefined : found;
      },
      get: (kind, id) => {
        const value = db.get('SELECT value FROM records WHERE kind = ? AND id = ?', kind, id)?.value;
        return typeof value === 'string' ? parseJson(value) : undefined;
      },
      set: (kind, id, value) =>
        void db.run(
          'INSERT INTO records VALUES (?, ?, ?, ?) ON CONFLICT (kind, id) DO UPDATE SET revision = excluded.revision, value = excluded.value',
          ...[kind, id],
          db.nextRevision(),
          value === undefined ? null : JSON.stringify(value),
        ),
    };
  }
}

function rowsSince(db: StoreAccess, revision: number): readonly RecordRow[] {
  const found = db.all(
    'SELECT kind, id, revision, value FROM records WHERE revision > ? ORDER BY revision LIMIT ?',
    revision,
    mostAtOnce,
  );
  const newest = found.length === 0 ? 0 : db.revision();
  return found.map(({ kind, id, revision: at, value }) => {
    // What is read next begins after this number, so one that nothing gave out would hide all others.
    if (Number(at) > newest) {
      throw new StoreError('damaged');
    }
    return {
      kind: String(kind) as RowKind,
      id: String(id),
      revision: Number(at),
      value: typeof value === 'string' ? parseJson(value) : undefined,
    };
  });
}

export const titleScopeKey = (endpoint: string): string => `titles ${endpoint}`;

export const pageRowId = (place: Place): string => shortHash(placeKey(place));

/** The key of the value which says that a Git working folder has published to a wiki. */
export function folderKey(endpoint: string, { repository }: FileIdentity): string {
  return `folder ${endpoint} ${shortHash(JSON.stringify([repository?.remote, repository?.folder]))}`;
}

/** The key of the value which says that others publish the pages of a repository, too. */
export function expectedKey(endpoint: string, file: FileIdentity): string {
  const { remote, folder = workingFolderOf(file) } = file.repository ?? {};
  return `expected ${endpoint} ${shortHash(remote ?? folder)}`;
}

/** The key of the account that the import’s versions are by, where that is an app’s. */
export const importerKey = (endpoint: string): string => `importer ${endpoint}`;

export function readStoredPage(value: unknown): StoredPage | undefined {
  return readAs(storedPageSchema, value);
}

/**
 * Moves rows to the new address of a connection. If a place has a row at both addresses, the two are joined; of
 * `values`, which are all that are known, the one at the new address stays.
 */
export function moveRows(
  rows: OpenRows,
  { places, values }: { readonly places: readonly Place[]; readonly values: Iterable<[string, unknown]> },
  oldEndpoint: string,
  newEndpoint: string,
): void {
  for (const place of places) {
    const moved = { ...place, endpoint: newEndpoint };
    const here = readStoredPage(rows.get('page', pageRowId(place)));
    const there = readStoredPage(rows.get('page', pageRowId(moved)));
    const page = here && movedPage(here, oldEndpoint, newEndpoint);
    rows.set('page', pageRowId(moved), page && there ? joinedPage(there, page) : (page ?? there));
    rows.set('page', pageRowId(place), undefined);
  }
  const next = (each: string): string => (each === oldEndpoint ? newEndpoint : each);
  for (const [key, value] of values) {
    const to = key.split(' ').map(next).join(' ');
    const moved =
      typeof value === 'string'
        ? next(value)
        : isObject(value) && value.endpoint === oldEndpoint
          ? { ...value, endpoint: newEndpoint }
          : value;
    if (to !== key) {
      rows.set('value', key, undefined);
    }
    if (to !== key ? rows.get('value', to) === undefined : moved !== value) {
      rows.set('value', to, moved);
    }
  }
}

/** The page’s address leads to the new address of its wiki, too. */
function movedPage(page: StoredPage, oldEndpoint: string, newEndpoint: string): StoredPage {
  const { place, wiki } = page;
  const [from, to] = [new URL(oldEndpoint).origin, new URL(newEndpoint).origin];
  const isThere = wiki?.address?.startsWith(`${from}/`) === true;
  const address = isThere ? wiki.address.replace(from, to) : wiki?.address;
  return { ...page, place: { ...place, endpoint: newEndpoint }, wiki: wiki && { ...wiki, address } };
}

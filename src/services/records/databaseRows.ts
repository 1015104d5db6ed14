import { parseJson } from '../../core/text/json';
import { StoreError } from '../store/faults';
import type { StoreAccess } from '../store/statements';
import type { Store } from '../store/store';
import type { ChangedRows, OpenRows, RecordRow, RecordRows, RowKind } from './recordRows';

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

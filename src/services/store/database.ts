import { randomInt } from 'node:crypto';
import type * as Sqlite from 'node:sqlite';
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { faultOf, StoreError } from './faults';
import type { Row, Statements, Work } from './statements';

/** So that a window is not blocked for longer by what was gathered. */
const longestMs = 10;
/** Far below what a number holds exactly, and a start that no earlier file of this path has come to. */
const highestStart = 2 ** 47;

/** What came of one work in a transaction. */
export type Result = { readonly value: unknown } | { readonly error: unknown };

/** Loads the module when the first record is needed: in activation it costs time, and hosts under a debugger died of it. */
export function loadSqlite(): typeof Sqlite | undefined {
  const emitWarning: unknown = Reflect.get(process, 'emitWarning');
  // Node 22 calls the module experimental, which a window shows as an error of the extension
  process.emitWarning = () => undefined;
  try {
    return process.getBuiltinModule('node:sqlite');
  } finally {
    Reflect.set(process, 'emitWarning', emitWarning);
  }
}

/** One connection to a file, or to memory. */
export class Database implements Statements {
  readonly #prepared = new Map<string, StatementSync>();
  readonly #db: DatabaseSync;

  /** Throws if the file can't be had; then nothing of it stays open. */
  constructor(
    sqlite: typeof Sqlite,
    readonly file: string,
    private readonly migrations: readonly string[],
  ) {
    this.#db = new sqlite.DatabaseSync(file, { timeout: 0 });
    try {
      this.#configure();
      if (this.#version() < migrations.length) {
        this.#migrate();
      }
    } catch (error) {
      this.close();
      // A database that has no place for our tables is not ours
      throw faultOf(error) === undefined ? new StoreError('damaged', { cause: error }) : error;
    }
  }

  all(sql: string, ...values: readonly SQLInputValue[]): readonly Row[] {
    return this.#prepare(sql).all(...values);
  }

  get(sql: string, ...values: readonly SQLInputValue[]): Row | undefined {
    return this.#prepare(sql).get(...values);
  }

  run(sql: string, ...values: readonly SQLInputValue[]): number {
    return Number(this.#prepare(sql).run(...values).changes);
  }

  epoch(): number {
    return Number(this.get('SELECT epoch FROM store')?.epoch);
  }

  revision(): number {
    return Number(this.get('SELECT revision FROM store')?.revision);
  }

  nextRevision(): number {
    return Number(this.get('UPDATE store SET revision = revision + 1 RETURNING revision')?.revision);
  }

  /** All statements of the work see one state of the file. */
  read<T>(work: Work<T>): T {
    this.run('BEGIN');
    try {
      return withoutAwait(work(this));
    } finally {
      this.#rollBack();
    }
  }

  /** Does as many works as fit in one transaction. Throws, and has done none, if the file is at fault. */
  write(works: readonly Work<unknown>[]): readonly Result[] {
    this.run('BEGIN IMMEDIATE');
    try {
      if (this.#version() > this.migrations.length) {
        throw new StoreError('newer');
      }
      const begunAt = performance.now();
      const results: Result[] = [];
      for (const work of works) {
        results.push(this.#writeOne(work));
        if (performance.now() - begunAt > longestMs) {
          break;
        }
      }
      this.run('COMMIT');
      return results;
    } finally {
      this.#rollBack();
    }
  }

  close(): void {
    if (this.#db.isOpen) {
      this.#db.close();
    }
  }

  /** Other windows have the file open, so it stays; the revision goes on, and the new epoch tells them. */
  removeAll(): void {
    this.run('BEGIN IMMEDIATE');
    try {
      this.run('PRAGMA defer_foreign_keys=ON');
      const tables = this.all("SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'store'");
      for (const { name } of tables) {
        this.run(`DELETE FROM "${String(name)}"`);
      }
      this.run('UPDATE store SET epoch = epoch + 1, revision = revision + 1');
      this.run('COMMIT');
    } finally {
      this.#rollBack();
    }
    this.run('VACUUM');
  }

  /** What one work changed is taken back if it throws; the others of the transaction stay. */
  #writeOne(work: Work<unknown>): Result {
    this.run('SAVEPOINT work');
    try {
      const value = withoutAwait(work(this));
      this.run('RELEASE work');
      return { value };
    } catch (error) {
      if (faultOf(error) !== undefined) {
        throw error;
      }
      this.run('ROLLBACK TO work');
      this.run('RELEASE work');
      return { error };
    }
  }

  #configure(): void {
    this.#db.exec(
      'PRAGMA synchronous=FULL; PRAGMA secure_delete=ON; PRAGMA foreign_keys=ON; PRAGMA trusted_schema=OFF; PRAGMA temp_store=MEMORY',
    );
    // With a write-ahead log, a file goes on after its removal without an error, and is not even read on a read-only disk
    this.#db.exec('PRAGMA journal_mode=TRUNCATE');
  }

  #version(): number {
    return Number(this.get('PRAGMA user_version')?.user_version);
  }

  #migrate(): void {
    this.run('BEGIN IMMEDIATE');
    try {
      const from = this.#version();
      if (from === 0) {
        this.#db.exec(
          'CREATE TABLE store (one INTEGER PRIMARY KEY CHECK (one = 1), epoch INTEGER NOT NULL, revision INTEGER NOT NULL) STRICT',
        );
        this.run('INSERT INTO store VALUES (1, ?, ?)', randomInt(highestStart), randomInt(highestStart));
      }
      for (const migration of this.migrations.slice(from)) {
        this.#db.exec(migration);
      }
      this.#db.exec(`PRAGMA user_version=${Math.max(from, this.migrations.length)}`);
      this.run('COMMIT');
    } finally {
      this.#rollBack();
    }
  }

  #rollBack(): void {
    if (this.#db.isTransaction) {
      this.run('ROLLBACK');
    }
  }

  #prepare(sql: string): StatementSync {
    const prepared = this.#prepared.get(sql) ?? this.#db.prepare(sql);
    this.#prepared.set(sql, prepared);
    return prepared;
  }
}

function withoutAwait<T>(value: T): T {
  if (value instanceof Promise) {
    throw new TypeError('Work in the store must not wait: its transaction would end before it.');
  }
  return value;
}

import { randomInt } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { faultOf, isShapeError, StoreError } from './faults';
import { openDatabase } from './sqlite';
import {
  requireSynchronous,
  type TransactionResult,
  type DatabaseRow,
  type StoreAccess,
  type StoreConnection,
  type Work,
} from './statements';

/** After this time, further work waits for the next transaction, since SQLite blocks the window. */
const longestMs = 10;
/** A new file begins with a random revision and epoch below this, so that it is not taken for the one before it. */
const highestStart = 2 ** 47;
const ownTables =
  "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'";

/** One connection to a file, or to `:memory:`. */
export class Database implements StoreAccess, StoreConnection {
  readonly #prepared = new Map<string, StatementSync>();
  readonly #db: DatabaseSync;

  /** Throws if the file can’t be opened or migrated, and then leaves it closed. */
  constructor(
    readonly file: string,
    private readonly migrations: readonly string[],
  ) {
    this.#db = openDatabase(file);
    try {
      this.#configure();
      if (this.#version() < migrations.length) {
        this.#migrate();
      }
      if (!this.#isNewer()) {
        countIn(this.epoch() + this.revision());
      }
    } catch (error) {
      this.close();
      // If the tables can’t be created, the file is another program’s database.
      throw faultOf(error) === undefined ? new StoreError('damaged', { cause: error }) : error;
    }
  }

  all(sql: string, ...values: readonly SQLInputValue[]): readonly DatabaseRow[] {
    return this.#prepare(sql).all(...values);
  }

  get(sql: string, ...values: readonly SQLInputValue[]): DatabaseRow | undefined {
    return this.#prepare(sql).get(...values);
  }

  run(sql: string, ...values: readonly SQLInputValue[]): number {
    return Number(this.#prepare(sql).run(...values).changes);
  }

  epoch(): number {
    return countIn(this.get('SELECT epoch FROM store')?.epoch);
  }

  revision(): number {
    return countIn(this.get('SELECT revision FROM store')?.revision);
  }

  nextRevision(): number {
    const next = countIn(this.revision() + 1);
    this.run('UPDATE store SET revision = ?', next);
    return next;
  }

  /** All statements of `work` see the same state of the file, whatever other windows write. */
  read<T>(work: Work<T>): T {
    this.run('BEGIN');
    try {
      return requireSynchronous(work(this));
    } catch (error) {
      throw this.#asFault(error);
    } finally {
      this.#rollBack();
    }
  }

  /** Runs `works` in one transaction until `longestMs` has passed. If the file fails, throws and has changed nothing. */
  write(works: readonly Work<unknown>[]): readonly TransactionResult[] {
    const results: TransactionResult[] = [];
    const begunAt = performance.now();
    this.#transaction(() => {
      for (const work of works) {
        results.push(this.#writeOne(work));
        if (performance.now() - begunAt > longestMs) {
          break;
        }
      }
    });
    return results;
  }

  /** Empties the file instead of deleting it, since other windows have it open. They notice by the new `epoch`. */
  removeAll(): void {
    this.#transaction(() => {
      this.run('PRAGMA defer_foreign_keys=ON');
      for (const { name } of this.all(`${ownTables} AND name <> 'store'`)) {
        this.run(`DELETE FROM "${String(name)}"`);
      }
      this.nextRevision();
      this.run('UPDATE store SET epoch = ?', countIn(this.epoch() + 1));
    });
    try {
      this.run('VACUUM');
    } catch (error) {
      // A busy file is tried again by the caller. Otherwise, `secure_delete` has overwritten the rows already, and the file only stays as large as it was.
      if (faultOf(error) === 'busy') {
        throw error;
      }
    }
  }

  /** Replaces all rows with those of `file`. Throws and changes nothing if `file` is unreadable or has another version. */
  copyFrom(file: string): void {
    this.run('ATTACH DATABASE ? AS kept', file);
    try {
      this.run('PRAGMA foreign_keys=OFF');
      this.#transaction(() => {
        if (Number(this.get('PRAGMA kept.user_version')?.user_version) !== this.migrations.length) {
          throw new StoreError('unusable');
        }
        for (const { name } of this.all(ownTables)) {
          this.#db.exec(`DELETE FROM main."${String(name)}"`);
          this.#db.exec(`INSERT INTO main."${String(name)}" SELECT * FROM kept."${String(name)}"`);
        }
        countIn(this.epoch() + this.revision());
        // BEGIN IMMEDIATE would lock the attached file for writing, too.
      }, 'BEGIN');
    } finally {
      this.run('PRAGMA foreign_keys=ON');
      this.run('DETACH DATABASE kept');
    }
  }

  /** Slow: reads the whole file. */
  isWhole(): boolean {
    return this.get('PRAGMA quick_check(1)')?.quick_check === 'ok';
  }

  close(): void {
    if (this.#db.isOpen) {
      this.#db.close();
    }
  }

  /** If the work throws, only its own changes are rolled back. If the file fails, throws: then, the transaction is lost. */
  #writeOne(work: Work<unknown>): TransactionResult {
    this.run('SAVEPOINT work');
    try {
      const value = requireSynchronous(work(this));
      this.run('RELEASE work');
      return { value };
    } catch (error) {
      const told = this.#asFault(error);
      if (faultOf(told) !== undefined) {
        throw told;
      }
      this.run('ROLLBACK TO work');
      this.run('RELEASE work');
      return { error };
    }
  }

  #transaction(work: () => void, begin = 'BEGIN IMMEDIATE'): void {
    this.run(begin);
    try {
      if (this.#isNewer()) {
        throw new StoreError('newer');
      }
      work();
      this.run('COMMIT');
    } finally {
      this.#rollBack();
    }
  }

  #configure(): void {
    const isUnclean = hasJournal(this.file);
    // With a write-ahead log, a deleted file would cause no error, and a read-only disk could not be read.
    this.#db.exec(
      'PRAGMA journal_mode=TRUNCATE; PRAGMA synchronous=FULL; PRAGMA secure_delete=ON; PRAGMA foreign_keys=ON; PRAGMA trusted_schema=OFF; PRAGMA temp_store=MEMORY',
    );
    if (isUnclean && !this.isWhole()) {
      throw new StoreError('damaged');
    }
  }

  #version(): number {
    return Number(this.get('PRAGMA user_version')?.user_version);
  }

  /** SQL that fails on tables of a version that is known, as of a file that lacks one, shows that the file is damaged. */
  #asFault(error: unknown): unknown {
    const fault = this.#isNewer() ? 'newer' : 'damaged';
    return isShapeError(error) ? new StoreError(fault, { cause: error }) : error;
  }

  #isNewer(): boolean {
    return this.#version() > this.migrations.length;
  }

  #migrate(): void {
    this.#transaction(() => {
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
      this.#db.exec(`PRAGMA user_version=${this.migrations.length}`);
    });
  }

  /** Does nothing after a COMMIT, or where SQLite has rolled back by itself, as on a full disk. */
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

/** Throws for a number that is missing, or that does not fit: it would be no number, or another one. */
function countIn(value: unknown): number {
  if (!Number.isSafeInteger(value)) {
    throw new StoreError('damaged');
  }
  return Number(value);
}

/** A journal that is not empty means that a process died in a transaction, or is in one now. */
function hasJournal(file: string): boolean {
  const journal = `${file}-journal`;
  return existsSync(journal) && statSync(journal).size > 0;
}

import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import path from 'node:path';
import { Database, loadSqlite, type Result } from './database';
import { faultOf, StoreError } from './faults';
import type { Work } from './statements';

export interface StoreOptions {
  readonly file: string;
  /** SQL that brings the tables, all of them STRICT, from one version to the next; the first makes them. */
  readonly migrations: readonly string[];
  /** Is told, once for each, in a sentence for people what is wrong with the file; the store goes on. */
  readonly failed: (error: unknown) => void;
  /** How long another window may be in the way. */
  readonly busyMs?: number;
}

interface Pending {
  readonly work: Work<unknown>;
  readonly settle: (result: Result) => void;
}

const gatherMs = 20;
const usualBusyMs = 10_000;

/** What is remembered in a file that all windows share, through SQLite. One file has one store in a process. */
export class Store {
  #database: Database | undefined;
  #lastRead: Promise<unknown> = Promise.resolve();
  readonly #pending: Pending[] = [];
  #isWriting = false;
  #isKept = true;
  #gathering: NodeJS.Timeout | undefined;

  constructor(private readonly options: StoreOptions) {}

  /** Whether what is written outlives this window. */
  get isKept(): boolean {
    return this.#isKept;
  }

  read<T>(work: Work<T>): Promise<T> {
    const reading = this.#lastRead.then(() => this.#untilFree((database) => database.read(work)));
    this.#lastRead = reading.catch(() => undefined);
    return reading;
  }

  /** Resolves once it is on the disk. What is gathered waits a moment for other works, so that they share a transaction. */
  write<T>(work: Work<T>, { gather = false } = {}): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const settle = (result: Result): void =>
        'error' in result ? reject(asError(result.error)) : resolve(result.value as T);
      this.#pending.push({ work, settle });
      if (gather) {
        this.#gathering ??= setTimeout(() => this.#flush(), gatherMs);
      } else {
        this.#flush();
      }
    });
  }

  /** Removes all that is remembered, also from what the file has of removed rows. */
  async removeAll(): Promise<void> {
    await this.#untilFree((database) => database.removeAll());
  }

  close(): void {
    this.#database?.close();
    this.#database = undefined;
  }

  #flush(): void {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    if (!this.#isWriting) {
      this.#isWriting = true;
      void this.#writeAll();
    }
  }

  async #writeAll(): Promise<void> {
    // What is written in the same turn shares the transaction
    await Promise.resolve();
    while (this.#pending.length > 0) {
      try {
        const results = await this.#untilFree((database) =>
          database.write(this.#pending.map(({ work }) => work)),
        );
        this.#pending
          .splice(0, results.length)
          .forEach(({ settle }, at) => settle(results[at] ?? { error: undefined }));
      } catch (error) {
        this.#pending.splice(0).forEach(({ settle }) => settle({ error }));
      }
    }
    this.#isWriting = false;
  }

  /** Waits in the event loop while another window is in the way. */
  async #untilFree<T>(work: (database: Database) => T): Promise<T> {
    const { busyMs = usualBusyMs } = this.options;
    for (let waitedMs = 0; ;) {
      try {
        return work(this.#opened());
      } catch (error) {
        if (faultOf(error) !== 'busy' || waitedMs > busyMs) {
          throw error;
        }
      }
      const before = performance.now();
      await new Promise((resolve) => setTimeout(resolve, 2 + 3 * Math.random()));
      waitedMs += performance.now() - before;
    }
  }

  #opened(): Database {
    if (this.#database === undefined) {
      const sqlite = loadSqlite();
      if (sqlite === undefined) {
        this.#isKept = false;
        throw new StoreError('unusable');
      }
      makeFile(this.options.file);
      this.#database = new Database(sqlite, this.options.file, this.options.migrations);
    }
    return this.#database;
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** SQLite would make it readable for all. A file that is there is not opened: its closing would drop this process's locks. */
function makeFile(file: string): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  if (!existsSync(file)) {
    closeSync(openSync(file, 'a', 0o600));
  }
}

import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import path from 'node:path';
import { Database } from './database';
import { faultOf, StoreError, type Fault } from './faults';
import {
  lockedStoreError,
  memoryOnlyError,
  damagedStoreError,
  newerStoreError,
  noSqliteError,
  notRemovedError,
} from './storeErrors';
import { NullStore } from './nullStore';
import { isFile, removeSetAside, setAside } from './setAside';
import { loadSqlite } from './sqlite';
import type { TransactionResult, StoreConnection, Work } from './statements';
import { retryWhileBusy } from './retryWhileBusy';

export interface StoreOptions {
  readonly file: string;
  /**
   * The SQL of each version of the tables, which are all STRICT. A file’s `user_version` is
   * the number of migrations it has run.
   */
  readonly migrations: readonly string[];
  /** Called once for each distinct message, a sentence for people. */
  readonly failed: (error: Error) => void;
  /** How long to wait for another window’s lock before what was asked is rejected; 10 seconds if undefined. */
  readonly busyMs?: number;
}

interface Pending {
  readonly work: Work<unknown>;
  readonly settle: (result: TransactionResult) => void;
}

const gatherMs = 20;
const usualBusyMs = 10_000;
/** Once somebody has been told of the lock, nothing waits that long for it again. */
const knownBusyMs = 100;
const mostRecoveries = 2;

/**
 * Keeps data in a SQLite file that all windows share, and in memory where the file fails.
 * A process has one store for a file.
 */
export class Store {
  #connection: StoreConnection | undefined;
  #isKept = true;
  /** Another window has locked the file for too long. */
  #isLocked = false;
  #isClosed = false;
  #lastRead: Promise<unknown> = Promise.resolve();
  readonly #pending: Pending[] = [];
  #isWriting = false;
  #gathering: NodeJS.Timeout | undefined;
  #recovering: Promise<void> | undefined;
  readonly #told = new Set<string>();

  constructor(private readonly options: StoreOptions) {}

  /** False while nothing is written to the file: such changes are lost when this window closes. */
  get isPersistent(): boolean {
    return this.#isKept && !this.#isLocked;
  }

  read<T>(work: Work<T>): Promise<T> {
    const reading = this.#lastRead.then(() => this.#untilDone((connection) => connection.read(work)));
    this.#lastRead = reading.catch(() => undefined);
    return reading;
  }

  /** Resolves once the change is committed. `gather`: waits a moment, so that several changes share a transaction. */
  write<T>(work: Work<T>, { gather = false } = {}): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const settle = (result: TransactionResult): void =>
        'error' in result ? reject(asError(result.error)) : resolve(result.value as T);
      this.#pending.push({ work, settle });
      if (gather) {
        this.#gathering ??= setTimeout(() => this.#flush(), gatherMs);
      } else {
        this.#flush();
      }
    });
  }

  /** Deletes all rows, overwrites their bytes, and deletes files that were set aside. Rejects if the disk refuses. */
  async removeAll(): Promise<void> {
    // Opens the file anew, since the disk may be writable again.
    this.#connection?.close();
    this.#connection = undefined;
    [this.#isKept, this.#isLocked] = [true, false];
    await this.#untilDone((connection) => connection.removeAll()).catch((error: unknown) => {
      if (!this.#isLocked) {
        throw error;
      }
    });
    if (!this.isPersistent) {
      throw notRemovedError(this.options.file);
    }
    removeSetAside(this.options.file);
  }

  /** Writes pending changes first. They are rejected if the file fails or is locked. */
  close(): void {
    try {
      while (this.#pending.length > 0) {
        this.#writePending(this.#opened());
      }
    } catch (error) {
      this.#pending.splice(0).forEach(({ settle }) => settle({ error }));
    }
    this.#isClosed = true;
    clearTimeout(this.#gathering);
    this.#connection?.close();
    this.#connection = undefined;
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
    while (this.#pending.length > 0) {
      // Lets the window work between commits, which block it on a slow disk; changes made
      // meanwhile share the next commit.
      await new Promise(setImmediate);
      try {
        await this.#untilDone((connection) => this.#writePending(connection));
        // Reading alone does not show it: a lock that keeps others from writing lets them read.
        this.#isLocked = false;
      } catch (error) {
        this.#pending.splice(0).forEach(({ settle }) => settle({ error }));
      }
    }
    this.#isWriting = false;
  }

  #writePending(connection: StoreConnection): void {
    const results = connection.write(this.#pending.map(({ work }) => work));
    const done = this.#pending.splice(0, results.length);
    results.forEach((result, at) => done[at]?.settle(result));
  }

  /**
   * Repeats the work while another window locks the file, though not for ever, and once the store has recovered
   * from a moved, damaged or unusable file.
   */
  async #untilDone<T>(work: (connection: StoreConnection) => T): Promise<T> {
    for (let turn = 1; ; turn++) {
      await this.#recovering;
      try {
        return await retryWhileBusy(() => work(this.#opened()), this.#busyMs);
      } catch (error) {
        const fault = faultOf(error);
        if (fault === undefined || this.#isClosed || !this.#isKept) {
          throw error;
        }
        if (fault === 'busy') {
          const notice = lockedStoreError(error);
          this.#told.delete(this.#isLocked ? '' : notice.message);
          this.#isLocked = true;
          throw this.#tell(notice);
        }
        if (fault === 'newer') {
          throw this.#tell(newerStoreError(error));
        }
        this.#recovering ??= this.#recover(fault, error, turn).finally(() => (this.#recovering = undefined));
      }
    }
  }

  async #recover(fault: Fault, cause: unknown, turn: number): Promise<void> {
    if (turn <= mostRecoveries && (fault === 'moved' || fault === 'damaged')) {
      this.#connection?.close();
      this.#connection = undefined;
      if (fault === 'moved' || (await this.#setAside(cause, turn > 1))) {
        return;
      }
    }
    await this.#goOnAlone(cause);
  }

  /** Returns true also if the file turns out to be intact, and false if it can’t be renamed. */
  async #setAside(cause: unknown, isSurelyDamaged: boolean): Promise<boolean> {
    try {
      const name = await retryWhileBusy(() => setAside(this.options.file, isSurelyDamaged), this.#busyMs);
      if (name !== undefined) {
        this.#tell(damagedStoreError(name, cause));
      }
      return true;
    } catch {
      return false;
    }
  }

  async #goOnAlone(cause: unknown): Promise<void> {
    const memory = new Database(':memory:', this.options.migrations);
    try {
      if (existsSync(this.options.file)) {
        await retryWhileBusy(() => memory.copyFrom(this.options.file), knownBusyMs);
      }
    } catch {
      // Without a readable file, the memory begins empty.
    }
    this.#connection?.close();
    this.#connection = memory;
    this.#isKept = false;
    this.#tell(memoryOnlyError(cause));
  }

  get #busyMs(): number {
    return this.#isLocked ? knownBusyMs : (this.options.busyMs ?? usualBusyMs);
  }

  #opened(): StoreConnection {
    if (this.#isClosed) {
      throw new StoreError('unusable');
    }
    this.#connection ??= this.#open();
    return this.#connection;
  }

  #open(): StoreConnection {
    if (loadSqlite() === undefined) {
      this.#isKept = false;
      this.#tell(noSqliteError());
      return new NullStore();
    }
    makeFile(this.options.file);
    return new Database(this.options.file, this.options.migrations);
  }

  #tell(notice: Error): Error {
    if (!this.#told.has(notice.message)) {
      this.#told.add(notice.message);
      this.options.failed(notice);
    }
    return notice;
  }
}

/**
 * Creates a file that only its owner can read; one that SQLite creates could be read by all. An existing file
 * is not opened, since closing it would drop this process’s locks.
 */
function makeFile(file: string): void {
  let isOther = false;
  try {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    if (existsSync(file)) {
      isOther = !isFile(file);
    } else {
      closeSync(openSync(file, 'a', 0o600));
    }
  } catch (error) {
    throw new StoreError('unusable', { cause: error });
  }
  if (isOther) {
    throw new StoreError('damaged');
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

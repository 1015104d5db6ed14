import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';

export type DatabaseRow = Readonly<Record<string, SQLOutputValue>>;

/** SQL texts are prepared once and kept, so values are passed as parameters and never written into the text. */
export interface StoreAccess {
  all(sql: string, ...values: readonly SQLInputValue[]): readonly DatabaseRow[];
  get(sql: string, ...values: readonly SQLInputValue[]): DatabaseRow | undefined;
  /** Returns the number of changed rows. */
  run(sql: string, ...values: readonly SQLInputValue[]): number;
  /** Returns another number once the file was emptied or replaced: everything read before is outdated then. */
  epoch(): number;
  /** The number of the last change in any window. Each row keeps the number of its own, so a window reads only newer rows. */
  revision(): number;
  nextRevision(): number;
}

/** Runs within one transaction, so it must not be async. If another window locked the file, it is called again. */
export type Work<T> = (db: StoreAccess) => T;

export type TransactionResult = { readonly value: unknown } | { readonly error: unknown };

/** Implemented by `Database` (a file, or memory) and `NullStore`, which keeps nothing. */
export interface StoreConnection {
  read<T>(work: Work<T>): T;
  write(works: readonly Work<unknown>[]): readonly TransactionResult[];
  removeAll(): void;
  close(): void;
}

export function requireSynchronous<T>(value: T): T {
  if (value instanceof Promise) {
    throw new TypeError('Work in the store must not wait: its transaction would end before it.');
  }
  return value;
}

import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';

export type DatabaseRow = Readonly<Record<string, SQLOutputValue>>;

/** What work in the store is done with. Each statement is prepared once and kept, so its text must not hold values. */
export interface Statements {
  all(sql: string, ...values: readonly SQLInputValue[]): readonly DatabaseRow[];
  get(sql: string, ...values: readonly SQLInputValue[]): DatabaseRow | undefined;
  /** Returns how many rows changed. */
  run(sql: string, ...values: readonly SQLInputValue[]): number;
  /** Differs once everything was removed or had to begin anew: then nothing that was read before counts. */
  epoch(): number;
  /** The revision that was taken last, in any window. */
  revision(): number;
  /** Takes a revision that no change had before. */
  nextRevision(): number;
}

/** Work without an await, which may be done again from its start when another window was in the way. */
export type Work<T> = (db: Statements) => T;

/** What came of one work in a transaction. */
export type TransactionResult = { readonly value: unknown } | { readonly error: unknown };

/** Where work is done: a file, memory, or nowhere. */
export interface StoreConnection {
  read<T>(work: Work<T>): T;
  write(works: readonly Work<unknown>[]): readonly TransactionResult[];
  removeAll(): void;
  close(): void;
}

export function withoutAwait<T>(value: T): T {
  if (value instanceof Promise) {
    throw new TypeError('Work in the store must not wait: its transaction would end before it.');
  }
  return value;
}

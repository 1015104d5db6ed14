import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';

export type DatabaseRow = Readonly<Record<string, SQLOutputValue>>;

/**
 * What work in the store can do. Each SQL text is prepared once and cached, so it must have no values in it.
 */
export interface StoreAccess {
  all(sql: string, ...values: readonly SQLInputValue[]): readonly DatabaseRow[];
  get(sql: string, ...values: readonly SQLInputValue[]): DatabaseRow | undefined;
  /** Returns how many rows changed. */
  run(sql: string, ...values: readonly SQLInputValue[]): number;
  /** Changes when the store was emptied or replaced. What was read before is void then. */
  epoch(): number;
  /** The last revision of any window. */
  revision(): number;
  /** Returns a new revision. */
  nextRevision(): number;
}

/** Work without an await, which may be done again from its start when another window was in the way. */
export type Work<T> = (db: StoreAccess) => T;

/** What came of one work in a transaction. */
export type TransactionResult = { readonly value: unknown } | { readonly error: unknown };

/** Where work is done: a file, memory, or nowhere. */
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

import type { TransactionResult, DatabaseRow, StoreAccess, StoreConnection, Work } from './statements';

/** Where Node has no SQLite: nothing is known, and nothing is kept. */
export class NullStore implements StoreAccess, StoreConnection {
  #revision = 0;

  all(): readonly DatabaseRow[] {
    return [];
  }

  get(): undefined {
    return undefined;
  }

  run(): number {
    return 0;
  }

  epoch(): number {
    return 0;
  }

  revision(): number {
    return this.#revision;
  }

  nextRevision(): number {
    return ++this.#revision;
  }

  read<T>(work: Work<T>): T {
    return work(this);
  }

  write(works: readonly Work<unknown>[]): readonly TransactionResult[] {
    return works.map((work) => {
      try {
        return { value: work(this) };
      } catch (error) {
        return { error };
      }
    });
  }

  removeAll(): void {
    // There is nothing to remove.
  }

  close(): void {
    // There is nothing to close.
  }
}

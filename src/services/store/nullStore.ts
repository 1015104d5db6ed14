import type { TransactionResult, DatabaseRow, StoreAccess, StoreConnection, Work } from './statements';

/** The store where Node has no SQLite: it reads nothing and keeps nothing. */
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
    // The store keeps nothing, so there is nothing to remove.
  }

  close(): void {
    // The store has no file, so there is nothing to close.
  }
}

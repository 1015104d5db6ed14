/**
 * `page`: a `StoredPage`. `titles`: whether a wiki’s titles are unique under a parent page or in a whole space.
 * `folder`: a Git working folder that published to a wiki.
 */
export type RowKind = 'page' | 'titles' | 'folder';

/** `revision` grows with each change and is never used twice, so that readers ask only for later ones. */
export interface RecordRow {
  readonly kind: RowKind;
  readonly id: string;
  readonly revision: number;
  /** Undefined once the value was removed; the row stays, so that other windows notice. */
  readonly value: unknown;
}

/**
 * `isReset`: the store was emptied or replaced, so these are its first rows, and what was read before is outdated.
 * `hasMore`: there are rows after these, which the next call returns.
 */
export interface ChangedRows {
  readonly rows: readonly RecordRow[];
  readonly isReset: boolean;
  readonly hasMore: boolean;
}

/** The rows as one transaction reads and changes them. */
export interface OpenRows {
  /** Returns undefined where `RecordRows.since` has to read first, as when too many rows changed for one transaction. */
  since(revision: number): readonly RecordRow[] | undefined;
  get(kind: RowKind, id: string): unknown;
  /** `value`: undefined removes it. */
  set(kind: RowKind, id: string, value: unknown): void;
}

/**
 * Implemented by `DatabaseRecordRows`, which all windows share, and `MemoryRows`, which a CI job keeps in the
 * folder of `--state`.
 */
export interface RecordRows {
  readonly isPersistent: boolean;
  since(revision: number): Promise<ChangedRows>;
  /**
   * Stores all changes of `work`, or rejects and stores none. `gather`: may wait for the next change, to share its
   * transaction.
   */
  change<T>(work: (rows: OpenRows) => T, how?: { readonly gather: boolean }): Promise<T>;
}

export class MemoryRows implements RecordRows {
  readonly isPersistent = true;
  readonly #rows = new Map<string, RecordRow>();
  #revision = 0;

  /** `keep` is called with the changed rows, to store them elsewhere too, such as in a file. */
  constructor(
    rows: readonly Omit<RecordRow, 'revision'>[] = [],
    private readonly keep: (changed: readonly RecordRow[]) => Promise<void> = () => Promise.resolve(),
  ) {
    rows.forEach((row) => this.#put(row));
  }

  since(revision: number): Promise<ChangedRows> {
    return Promise.resolve({ rows: this.#since(revision), isReset: false, hasMore: false });
  }

  async change<T>(work: (rows: OpenRows) => T): Promise<T> {
    const changed = new Map<string, RecordRow>();
    const result = work({
      since: (revision) => this.#since(revision),
      get: (kind, id) => (changed.get(keyOf(kind, id)) ?? this.#rows.get(keyOf(kind, id)))?.value,
      set: (kind, id, value) => void changed.set(keyOf(kind, id), { kind, id, value, revision: 0 }),
    });
    await this.keep([...changed.values()].map((row) => this.#put(row)));
    return result;
  }

  #since(revision: number): readonly RecordRow[] {
    return revision === this.#revision
      ? []
      : [...this.#rows.values()].filter((row) => row.revision > revision);
  }

  #put(row: Omit<RecordRow, 'revision'>): RecordRow {
    const next = { ...row, revision: ++this.#revision };
    this.#rows.set(keyOf(row.kind, row.id), next);
    return next;
  }
}

const keyOf = (kind: RowKind, id: string): string => `${kind} ${id}`;

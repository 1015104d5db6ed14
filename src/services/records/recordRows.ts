/** What is stored: a page, where titles are unique in a wiki, or a working folder that published there. */
export type RowKind = 'page' | 'titles' | 'folder';

/** A stored value. Its revision is never used again. */
export interface RecordRow {
  readonly kind: RowKind;
  readonly id: string;
  readonly revision: number;
  /** Undefined once it is removed. */
  readonly value: unknown;
}

/** Rows that changed. `isReset`: these are all rows, and what was read before is void. */
export interface ChangedRows {
  readonly rows: readonly RecordRow[];
  readonly isReset: boolean;
}

/** The rows of one transaction. */
export interface OpenRows {
  /**
   * Returns the rows that changed after a revision; undefined if they are too many for a transaction, or all
   * are new.
   */
  since(revision: number): readonly RecordRow[] | undefined;
  get(kind: RowKind, id: string): unknown;
  /** Replaces the value; undefined removes it. */
  set(kind: RowKind, id: string, value: unknown): void;
}

/** Where records are stored: in the database that all windows share, or in the folder that a job names with `--state`. */
export interface RecordRows {
  /** Whether what is changed outlives this window or command. */
  readonly isPersistent: boolean;
  /** Returns the rows that changed after a revision. */
  since(revision: number): Promise<ChangedRows>;
  /** Makes changes, all or none. Rejects if they are not kept. */
  change<T>(work: (rows: OpenRows) => T): Promise<T>;
}

/** Rows in memory. */
export class MemoryRows implements RecordRows {
  readonly isPersistent = true;
  readonly #rows = new Map<string, RecordRow>();
  #revision = 0;

  /** `keep` stores what was changed elsewhere too. */
  constructor(
    rows: readonly Omit<RecordRow, 'revision'>[] = [],
    private readonly keep: (changed: readonly RecordRow[]) => Promise<void> = () => Promise.resolve(),
  ) {
    rows.forEach((row) => this.#put(row));
  }

  since(revision: number): Promise<ChangedRows> {
    return Promise.resolve({ rows: this.#since(revision), isReset: false });
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

import type { PageRecord } from '../../core/records/pageRecord';
import type { PageRecords } from '../../services/records/pageRecords';
import { createFileUriLookup } from './workspaceFiles';
import { PageRow } from './viewRow';

/** Keeps the rows of pages, and of files without a page, by their IDs. */
export class RowCache {
  readonly #rows = new Map<string, PageRow>();
  #files: readonly PageRow[] = [];

  constructor(private readonly known: Pick<PageRecords, 'index'>) {}

  get all(): readonly PageRow[] {
    return [...this.#rows.values()];
  }

  /** Returns the row of a record. */
  get(id: string): PageRow | undefined {
    return this.#rows.get(id);
  }

  delete(id: string): void {
    this.#rows.delete(id);
  }

  /** Returns the rows of these pages, as they are by now, with the current addresses of their files. */
  rowsFor(records: readonly PageRecord[]): PageRow[] {
    const here = createFileUriLookup();
    const { index } = this.known;
    return records.map((grouped) => {
      // Pages keep their places in the view, and change meanwhile.
      const record = index.get(grouped.id) ?? grouped;
      const row = this.#keep(record.id, here(record) ?? '', record);
      row.record = record;
      return row;
    });
  }

  /** The rows of files without a page. */
  get filesWithoutPage(): readonly PageRow[] {
    return this.#files;
  }

  /** Sets the files without a page. Returns whether they changed. */
  setFilesWithoutPage(addresses: readonly string[]): boolean {
    const rows = addresses.map((address) => this.#keep(`file ${address}`, address));
    const kept = new Set(rows);
    for (const [id, row] of this.#rows) {
      if (row.record === undefined && !kept.has(row)) {
        this.#rows.delete(id);
      }
    }
    const before = this.#files;
    this.#files = rows;
    return rows.length !== before.length || rows.some((row, index) => row !== before[index]);
  }

  #keep(id: string, address: string, record?: PageRecord): PageRow {
    const row = this.#rows.get(id) ?? new PageRow(record, address);
    this.#rows.set(id, row);
    return row;
  }
}

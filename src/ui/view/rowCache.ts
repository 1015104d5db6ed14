import type { PageRecord } from '../../core/records/pageRecord';
import type { PageRecords } from '../../services/records/pageRecords';
import { createFileUriLookup } from './workspaceFiles';
import { PageRow } from './viewRow';

/** Keeps one object for each row, since VS Code tells the rows of a tree apart by object identity. */
export class RowCache {
  readonly #rows = new Map<string, PageRow>();
  #files: readonly PageRow[] = [];

  constructor(private readonly known: Pick<PageRecords, 'index'>) {}

  get all(): readonly PageRow[] {
    return [...this.#rows.values()];
  }

  get(id: string): PageRow | undefined {
    return this.#rows.get(id);
  }

  delete(id: string): void {
    this.#rows.delete(id);
  }

  rowsFor(records: readonly PageRecord[]): PageRow[] {
    const here = createFileUriLookup();
    const { index } = this.known;
    return records.map((grouped) => {
      // The given record may be older than the one in the index, since pages stay in the view while they change.
      const record = index.get(grouped.id) ?? grouped;
      const row = this.#keep(record.id, here(record) ?? '', record);
      row.record = record;
      return row;
    });
  }

  get filesWithoutPage(): readonly PageRow[] {
    return this.#files;
  }

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

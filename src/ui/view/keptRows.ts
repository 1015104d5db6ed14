import type * as vscode from 'vscode';
import type { PageRecord } from '../../core/publish/pageRecord';
import { fileHere } from './fileHere';
import { PageRow } from './viewRow';

/** The row of each page that was shown or looked at. */
export class KeptRows {
  readonly #rows = new Map<string, PageRow>();

  get all(): readonly PageRow[] {
    return [...this.#rows.values()];
  }

  get(id: string): PageRow | undefined {
    return this.#rows.get(id);
  }

  delete(id: string): void {
    this.#rows.delete(id);
  }

  /** The rows of these pages, with the addresses that their files have now. */
  for(records: readonly PageRecord[]): PageRow[] {
    const here = fileHere();
    return records.map((record) => this.#keep(record, here(record) ?? ''));
  }

  of(uri: vscode.Uri): readonly PageRow[] {
    const key = uri.toString();
    return this.all.filter(({ address }) => address === key);
  }

  #keep(record: PageRecord, file: string): PageRow {
    const known = this.#rows.get(record.id);
    if (known !== undefined) {
      // What was found of it was found with another record
      known.version = known.record === record ? known.version : undefined;
      known.record = record;
      return known;
    }
    const row = new PageRow(record, file);
    this.#rows.set(record.id, row);
    return row;
  }
}

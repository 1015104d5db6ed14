import * as vscode from 'vscode';
import type { PageRecord } from '../../core/publish/pageRecord';
import type { PageGroup } from '../../core/view/pageGroups';
import type { StateOfPage } from '../../core/view/pageState';
import { pathHere } from './fileHere';

/** The row of a page. It holds little, since there may be thousands. */
export class PageRow {
  /** Undefined until the file was looked at. */
  found: StateOfPage | undefined;
  /** The version of the file that was looked at last; undefined where it has to be looked at again. */
  version: string | undefined;
  /** The Markdown files that it links to. */
  linked: readonly string[] | undefined;
  /** The words for the time of its publish when the row was drawn. */
  told: string | undefined;

  constructor(
    public record: PageRecord,
    /** The address of the file, as the record has it. */
    readonly address: string,
  ) {}

  get uri(): vscode.Uri {
    return vscode.Uri.parse(this.address, true);
  }

  /** A folder that is a page of its own has no text to open. */
  get isFolder(): boolean {
    return this.address.endsWith('/');
  }

  get path(): string {
    return pathHere(this.uri);
  }
}

export type ViewRow = PageRow | { readonly group: PageGroup };

import type * as vscode from 'vscode';
import type { PageRecord } from '../../core/publish/pageRecord';
import type { PageGroup } from '../../core/view/pageGroups';
import type { StateOfPage } from '../../core/view/pageState';

export interface PageRow {
  readonly uri: vscode.Uri;
  readonly path: string;
  record: PageRecord;
  /** Undefined until the file was looked at. */
  found: StateOfPage | undefined;
  /** What its time was called when it was drawn. */
  told?: string;
}

export type ViewRow = PageRow | { readonly group: PageGroup };

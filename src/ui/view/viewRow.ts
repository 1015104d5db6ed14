import * as vscode from 'vscode';
import type { PageRecord } from '../../core/records/pageRecord';
import { ago } from '../../core/text/relativeTime';
import type { PageGroup } from '../../core/view/pageGroups';
import type { PageStatus } from '../../core/plan/pageStatus';
import type { ShownPage } from '../../core/view/pageTexts';
import { fileNameOf } from '../../services/workspace/workspace';
import { pathHere } from './fileHere';

/** The row of a page, or of a file that has no page yet. It holds little, since there may be thousands. */
export class PageRow implements ShownPage {
  /** Undefined until the file was read. */
  status: PageStatus | undefined;
  /** The title of the file's text; undefined until the file was read. */
  suggestedTitle: string | undefined;
  /** The time of its publish, as the row shows it. */
  shownTime: string | undefined;

  constructor(
    public record: PageRecord | undefined,
    /** The address of the file. */
    readonly address: string,
  ) {}

  get uri(): vscode.Uri {
    return vscode.Uri.parse(this.address, true);
  }

  get title(): string {
    const suggested = this.suggestedTitle === '' ? undefined : this.suggestedTitle;
    return this.record?.place.title ?? suggested ?? fileNameOf(this.address);
  }

  /** How long ago it was published or, without an outcome, sent. */
  get time(): string {
    return ago(this.record?.published?.publishedAt ?? this.record?.pending?.sentAt ?? 0, Date.now());
  }

  get isFolder(): boolean {
    return this.address.endsWith('/');
  }

  get path(): string {
    return pathHere(this.address);
  }
}

/** `files`: the rows of the group of files without a page. */
export type ViewRow = PageRow | { readonly group: PageGroup } | { readonly files: readonly PageRow[] };

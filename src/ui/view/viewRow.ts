import * as vscode from 'vscode';
import type { PageRecord } from '../../core/records/pageRecord';
import { relativeTimeText } from '../../core/text/relativeTime';
import type { PageGroup } from '../../core/view/pageGroups';
import type { PageStatus } from '../../core/plan/pageStatus';
import type { ShownPage } from '../../core/view/pageTexts';
import { fileNameOf } from '../../services/workspace/workspace';
import { workspacePath } from './workspaceFiles';

/** The row of a page, or of a file that has no page yet. It holds little, since there may be thousands. */
export class PageRow implements ShownPage {
  /** Undefined until the file was read. */
  status: PageStatus | undefined;
  /** The title of the file's text; undefined until the file was read. */
  suggestedTitle: string | undefined;
  /** How long ago it was published, as the row shows it. */
  shownAge: string | undefined;

  constructor(
    public record: PageRecord | undefined,
    /** The address of the file. */
    readonly fileUri: string,
  ) {}

  get uri(): vscode.Uri {
    return vscode.Uri.parse(this.fileUri, true);
  }

  get title(): string {
    const suggested = this.suggestedTitle === '' ? undefined : this.suggestedTitle;
    return this.record?.place.title ?? suggested ?? fileNameOf(this.fileUri);
  }

  /** How long ago it was published or, without an outcome, sent. */
  get age(): string {
    return relativeTimeText(
      this.record?.published?.publishedAt ?? this.record?.pending?.sentAt ?? 0,
      Date.now(),
    );
  }

  get isFolder(): boolean {
    return this.fileUri.endsWith('/');
  }

  get path(): string {
    return workspacePath(this.fileUri);
  }
}

/** `files`: the rows of the group of files without a page. */
export type ViewRow = PageRow | { readonly group: PageGroup } | { readonly files: readonly PageRow[] };

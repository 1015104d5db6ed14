import * as vscode from '../vscode';
import type { PageRecord } from '../../core/records/pageRecord';
import type { PageGroup } from '../../core/view/pageGroups';
import type { State } from '../../core/publish/states';
import type { ShownPage } from '../../core/view/pageTexts';
import { fileNameOf } from '../../services/workspace/workspace';
import { workspacePath } from './workspaceFiles';

/** Holds little, since there may be thousands of rows. */
export class PageRow implements ShownPage {
  /** Undefined until it is known; all states but `sending` need the file to be read. */
  status: State | undefined;
  /** The title of the file’s text; undefined until the file was read. */
  suggestedTitle: string | undefined;

  constructor(
    public record: PageRecord | undefined,
    /** The URI of the file, or of a folder, which ends in “/”. */
    readonly fileUri: string,
  ) {}

  get uri(): vscode.Uri {
    return vscode.Uri.parse(this.fileUri, true);
  }

  get title(): string {
    const suggested = this.suggestedTitle === '' ? undefined : this.suggestedTitle;
    return this.record?.place.title ?? suggested ?? fileNameOf(this.fileUri);
  }

  get isFolder(): boolean {
    return this.fileUri.endsWith('/');
  }

  get path(): string {
    return workspacePath(this.fileUri);
  }
}

export type ViewRow = PageRow | PageGroup;

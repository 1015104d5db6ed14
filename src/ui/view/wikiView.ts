import * as vscode from '../vscode';
import type { PageRecords } from '../../services/records/pageRecords';
import { RowTree, type RowSource } from '../page/rowTree';
import { createFileUriLookup } from './workspaceFiles';
import type { ViewRow } from './viewRow';

const id = 'publishToWiki.pages';
/** How long a row that has changed waits for others, to be drawn together. */
const rowMs = 20;

/** Loads the code of its rows only when the view is visible or the Explorer shows decorations. */
export class WikiView extends RowTree<ViewRow> {
  #isShown = false;

  constructor(rows: () => Promise<RowSource<ViewRow>>, records: PageRecords, state: vscode.Memento) {
    super(id, rows, rowMs, { showCollapseAll: true });
    // `setImmediate`, since reading the settings of folders takes milliseconds, which the activation need not wait for.
    setImmediate(() => {
      if (state.get(id) === true || vscode.workspace.workspaceFolders?.some(saysWhere) === true) {
        this.show();
      }
      if (vscode.workspace.getConfiguration('publishToWiki').get('decorations') === true) {
        void rows();
      }
    });
    records.watch((ids) => {
      const here = createFileUriLookup();
      if (state.get(id) !== true && ids.some((each) => here(records.index.get(each)) !== undefined)) {
        void state.update(id, true);
        this.show();
      }
    });
  }

  /** The view is hidden until the workspace has a page, or until its settings or a file name a place in the wiki. */
  show(): void {
    if (!this.#isShown) {
      this.#isShown = true;
      void vscode.commands.executeCommand('setContext', 'publishToWiki.hasPages', true);
    }
  }
}

function saysWhere({ uri }: vscode.WorkspaceFolder): boolean {
  const settings = vscode.workspace.getConfiguration('publishToWiki', uri);
  return [settings.get('space'), settings.get('parent')].some(Boolean);
}

import * as vscode from '../vscode';
import type { PageRecords } from '../../services/records/pageRecords';
import { createFileUriLookup } from './workspaceFiles';
import type { ViewRow } from './viewRow';

const id = 'publishToWiki.pages';

export interface WikiViewRows {
  children(row?: ViewRow): Promise<ViewRow[]>;
  item(row: ViewRow): vscode.TreeItem;
  resolveItem(item: vscode.TreeItem, row: ViewRow): vscode.TreeItem;
}

/** Loads the code of its rows only when the view is visible or the Explorer shows decorations. */
export class WikiView implements vscode.TreeDataProvider<ViewRow> {
  readonly #changed = new vscode.EventEmitter<ViewRow[] | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly id = id;
  readonly tree = vscode.window.createTreeView(id, { treeDataProvider: this, showCollapseAll: true });
  #isShown = false;

  constructor(
    private readonly rows: () => Promise<WikiViewRows>,
    records: PageRecords,
    state: vscode.Memento,
  ) {
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
      if (state.get(id) === true) {
        return;
      }
      const here = createFileUriLookup();
      if (ids.some((each) => here(records.index.get(each)) !== undefined)) {
        void state.update(id, true);
        this.show();
      }
    });
  }

  /** The view is hidden until the workspace has a page, or until its settings or a file name a place in the wiki. */
  show(): void {
    if (this.#isShown) {
      return;
    }
    this.#isShown = true;
    void vscode.commands.executeCommand('setContext', 'publishToWiki.hasPages', true);
  }

  redraw(rows?: ViewRow[]): void {
    this.#changed.fire(rows);
  }

  async getChildren(row?: ViewRow): Promise<ViewRow[]> {
    return (await this.rows()).children(row);
  }

  async getTreeItem(row: ViewRow): Promise<vscode.TreeItem> {
    return (await this.rows()).item(row);
  }

  async resolveTreeItem(item: vscode.TreeItem, row: ViewRow): Promise<vscode.TreeItem> {
    return (await this.rows()).resolveItem(item, row);
  }

  dispose(): void {
    this.tree.dispose();
    this.#changed.dispose();
  }
}

function saysWhere({ uri }: vscode.WorkspaceFolder): boolean {
  const settings = vscode.workspace.getConfiguration('publishToWiki', uri);
  return [settings.get('space'), settings.get('parent')].some(Boolean);
}

import * as vscode from 'vscode';
import type { PageRecords } from '../../services/publish/pageRecords';
import { fileHere } from './fileHere';
import type { ViewRow } from './viewRow';

const id = 'publishToWiki.pages';

export interface Rows {
  children(row?: ViewRow): Promise<ViewRow[]>;
  item(row: ViewRow): vscode.TreeItem;
  /** The row with its tooltip, which is made when somebody points at it. */
  complete(item: vscode.TreeItem, row: ViewRow): vscode.TreeItem;
}

/** The view as VS Code knows it from the start; its rows are loaded when somebody looks at them. */
export class WikiView implements vscode.TreeDataProvider<ViewRow> {
  readonly #changed = new vscode.EventEmitter<ViewRow[] | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly id = id;
  readonly tree = vscode.window.createTreeView(id, { treeDataProvider: this, showCollapseAll: true });
  #isShown = false;

  constructor(
    private readonly rows: () => Promise<Rows>,
    records: PageRecords,
    state: vscode.Memento,
  ) {
    if (state.get(id) === true || vscode.workspace.workspaceFolders?.some(saysWhere) === true) {
      this.show();
    }
    if (vscode.workspace.getConfiguration('publishToWiki').get('decorations') === true) {
      void rows();
    }
    records.watch((ids) => {
      const here = this.#isShown ? () => undefined : fileHere();
      if (ids.some((each) => here(records.last.get(each)) !== undefined)) {
        void state.update(id, true);
        this.show();
      }
    });
  }

  /** The folder has a page, or a file that says where its page goes. */
  show(): void {
    if (this.#isShown) {
      return;
    }
    this.#isShown = true;
    void vscode.commands.executeCommand('setContext', 'publishToWiki.hasPages', true);
  }

  /** Draws these rows anew, or all where none are named. */
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
    return (await this.rows()).complete(item, row);
  }

  dispose(): void {
    this.tree.dispose();
    this.#changed.dispose();
  }
}

/** Its settings have a place for pages. */
function saysWhere({ uri }: vscode.WorkspaceFolder): boolean {
  const settings = vscode.workspace.getConfiguration('publishToWiki', uri);
  return [settings.get('space'), settings.get('parent')].some(Boolean);
}

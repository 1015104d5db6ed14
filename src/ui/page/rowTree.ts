import * as vscode from '../vscode';
import { Batcher, Throttle } from '../prompt/throttle';

/** VS Code tells rows apart by object identity, so a row stays the same object while it is shown. */
export interface RowSource<R> {
  /** Without a row, the topmost ones. */
  children(row?: R): readonly R[] | Promise<readonly R[]>;
  parent?(row: R): R | undefined;
  item(row: R): vscode.TreeItem;
  /** Is called once the person hovers over the row. */
  tooltip(row: R): vscode.MarkdownString | undefined;
}

/** How long a redraw of all rows, such as for a name that was looked up, waits for others. */
const allMs = 300;

/** The tree of a view. Its `source` may be loaded only when the view is visible. */
export class RowTree<R> implements vscode.TreeDataProvider<R>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<R[] | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly view: vscode.TreeView<R>;
  readonly #rows: Batcher<R>;
  readonly #all = new Throttle(allMs, () => this.redraw());

  /** `rowMs`: how long a row that has changed waits for others, since each redraw takes memory. */
  constructor(
    readonly id: string,
    private readonly source: () => RowSource<R> | Promise<RowSource<R>>,
    rowMs: number,
    options: Omit<vscode.TreeViewOptions<R>, 'treeDataProvider'>,
  ) {
    this.#rows = new Batcher<R>(rowMs, (rows) => this.redraw([...rows]));
    this.view = vscode.window.createTreeView(id, { ...options, treeDataProvider: this });
  }

  /** Without `rows`, draws all. */
  redraw(rows?: readonly R[]): void {
    this.#changed.fire(rows && [...rows]);
  }

  redrawSoon(...rows: readonly R[]): void {
    this.#rows.add(...rows);
  }

  redrawAllSoon(): void {
    this.#all.call();
  }

  /** Draws the rows that wait. */
  flush(): void {
    this.#rows.flush();
  }

  async getChildren(row?: R): Promise<R[]> {
    return [...(await (await this.source()).children(row))];
  }

  async getParent(row: R): Promise<R | undefined> {
    return (await this.source()).parent?.(row);
  }

  async getTreeItem(row: R): Promise<vscode.TreeItem> {
    return (await this.source()).item(row);
  }

  async resolveTreeItem(item: vscode.TreeItem, row: R): Promise<vscode.TreeItem> {
    item.tooltip ??= (await this.source()).tooltip(row);
    return item;
  }

  dispose(): void {
    this.#rows.dispose();
    this.#all.dispose();
    this.view.dispose();
    this.#changed.dispose();
  }
}

import * as vscode from 'vscode';

const scheme = 'publish-to-wiki-report';
/** How often an open report is made anew while its run goes on: a long one less often. */
const everyMs = 1_000;
const everyMsOfEachRow = 1;

interface Live {
  readonly text: () => string;
  readonly rows: number;
}

/** Reports of runs, as read-only Markdown documents that follow their run while they are open. */
export class RunReports implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;
  readonly #live = new Map<string, Live>();
  readonly #registered = vscode.workspace.registerTextDocumentContentProvider(scheme, this);
  #timer: NodeJS.Timeout | undefined;

  /** The latest report is kept, earlier ones as far as they are open. */
  add(name: string, live: Live): vscode.Uri {
    const uri = vscode.Uri.from({ scheme, path: `/${name}.md` });
    for (const key of this.#live.keys()) {
      if (!isOpen(key)) {
        this.#live.delete(key);
      }
    }
    this.#live.set(uri.toString(), live);
    return uri;
  }

  provideTextDocumentContent(uri: vscode.Uri): string | undefined {
    return this.#live.get(uri.toString())?.text();
  }

  async show(uri: vscode.Uri): Promise<void> {
    await vscode.window.showTextDocument(uri, { preview: true });
  }

  /** Something happened; `over` when nothing more will. */
  update(uri: vscode.Uri, over: boolean): void {
    if (over) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#changed.fire(uri);
      return;
    }
    const rows = this.#live.get(uri.toString())?.rows ?? 0;
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined;
        if (isOpen(uri.toString())) {
          this.#changed.fire(uri);
        }
      },
      everyMs + rows * everyMsOfEachRow,
    );
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#registered.dispose();
    this.#changed.dispose();
  }
}

function isOpen(key: string): boolean {
  return vscode.workspace.textDocuments.some(({ uri }) => uri.toString() === key);
}

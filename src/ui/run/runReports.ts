import path from 'node:path';
import * as vscode from 'vscode';

const scheme = 'publish-to-wiki-report';
/** How often an open report is made anew while its run goes on: a long one less often. */
const everyMs = 1_000;
const everyMsOfEachRow = 1;
const mostKept = 5;

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

  /** The latest reports are kept: nobody tells whether a preview shows one. */
  add(name: string, live: Live): vscode.Uri {
    const uri = vscode.Uri.from({ scheme, path: `/${name}.md` });
    this.#live.set(uri.toString(), live);
    for (const old of [...this.#live.keys()].slice(0, -mostKept)) {
      this.#live.delete(old);
    }
    return uri;
  }

  provideTextDocumentContent(uri: vscode.Uri): string | undefined {
    return this.#live.get(uri.toString())?.text();
  }

  async show(uri: vscode.Uri): Promise<void> {
    // The preview shows what its document says, and only what is open has one
    await vscode.workspace.openTextDocument(uri);
    try {
      await vscode.commands.executeCommand('markdown.showPreview', uri);
    } catch {
      // VS Code's own Markdown extension is off
      await vscode.window.showTextDocument(uri, { preview: true });
    }
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
        this.#changed.fire(uri);
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

/** An address that VS Code's preview follows, which begins at the first folder; undefined where it can't. */
export function addressInPreview(uri: string): string | undefined {
  const file = vscode.Uri.parse(uri, true);
  const root = vscode.workspace.workspaceFolders?.[0]?.uri;
  if (root?.scheme !== file.scheme || root.authority !== file.authority) {
    return undefined;
  }
  const within = path.posix.relative(root.path, file.path);
  return `/${within.split('/').map(encodeURIComponent).join('/')}`.replace(
    /[()]/g,
    (one) => `%${one.charCodeAt(0).toString(16)}`,
  );
}

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ReportLine } from '../../core/view/publishReport';

const scheme = 'publish-to-wiki-report';
/** How often an open report is made anew while its run goes on: a long one less often. */
const everyMs = 1_000;
const everyMsOfEachLine = 1;
const mostKept = 5;

/** Reports of runs, as read-only texts that follow their run while they are open; each file in them is a link. */
export class RunReports
  implements vscode.TextDocumentContentProvider, vscode.DocumentLinkProvider, vscode.Disposable
{
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;
  readonly #live = new Map<string, () => readonly ReportLine[]>();
  readonly #registered = vscode.Disposable.from(
    vscode.workspace.registerTextDocumentContentProvider(scheme, this),
    vscode.languages.registerDocumentLinkProvider({ scheme }, this),
  );
  #timer: NodeJS.Timeout | undefined;

  /** The latest reports are kept: one may be open. */
  add(name: string, lines: () => readonly ReportLine[]): vscode.Uri {
    const uri = vscode.Uri.from({ scheme, path: `/${name}` });
    this.#live.set(uri.toString(), lines);
    for (const old of [...this.#live.keys()].slice(0, -mostKept)) {
      this.#live.delete(old);
    }
    return uri;
  }

  provideTextDocumentContent(uri: vscode.Uri): string | undefined {
    const lines = this.#live.get(uri.toString())?.();
    return lines?.map(({ text }) => `${text}\n`).join('');
  }

  provideDocumentLinks(document: vscode.TextDocument): vscode.DocumentLink[] {
    const lines = this.#live.get(document.uri.toString())?.() ?? [];
    return lines.flatMap(({ text, uri }, line) => {
      // The document is made anew a little after the run goes on
      if (uri === undefined || line >= document.lineCount || document.lineAt(line).text !== text) {
        return [];
      }
      const start = text.length - text.trimStart().length;
      const link = new vscode.DocumentLink(
        new vscode.Range(line, start, line, text.length),
        vscode.Uri.parse(uri, true),
      );
      link.tooltip = l10n.t('Open File');
      return [link];
    });
  }

  async show(uri: vscode.Uri): Promise<void> {
    await vscode.window.showTextDocument(uri, { preview: false });
  }

  /** Something happened; `over` when nothing more will. */
  update(uri: vscode.Uri, over: boolean): void {
    if (over) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#changed.fire(uri);
      return;
    }
    const open = vscode.workspace.textDocuments.find(
      (document) => document.uri.toString() === uri.toString(),
    );
    if (open !== undefined) {
      this.#timer ??= setTimeout(
        () => {
          this.#timer = undefined;
          this.#changed.fire(uri);
        },
        everyMs + open.lineCount * everyMsOfEachLine,
      );
    }
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#registered.dispose();
    this.#changed.dispose();
  }
}

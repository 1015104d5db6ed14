import * as l10n from '@vscode/l10n';
import * as vscode from '../vscode';
import type { ReportLine } from '../../core/view/runReportLines';
import { Throttle } from '../prompt/throttle';

/** The scheme of reports, and the ID of their language in package.json, for which long lines are wrapped. */
const scheme = 'publish-to-wiki-report';
/** How long after a change an open report is updated: one of 10,000 files takes 0.1 s. */
const everyMs = 2_000;
const mostKept = 5;

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
  readonly #updating = new Throttle(everyMs, () => this.updateAll());

  /** `lines`: is called whenever the report is drawn. Only the latest `mostKept` reports are kept. */
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
    return lines.flatMap(({ text, uri, line: inFile }, line) => {
      // The open document may still show an older state of the run, so a link could be at the wrong line.
      if (uri === undefined || line >= document.lineCount || document.lineAt(line).text !== text) {
        return [];
      }
      const start = text.length - text.trimStart().length;
      const file = vscode.Uri.parse(uri, true);
      const link = new vscode.DocumentLink(
        new vscode.Range(line, start, line, text.length),
        inFile === undefined ? file : file.with({ fragment: `L${inFile}` }),
      );
      link.tooltip = l10n.t('Open File');
      return [link];
    });
  }

  async show(uri: vscode.Uri): Promise<void> {
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.languages.setTextDocumentLanguage(document, scheme);
    await vscode.window.showTextDocument(document, { preview: false });
  }

  async showLast(): Promise<void> {
    const last = [...this.#live.keys()].at(-1);
    await (last === undefined ? undefined : this.show(vscode.Uri.parse(last, true)));
  }

  updateAll(): void {
    this.#updating.dispose();
    // VS Code asks only for those that are open.
    for (const uri of this.#live.keys()) {
      this.#changed.fire(vscode.Uri.parse(uri, true));
    }
  }

  updateSoon(): void {
    this.#updating.call();
  }

  dispose(): void {
    this.#updating.dispose();
    this.#registered.dispose();
    this.#changed.dispose();
  }
}

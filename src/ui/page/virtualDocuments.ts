import * as vscode from 'vscode';

const scheme = 'publish-to-wiki';
const mostKept = 20;

/** Read-only documents: what was sent, and what would be. */
export class VirtualDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;
  readonly #registration = vscode.workspace.registerTextDocumentContentProvider(scheme, this);

  /** The document of a part of what belongs to a source; its tab is named after the file. */
  put(part: string, source: vscode.Uri, fileName: string, text: string): vscode.Uri {
    const path = `/${part}/${fileName}`;
    const uri = vscode.Uri.from({ scheme, path, query: source.toString() });
    this.#texts.delete(uri.toString());
    this.#texts.set(uri.toString(), text);
    for (const old of [...this.#texts.keys()].slice(0, -mostKept)) {
      this.#texts.delete(old);
    }
    this.#changed.fire(uri);
    return uri;
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? '';
  }

  dispose(): void {
    this.#registration.dispose();
    this.#changed.dispose();
  }
}

/** The document that a virtual one was made from; any other is its own. */
export function sourceOf(uri: vscode.Uri): vscode.Uri {
  return uri.scheme === scheme ? vscode.Uri.parse(uri.query, true) : uri;
}

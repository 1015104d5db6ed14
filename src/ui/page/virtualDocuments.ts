import * as vscode from '../vscode';

const scheme = 'publish-to-wiki';
const mostKept = 20;

/** Read-only documents, such as the last published text. Only the latest `mostKept` of them keep their texts. */
export class VirtualDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;
  readonly #registration = vscode.workspace.registerTextDocumentContentProvider(scheme, this);

  /** `part`: what is shown of the source, such as `request`. `fileName`: the name of the tab. */
  put(part: string, source: vscode.Uri, fileName: string, text: string): vscode.Uri {
    const uri = this.uri(part, source, fileName);
    this.#texts.delete(uri.toString());
    this.#texts.set(uri.toString(), text);
    for (const old of [...this.#texts.keys()].slice(0, -mostKept)) {
      this.#texts.delete(old);
    }
    this.#changed.fire(uri);
    return uri;
  }

  update(part: string, source: vscode.Uri, fileName: string, text: string): void {
    if (this.#texts.has(this.uri(part, source, fileName).toString())) {
      this.put(part, source, fileName, text);
    }
  }

  uri(part: string, source: vscode.Uri, fileName: string): vscode.Uri {
    return vscode.Uri.from({ scheme, path: `/${part}/${fileName}`, query: source.toString() });
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? '';
  }

  dispose(): void {
    this.#registration.dispose();
    this.#changed.dispose();
  }
}

/** Returns the URI of the file that a virtual document was made from; any other URI is returned as it is. */
export function sourceOf(uri: vscode.Uri): vscode.Uri {
  return uri.scheme === scheme ? vscode.Uri.parse(uri.query, true) : uri;
}

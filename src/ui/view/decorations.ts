import * as l10n from '@vscode/l10n';
import * as vscode from '../vscode';
import { isMarkdownName } from '../../core/page/markdownName';

export class Decorations implements vscode.FileDecorationProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChangeFileDecorations = this.#changed.event;
  readonly #registration = vscode.window.registerFileDecorationProvider(this);

  constructor(private readonly isChanged: (uri: vscode.Uri) => Promise<boolean>) {}

  async provideFileDecoration(uri: vscode.Uri): Promise<vscode.FileDecoration | undefined> {
    return isMarkdownName(uri.path) && (await this.isChanged(uri))
      ? new vscode.FileDecoration(
          'W',
          l10n.t('Changed since it was published to the wiki'),
          new vscode.ThemeColor('gitDecoration.modifiedResourceForeground'),
        )
      : undefined;
  }

  redraw(uri: vscode.Uri): void {
    this.#changed.fire(uri);
  }

  dispose(): void {
    this.#registration.dispose();
    this.#changed.dispose();
  }
}

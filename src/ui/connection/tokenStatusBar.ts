import * as l10n from '@vscode/l10n';
import * as vscode from '../vscode';
import type { ApiToken } from '../../core/connection/apiToken';
import type { Connection } from '../../core/connection/connection';
import { tokenStatusBarItem, type TokenContext } from '../../core/connection/tokenStatusBarItem';

const backgrounds = {
  none: undefined,
  warning: new vscode.ThemeColor('statusBarItem.warningBackground'),
  error: new vscode.ThemeColor('statusBarItem.errorBackground'),
};

export class TokenStatusBar implements vscode.Disposable {
  readonly #item = vscode.window.createStatusBarItem('token', vscode.StatusBarAlignment.Right, 100);

  constructor() {
    this.#item.name = l10n.t('Wiki API Token');
  }

  /** Returns the time at which the text has to be updated, in milliseconds; undefined if it stays. */
  show(
    connection: Connection | undefined,
    token: ApiToken | undefined,
    { lines, ...context }: TokenContext & { readonly lines: readonly (string | undefined)[] },
  ): number | undefined {
    const view = tokenStatusBarItem(connection, token, Date.now(), context);
    this.#item.text = view.text;
    this.#item.command = {
      command: 'publishToWiki.manageConnections',
      title: l10n.t('Manage Connections'),
      arguments: [connection?.endpoint],
    };
    this.#item.backgroundColor = backgrounds[view.colour];
    this.#item.accessibilityInformation = { label: view.accessibilityLabel, role: 'button' };
    const tooltip = new vscode.MarkdownString();
    for (const line of [...view.tooltip, ...lines].filter((each) => each !== undefined)) {
      tooltip.appendText(line).appendMarkdown('\n\n');
    }
    this.#item.tooltip = tooltip;
    this.#item.show();
    return view.changesAt;
  }

  hide(): void {
    this.#item.hide();
  }

  dispose(): void {
    this.#item.dispose();
  }
}

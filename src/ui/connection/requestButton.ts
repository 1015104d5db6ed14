import * as l10n from '@vscode/l10n';
import * as vscode from '../vscode';
import type { TextButton } from '../prompt/steps';

/** The button copies a text for an administrator, who alone sees the wiki’s token screen. */
export function requestButton(request: string): TextButton {
  return {
    iconPath: new vscode.ThemeIcon('mail'),
    tooltip: l10n.t('Copy a Request to an Administrator'),
    press: async () => {
      await vscode.env.clipboard.writeText(request);
      vscode.window.setStatusBarMessage(
        l10n.t('Request copied: send it to an administrator of the wiki'),
        5_000,
      );
    },
  };
}

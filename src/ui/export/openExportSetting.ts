import * as vscode from '../vscode';

export function openExportSetting(): Thenable<unknown> {
  return vscode.commands.executeCommand('workbench.action.openSettings', 'publishToWiki.export');
}

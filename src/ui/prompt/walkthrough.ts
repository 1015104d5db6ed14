import * as vscode from 'vscode';

/** Sets a context key that the `completionEvents` of a step in package.json wait for. */
export function completeWalkthroughStep(milestone: 'hasToken' | 'hasPlatformToken' | 'hasPublished'): void {
  void vscode.commands.executeCommand('setContext', `publishToWiki.${milestone}`, true);
}

import * as vscode from 'vscode';

/** Completes a step of the walkthrough by setting a context of its `completionEvents`. */
export function completeWalkthroughStep(milestone: 'hasToken' | 'hasPublished'): void {
  void vscode.commands.executeCommand('setContext', `publishToWiki.${milestone}`, true);
}

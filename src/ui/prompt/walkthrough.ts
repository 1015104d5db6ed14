import * as vscode from 'vscode';

/** Ticks off a step of the walkthrough, whose `completionEvents` name these contexts. */
export function completeWalkthroughStep(milestone: 'hasToken' | 'hasPublished'): void {
  void vscode.commands.executeCommand('setContext', `publishToWiki.${milestone}`, true);
}

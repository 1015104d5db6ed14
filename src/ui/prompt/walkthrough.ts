import * as vscode from 'vscode';

type Milestone = 'hasToken' | 'hasPlatformToken' | 'hasPublished';

/** Each page of a run completes a step again, which need not be told to the window each time. */
const completed = new Set<Milestone>();

/** Sets a context key that the `completionEvents` of a step in package.json wait for. */
export function completeWalkthroughStep(milestone: Milestone): void {
  if (completed.has(milestone)) {
    return;
  }
  completed.add(milestone);
  void vscode.commands.executeCommand('setContext', `publishToWiki.${milestone}`, true);
}

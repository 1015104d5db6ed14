import * as vscode from '../vscode';

type Milestone = 'hasToken' | 'hasPlatformToken' | 'hasPublished';

/** Each page of a run completes the same step again, but the window needs to be told only once. */
const completed = new Set<Milestone>();

/** Sets a context key that the `completionEvents` of a step in package.json wait for. */
export function completeWalkthroughStep(milestone: Milestone): void {
  if (completed.has(milestone)) {
    return;
  }
  completed.add(milestone);
  void vscode.commands.executeCommand('setContext', `publishToWiki.${milestone}`, true);
}

import * as vscode from 'vscode';
import { watchMarkdown } from '../page/watchMarkdown';
import type { OpenPlan } from './openPlan';

/** Tells which files have to be read again: those that are written while their plan is shown, and all when workspace folders change. */
export function watchPlan(plan: OpenPlan, tell: (uris: readonly string[]) => void): vscode.Disposable {
  const written = (uri: vscode.Uri): void => tell([uri.toString()]);
  return vscode.Disposable.from(
    watchMarkdown(written, written),
    vscode.workspace.onDidChangeWorkspaceFolders(() =>
      tell(plan.settled.plan.rows.map(({ file }) => file.uri)),
    ),
  );
}

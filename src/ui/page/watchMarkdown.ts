import * as vscode from 'vscode';
import { isMarkdownName } from '../../core/page/markdownName';

const reloadMs = 20;

const ignoreFiles = /\/\.(wiki|git)ignore$/;

/**
 * Calls `written` for each Markdown file of the workspace that somebody changed. Calls `cameOrWent` for each
 * that appeared or disappeared, and for ignore files, whose rules hide other files or show them.
 */
export function watchMarkdown(
  written: (uri: vscode.Uri) => void,
  cameOrWent: (uri: vscode.Uri) => void,
): vscode.Disposable {
  const look = (uri: vscode.Uri): void => {
    if (isMarkdownName(uri.path)) {
      written(uri);
    }
  };
  const lookAround = (uri: vscode.Uri): void => {
    look(uri);
    if (isMarkdownName(uri.path) || ignoreFiles.test(uri.path)) {
      cameOrWent(uri);
    }
  };
  const lookAtChange = (uri: vscode.Uri): void => (ignoreFiles.test(uri.path) ? cameOrWent(uri) : look(uri));
  const watcher = vscode.workspace.createFileSystemWatcher('**/*');
  return vscode.Disposable.from(
    watcher,
    watcher.onDidCreate(lookAround),
    watcher.onDidChange(lookAtChange),
    watcher.onDidDelete(lookAround),
    vscode.workspace.onDidSaveTextDocument(({ uri }) => look(uri)),
    // An editor reloads a file a moment after another program wrote it, and updates `isDirty` after the text.
    vscode.workspace.onDidChangeTextDocument(({ document }) =>
      setTimeout(() => (document.isDirty ? undefined : look(document.uri)), reloadMs),
    ),
  );
}

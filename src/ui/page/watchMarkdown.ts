import * as vscode from '../vscode';
import { isMarkdownName } from '../../core/page/markdownName';

const reloadMs = 20;

const ignoreFiles = /\/\.(wiki|git)ignore$/;

/**
 * `written` is called when a Markdown file changes, appears or disappears, sometimes twice. `cameOrWent` is called when
 * a Markdown file appears or disappears, or an ignore file changes.
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
    // When another program has written a file, its editor gets the new text first and updates `isDirty` a moment later.
    vscode.workspace.onDidChangeTextDocument(({ document }) =>
      setTimeout(() => (document.isDirty ? undefined : look(document.uri)), reloadMs),
    ),
  );
}

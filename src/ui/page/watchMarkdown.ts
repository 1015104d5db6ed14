import * as vscode from 'vscode';
import { isMarkdownName } from '../../core/page/markdownName';

const takenOverMs = 20;

const ignoreFiles = /\/\.(wiki|git)ignore$/;

/**
 * Tells of each Markdown file of the open folders that was written, came or went, whoever did it. By a `.wikiignore` or
 * `.gitignore` files come and go too.
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
    // An editor loads what another program wrote a moment after the file changed, and `isDirty` is updated later than the text.
    vscode.workspace.onDidChangeTextDocument(({ document }) =>
      setTimeout(() => (document.isDirty ? undefined : look(document.uri)), takenOverMs),
    ),
  );
}

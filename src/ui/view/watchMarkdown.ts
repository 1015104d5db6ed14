import * as vscode from 'vscode';
import { isMarkdownName } from '../../core/page/markdownName';

const takenOverMs = 20;

/** Tells of each Markdown file of the open folders that was written, and of each that came or went, whoever did it. */
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
    if (isMarkdownName(uri.path)) {
      cameOrWent(uri);
    }
  };
  const watcher = vscode.workspace.createFileSystemWatcher('**/*');
  return vscode.Disposable.from(
    watcher,
    watcher.onDidCreate(lookAround),
    watcher.onDidChange(look),
    watcher.onDidDelete(lookAround),
    vscode.workspace.onDidSaveTextDocument(({ uri }) => look(uri)),
    // An editor takes over what another program wrote a moment after the file has changed; that one has text to save is told late
    vscode.workspace.onDidChangeTextDocument(({ document }) =>
      setTimeout(() => (document.isDirty ? undefined : look(document.uri)), takenOverMs),
    ),
  );
}

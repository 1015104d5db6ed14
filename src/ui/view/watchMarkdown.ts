import * as vscode from 'vscode';
import { isMarkdownName } from '../../core/page/markdownName';

const takenOverMs = 20;

/** Tells of each Markdown file of the open folders that was written, whoever wrote it. */
export function watchMarkdown(written: (uri: vscode.Uri) => void): vscode.Disposable {
  const look = (uri: vscode.Uri): void => {
    if (isMarkdownName(uri.path)) {
      written(uri);
    }
  };
  const watcher = vscode.workspace.createFileSystemWatcher('**/*');
  return vscode.Disposable.from(
    watcher,
    watcher.onDidCreate(look),
    watcher.onDidChange(look),
    watcher.onDidDelete(look),
    vscode.workspace.onDidSaveTextDocument(({ uri }) => look(uri)),
    // An editor takes over what another program wrote a moment after the file has changed; that one has text to save is told late
    vscode.workspace.onDidChangeTextDocument(({ document }) =>
      setTimeout(() => (document.isDirty ? undefined : look(document.uri)), takenOverMs),
    ),
  );
}

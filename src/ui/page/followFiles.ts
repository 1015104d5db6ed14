import * as vscode from 'vscode';
import type { Memory } from '../../services/publish/memory';
import type { Published } from '../../services/publish/published';
import type { ReportErrors } from '../prompt/reportErrors';

/** Keeps what is remembered of a file with it when it moves, and forgets untitled documents, whose names are used again. */
export function followFiles(
  memory: Memory,
  published: Published,
  reportErrors: ReportErrors,
): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.workspace.onDidRenameFiles(({ files }) =>
      reportErrors(async () => {
        for (const { oldUri, newUri } of files) {
          await memory.moveFiles(oldUri.toString(), newUri.toString());
          await published.moveFiles(oldUri.toString(), newUri.toString());
        }
      }),
    ),
    vscode.workspace.onDidCloseTextDocument(({ uri }) =>
      uri.scheme === 'untitled'
        ? reportErrors(async () => {
            await memory.forgetFile(uri.toString());
            await published.forget(uri.toString());
          })
        : undefined,
    ),
  );
}

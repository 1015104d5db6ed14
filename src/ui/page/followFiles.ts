import * as vscode from 'vscode';
import type { Memory } from '../../services/publish/memory';
import type { Published } from '../../services/publish/published';
import type { Funnel } from '../prompt/reportErrors';

/** Keeps what is remembered of a file with it when it moves, and forgets untitled documents, whose names are used again. */
export function followFiles(memory: Memory, published: Published, funnel: Funnel): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.workspace.onDidRenameFiles(({ files }) =>
      funnel(async () => {
        for (const { oldUri, newUri } of files) {
          await memory.moveFiles(oldUri.toString(), newUri.toString());
          await published.moveFiles(oldUri.toString(), newUri.toString());
        }
      }),
    ),
    vscode.workspace.onDidCloseTextDocument(({ uri }) =>
      uri.scheme === 'untitled'
        ? funnel(async () => {
            await memory.forgetFile(uri.toString());
            await published.forget(uri.toString());
          })
        : undefined,
    ),
  );
}

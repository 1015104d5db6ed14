import * as vscode from '../vscode';
import type { PageRecords } from '../../services/records/pageRecords';
import type { ReportErrors } from '../prompt/reportErrors';
import type { Identify } from './identify';

/** When a file is renamed or deleted, or an untitled document saved or discarded, updates the records of its pages. */
export function followFiles(
  records: Pick<PageRecords, 'handOver' | 'deleted' | 'forget'>,
  identify: Identify,
  reportErrors: ReportErrors,
): vscode.Disposable {
  const saved = new Map<string, { readonly as: vscode.Uri; readonly savedAt: number }>();
  return vscode.Disposable.from(
    vscode.workspace.onDidRenameFiles(({ files }) =>
      reportErrors(async () => {
        // Queues all files of this rename without a wait in between, so that they come before those of the next rename.
        await Promise.all(
          files.map(({ oldUri, newUri }) => records.handOver(oldUri.toString(), newUri.toString())),
        );
      }),
    ),
    vscode.workspace.onDidDeleteFiles(({ files }) =>
      reportErrors(async () => {
        for (const uri of files) {
          await records.deleted(uri.toString());
        }
      }),
    ),
    vscode.workspace.onDidSaveTextDocument((document) => {
      const source = document.isUntitled ? undefined : untitledSourceOf(document);
      if (source !== undefined) {
        saved.set(source.uri.toString(), { as: document.uri, savedAt: Date.now() });
      }
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) =>
      uri.scheme === 'untitled'
        ? reportErrors(async () => {
            const { as, savedAt = 0 } = saved.get(uri.toString()) ?? {};
            saved.delete(uri.toString());
            const { uri: from } = await identify(uri);
            const isHandedOver = as !== undefined && Date.now() - savedAt < handOverMs;
            await (isHandedOver ? records.handOver(from, as.toString()) : records.forget(from));
          })
        : undefined,
    ),
  );
}

/**
 * VS Code closes an untitled document soon after saving it as a file. If it is closed later than this, it was
 * discarded.
 */
const handOverMs = 5_000;

/** Guesses by the text which untitled document is being saved as this file, since VS Code does not tell. */
function untitledSourceOf(file: vscode.TextDocument): vscode.TextDocument | undefined {
  const untitled = vscode.workspace.textDocuments.filter((document) => document.isUntitled);
  const text = untitled.length > 0 ? file.getText() : '';
  const alike = untitled.filter((document) => document.getText() === text);
  return alike.find((document) => document === vscode.window.activeTextEditor?.document) ?? alike[0];
}

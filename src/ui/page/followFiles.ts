import * as vscode from 'vscode';
import type { PageRecords } from '../../services/publish/pageRecords';
import type { ReportErrors } from '../prompt/reportErrors';
import type { Identify } from './identify';

export interface FollowFilesDependencies {
  readonly records: PageRecords;
  readonly identify: Identify;
  readonly reportErrors: ReportErrors;
}

/** Keeps what is known of a file with it: when it moves, when it is saved for the first time, and until it is deleted. */
export function followFiles(following: FollowFilesDependencies): vscode.Disposable {
  const { records, identify, reportErrors } = following;
  const saved = new Map<string, { readonly as: vscode.Uri; readonly savedAt: number }>();
  return vscode.Disposable.from(
    vscode.workspace.onDidRenameFiles(({ files }) =>
      reportErrors(async () => {
        // All changes of one rename are queued at once, before those of the next
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
      const source = document.isUntitled ? undefined : sourceOf(document);
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

/** VS Code writes the file, and closes the untitled document right after. */
const handOverMs = 5_000;

/** The untitled document that is being saved as this file: VS Code does not tell, but it has the same text until it closes. */
function sourceOf(file: vscode.TextDocument): vscode.TextDocument | undefined {
  const untitled = vscode.workspace.textDocuments.filter((document) => document.isUntitled);
  const text = untitled.length > 0 ? file.getText() : '';
  const alike = untitled.filter((document) => document.getText() === text);
  return alike.find((document) => document === vscode.window.activeTextEditor?.document) ?? alike[0];
}

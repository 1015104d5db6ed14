import * as vscode from '../vscode';
import { isMarkdown } from '../page/document';
import type { ReportErrors } from '../prompt/reportErrors';
import type { Publisher } from './publisher';

/**
 * Publishes a file that the person saves, if the setting `publishToWiki.publishOnSave` and the file’s front
 * matter both ask for it. If the front matter alone does, says that the setting is off.
 */
export function publishOnSave(
  publisher: () => Promise<Publisher>,
  reportErrors: ReportErrors,
): vscode.Disposable {
  const byHand = new WeakSet<vscode.TextDocument>();
  return vscode.Disposable.from(
    vscode.workspace.onWillSaveTextDocument(({ document, reason }) => {
      // Auto save is excluded, since it would publish unfinished sentences.
      if (reason === vscode.TextDocumentSaveReason.Manual) {
        byHand.add(document);
      } else {
        // An earlier manual save may have failed, and must not count for this one.
        byHand.delete(document);
      }
    }),
    vscode.workspace.onDidSaveTextDocument((document) => {
      const isAllowed = vscode.workspace.getConfiguration('publishToWiki').get('publishOnSave') === true;
      if (!byHand.delete(document) || !vscode.workspace.isTrusted || !isMarkdown(document)) {
        return;
      }
      if (isAllowed) {
        void reportErrors(async () => (await publisher()).publishSaved(document));
      } else if (document.getText().includes('publishOnSave')) {
        void reportErrors(async () => (await publisher()).tellNotAllowed(document));
      }
    }),
  );
}

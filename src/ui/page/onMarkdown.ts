import * as vscode from '../vscode';
import { isMarkdown } from './document';

/** Calls `found` once there is a Markdown document, and for each that is opened. */
export function onMarkdown(found: () => void): vscode.Disposable {
  const look = (document: vscode.TextDocument): void => (isMarkdown(document) ? found() : undefined);
  // `setImmediate`, so that the activation does not wait for what is loaded.
  setImmediate(() => vscode.workspace.textDocuments.forEach(look));
  return vscode.workspace.onDidOpenTextDocument(look);
}

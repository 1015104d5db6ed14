import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { UserError } from '../../core/text/errors';
import { resolveAsking } from './resolve';
import type { ShowRequestDependencies } from './showRequest';

/** Writes where the document goes into its front matter; the file is not saved. */
export async function saveTarget(
  showing: ShowRequestDependencies,
  resource: vscode.Uri | undefined,
): Promise<void> {
  const resolved = await resolveAsking(showing, resource);
  if (resolved === undefined) {
    return;
  }
  const { snapshot, page, connection, target } = resolved;
  const several = showing.settings.read().connections.length > 1;
  const chosen = showing.memory.file(snapshot.uri.toString())?.target.overwrite ?? target.overwrite;
  const { writeTarget } = await import('../../core/page/page.js');
  const { value, problem } = writeTarget(snapshot.text, {
    space: target.space,
    parent: target.parent,
    connection: several ? connection.name : undefined,
    title: target.title === page.title ? undefined : target.title,
    overwrite: chosen ? true : undefined,
  });
  if (problem !== undefined) {
    throw new UserError(problem);
  }
  const document = await vscode.workspace.openTextDocument(snapshot.uri);
  const edit = new vscode.WorkspaceEdit();
  const range = new vscode.Range(document.positionAt(value.start), document.positionAt(value.end));
  edit.replace(snapshot.uri, range, value.text);
  if (document.getText() !== snapshot.text || !(await vscode.workspace.applyEdit(edit))) {
    throw new UserError(l10n.t('{0} has changed in the meantime. Save its target again.', snapshot.fileName));
  }
  await vscode.window.showTextDocument(document);
}

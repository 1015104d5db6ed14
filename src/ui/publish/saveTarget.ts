import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { UserError } from '../../core/text/errors';
import { plain } from '../../core/text/plain';
import { openDocument } from '../page/document';
import type { Addressed, ResolveDependencies } from './resolve';

/** Writes where the document goes into its front matter; the file is not saved. */
export async function saveTarget(
  showing: ResolveDependencies,
  { snapshot, page, connection, decision, target }: Addressed,
): Promise<void> {
  const several = showing.settings.read().connections.length > 1;
  // Updating the file's own page is the rule, so front matter need not ask for it
  const overwrites = target.overwrite && decision.origins.overwrite !== 'record';
  const written = await showing.pages.writeTarget(snapshot.text, {
    space: target.space,
    parent: target.parent,
    connection: several ? connection.name : undefined,
    title: target.title === page.title ? undefined : target.title,
    overwrite: overwrites ? true : undefined,
  });
  if (written === undefined) {
    throw new UserError(
      l10n.t('{0} takes too much time or memory to read. Nothing was written.', plain(snapshot.fileName)),
    );
  }
  const { value, problem } = written;
  if (problem !== undefined) {
    throw new UserError(problem);
  }
  const document = await openDocument(snapshot.uri);
  const edit = new vscode.WorkspaceEdit();
  const range = new vscode.Range(document.positionAt(value.start), document.positionAt(value.end));
  edit.replace(snapshot.uri, range, value.text);
  if (document.getText() !== snapshot.text || !(await vscode.workspace.applyEdit(edit))) {
    throw new UserError(
      l10n.t('{0} has changed in the meantime. Save its target again.', plain(snapshot.fileName)),
    );
  }
  await vscode.window.showTextDocument(document);
}

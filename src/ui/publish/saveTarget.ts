import * as l10n from '@vscode/l10n';
import * as vscode from '../vscode';
import type { Destination, PlannedDestination } from '../../core/publish/destination';
import { UserError } from '../../core/text/errors';
import { formatNumber } from '../../core/text/locale';
import { plainLine } from '../../core/text/plainLine';
import { isNamedInWorkspace } from '../../services/workspace/namedPlace';
import { baseNameOf, openDocument } from '../page/document';
import type { PlacedDocument } from './documentPage';
import type { WindowServices } from '../windowServices';

type SaveTargetServices = Pick<WindowServices, 'settings' | 'pages'>;

export interface TargetToSave {
  readonly uri: string;
  readonly destination: Pick<Destination, 'endpoint' | 'target' | 'suggestedTitle'>;
}

/** Writes to the front matter in the editor; the file is not saved. */
export async function saveTarget(
  services: SaveTargetServices,
  { snapshot, page, connection: { endpoint }, decision, target }: PlacedDocument,
): Promise<void> {
  // A file’s own page is updated anyway, so its front matter needs no `overwrite`.
  const overwrite = target.overwrite && decision.origins.overwrite !== 'record';
  const destination = { endpoint, target: { ...target, overwrite }, suggestedTitle: page.title };
  const document = await writeToDocument(services, { uri: snapshot.uri.toString(), destination });
  await vscode.window.showTextDocument(document);
}

/**
 * Writes each destination, without `overwrite`, to the front matter of its file, and saves the file unless it had
 * unsaved changes before. Throws the first error once all files are done.
 */
export async function saveTargets(
  services: SaveTargetServices,
  files: readonly TargetToSave[],
): Promise<void> {
  const failures: Error[] = [];
  let count = 0;
  for (const { uri, destination } of files) {
    try {
      const { isDirty } = await openDocument(vscode.Uri.parse(uri, true));
      const target = { ...destination.target, overwrite: false };
      const document = await writeToDocument(services, { uri, destination: { ...destination, target } });
      await (isDirty ? undefined : document.save());
      count++;
    } catch (error) {
      failures.push(error as Error);
    }
  }
  if (count > 0) {
    vscode.window.setStatusBarMessage(
      count === 1
        ? l10n.t('Destination saved to the file’s front matter')
        : l10n.t('Destinations saved to the front matter of {0} files', formatNumber(count)),
      5_000,
    );
  }
  const [failure] = failures;
  if (failure !== undefined) {
    throw failure;
  }
}

/** False also for an untitled document, which has nowhere to save its destination. */
export function isKnownHereAlone(
  { workspace }: Pick<WindowServices, 'workspace'>,
  { uri, destination }: { readonly uri: string; readonly destination: PlannedDestination },
): boolean {
  return (
    !isNamedInWorkspace(workspace, uri, destination) && vscode.Uri.parse(uri, true).scheme !== 'untitled'
  );
}

async function writeToDocument(
  { settings, pages }: SaveTargetServices,
  { uri, destination: { endpoint, target, suggestedTitle } }: TargetToSave,
): Promise<vscode.TextDocument> {
  const document = await openDocument(vscode.Uri.parse(uri, true));
  const name = plainLine(baseNameOf(document.uri));
  const before = document.getText();
  const { connections } = settings.read();
  const written = await pages.writeTarget(before, {
    space: target.space,
    parent: target.parent,
    connection:
      connections.length > 1 ? connections.find((each) => each.endpoint === endpoint)?.name : undefined,
    title: target.title === suggestedTitle ? undefined : target.title,
    overwrite: target.overwrite ? true : undefined,
  });
  if (written === undefined) {
    throw new UserError(l10n.t('{0} takes too much time or memory to read. Nothing was written.', name));
  }
  const { value, problem } = written;
  if (problem !== undefined) {
    throw new UserError(problem);
  }
  const edit = new vscode.WorkspaceEdit();
  const range = new vscode.Range(document.positionAt(value.start), document.positionAt(value.end));
  edit.replace(document.uri, range, value.text);
  if (document.getText() !== before || !(await vscode.workspace.applyEdit(edit))) {
    throw new UserError(l10n.t('{0} has changed in the meantime. Save its destination again.', name));
  }
  return document;
}

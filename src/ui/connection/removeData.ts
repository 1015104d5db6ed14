import path from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { offer } from '../prompt/reportErrors';
import { describe, removeSecrets } from './removeSecrets';
import type { WindowServices } from '../windowServices';

/** Removes all that the extension keeps on this computer, once the person agrees. */
export async function removeAllData(removing: WindowServices): Promise<void> {
  const { connections } = removing.settings.read();
  const kept = await removing.keptSecrets.list();
  const remove = l10n.t('Remove All Data');
  const detail = [
    ...kept.map((secret) => describe(secret, connections)),
    l10n.t(
      'Your settings, the records and texts of what was published, interrupted runs, and what was remembered of places and names are removed too; what another folder or workspace remembers goes when it is opened next. Your files and the pages in the wiki stay. A file that is published again is taken for a new one.',
    ),
  ].join('\n');
  const answer = await vscode.window.showWarningMessage(
    l10n.t('Remove all data of Publish to Wiki from this computer?'),
    { modal: true, detail },
    remove,
  );
  if (answer !== remove) {
    return;
  }
  await removeSecrets(removing);
  const { global, workspace } = removing.ownFolders;
  await Promise.all([removeFolder(global), workspace && removeFolder(workspace)]);
  // What another window has in use goes when its workspace is opened next.
  await Promise.allSettled((await foldersBeside(workspace)).map(removeFolder));
  await removing.removal.remove(Date.now());
  await removeSettings(removing.extension);
  const text = l10n.t('All data was removed. Until they are reloaded, open windows know it still.');
  offer({ severity: 'information', text, actions: ['reloadWindow'] }, removing.reportErrors, async () =>
    vscode.commands.executeCommand('workbench.action.reloadWindow'),
  );
}

/** Returns what the extension may have for other workspaces, beside its folder for this one. */
async function foldersBeside(own: vscode.Uri | undefined): Promise<readonly vscode.Uri[]> {
  if (own === undefined) {
    return [];
  }
  const all = vscode.Uri.joinPath(own, '..', '..');
  const entries = await vscode.workspace.fs.readDirectory(all).then(undefined, () => []);
  return entries.map(([each]) => vscode.Uri.joinPath(all, each, path.posix.basename(own.path)));
}

/** A folder that was never created is skipped. */
async function removeFolder(folder: vscode.Uri): Promise<void> {
  try {
    await vscode.workspace.fs.stat(folder);
  } catch {
    return;
  }
  await vscode.workspace.fs.delete(folder, { recursive: true, useTrash: false });
}

/** Removes the user settings; workspace settings belong to the workspace's files. */
async function removeSettings({ packageJSON }: vscode.Extension<unknown>): Promise<void> {
  const { contributes } = packageJSON as { readonly contributes: Contributes };
  const settings = vscode.workspace.getConfiguration();
  for (const key of contributes.configuration.flatMap(({ properties }) => Object.keys(properties))) {
    if (settings.inspect(key)?.globalValue !== undefined) {
      await settings.update(key, undefined, vscode.ConfigurationTarget.Global);
    }
  }
}

interface Contributes {
  readonly configuration: readonly { readonly properties: Readonly<Record<string, unknown>> }[];
}

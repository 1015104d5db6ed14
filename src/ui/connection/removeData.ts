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
      'Your settings, the records and texts of what was published, interrupted runs, and what was remembered of places and names are removed too. Your files and the pages in the wiki stay. A file that is published again is taken for a new one.',
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
  await Promise.all(removing.ownFolders.map(removeFolder));
  for (const memento of [removing.globalState, removing.state]) {
    await Promise.all(memento.keys().map((key) => memento.update(key, undefined)));
  }
  await removeSettings(removing.extension);
  const text = l10n.t('All data was removed. Until it is reloaded, this window knows it still.');
  offer({ severity: 'information', text, actions: ['reloadWindow'] }, removing.reportErrors, async () =>
    vscode.commands.executeCommand('workbench.action.reloadWindow'),
  );
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

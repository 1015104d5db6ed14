import path from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from '../vscode';
import { notify } from '../prompt/notify';
import type { Connection } from '../../core/connection/connection';
import { UserError } from '../../core/text/errors';
import { plainLine } from '../../core/text/plainLine';
import { databaseName } from '../../services/records/recordRows';
import { updateSetting } from '../../services/shared/updateSetting';
import { removeRemembered } from '../../services/records/removeRemembered';
import type { StoredSecret } from '../../services/connection/storedSecrets';
import type { WindowServices } from '../windowServices';

export async function removeData(services: WindowServices): Promise<void> {
  const kept = await services.keptSecrets.list();
  const remove = l10n.t('Remove All Data');
  // In a small window, the end of a long question is out of sight, so what matters most comes first.
  const detail = [
    l10n.t(
      'Your files and the pages in the wiki stay. A file that is published again is taken for a new one.',
    ),
    describeSecrets(kept, services.settings.read().connections),
    l10n.t(
      'Your user settings of Publish to Wiki, the records and texts of what was published, interrupted runs, and remembered places and names are removed too. Settings in the files of a workspace stay.',
    ),
    l10n.t(
      'Data of other folders is removed when you open them. If one is open in another window, reload that window.',
    ),
    l10n.t('The log, which names pages, stays until VS Code deletes it.'),
  ];
  const answer = await vscode.window.showWarningMessage(
    l10n.t('Remove all data of Publish to Wiki from this computer?'),
    { modal: true, detail: detail.filter((each) => each !== '').join('\n\n') },
    remove,
  );
  if (answer !== remove) {
    return;
  }
  await removeSecrets(services);
  const { global, workspace } = services.storageFolders;
  await removeRemembered(services, Date.now());
  await vscode.commands.executeCommand('publishToWiki.clearPlan');
  await vscode.commands.executeCommand('setContext', 'publishToWiki.openable', undefined);
  await Promise.all([removeEntries(global), workspace && removeFolder(workspace)]);
  // A folder that another window uses is removed when its workspace is opened next.
  await Promise.allSettled((await foldersBeside(workspace)).map(removeFolder));
  await removeSettings(services.extension);
  const text = l10n.t('All data of Publish to Wiki was removed.');
  void notify({ severity: 'information', text, actions: [] });
}

/** VS Code keeps the folders of all workspaces side by side: `workspaceStorage/<workspace>/<extension>`. */
async function foldersBeside(own: vscode.Uri | undefined): Promise<readonly vscode.Uri[]> {
  if (own === undefined) {
    return [];
  }
  const all = vscode.Uri.joinPath(own, '..', '..');
  const entries = await vscode.workspace.fs.readDirectory(all).then(undefined, () => []);
  return entries.map(([each]) => vscode.Uri.joinPath(all, each, path.posix.basename(own.path)));
}

/** Leaves the database, which other windows have open. */
async function removeEntries(folder: vscode.Uri): Promise<void> {
  const entries = await vscode.workspace.fs.readDirectory(folder).then(undefined, () => []);
  const names = entries.map(([name]) => name).filter((name) => !name.startsWith(databaseName));
  await Promise.all(names.map((name) => removeFolder(vscode.Uri.joinPath(folder, name))));
}

async function removeFolder(folder: vscode.Uri): Promise<void> {
  try {
    await vscode.workspace.fs.stat(folder);
  } catch {
    return;
  }
  await vscode.workspace.fs.delete(folder, { recursive: true, useTrash: false });
}

/** Workspace settings stay, since they belong to the workspace’s files. */
async function removeSettings({ packageJSON }: vscode.Extension<unknown>): Promise<void> {
  const { contributes } = packageJSON as { readonly contributes: Contributes };
  const settings = vscode.workspace.getConfiguration();
  for (const key of contributes.configuration.flatMap(({ properties }) => Object.keys(properties))) {
    if (settings.inspect(key)?.globalValue !== undefined) {
      await updateSetting(settings, key, undefined, vscode.ConfigurationTarget.Global);
    }
  }
}

interface Contributes {
  readonly configuration: readonly { readonly properties: Readonly<Record<string, unknown>> }[];
}

/**
 * Removes all stored tokens and secrets, and ends the export sessions with their files. Throws a `UserError` if
 * something is left.
 */
async function removeSecrets({
  keptSecrets,
  endExportSession,
  exportServices,
}: Pick<WindowServices, 'keptSecrets' | 'endExportSession' | 'exportServices'>): Promise<void> {
  (await exportServices.signIn()).forget();
  const kept = await keptSecrets.list();
  const clients = kept.filter((secret) => secret.kind === 'export');
  const ended = await Promise.allSettled(clients.map((client) => endExportSession(client)));
  const removed = await keptSecrets.removeAll();
  if (!removed || ended.some(({ status }) => status === 'rejected')) {
    throw new UserError(
      l10n.t('Not all secrets could be removed. Unlock this computer’s keyring, then try again.'),
    );
  }
}

function describeSecrets(kept: readonly StoredSecret[], connections: readonly Connection[]): string {
  return kept.map((secret) => `• ${describe(secret, connections)}`).join('\n');
}

function describe(secret: StoredSecret, connections: readonly Connection[]): string {
  switch (secret.kind) {
    case 'apiToken': {
      const name = connections.find(({ endpoint }) => endpoint === secret.endpoint)?.name;
      return name === undefined
        ? l10n.t('API token for {0}, which no connection uses', plainLine(secret.endpoint))
        : l10n.t('API token for {0}: {1}', name, plainLine(secret.endpoint));
    }
    case 'platformToken':
      return l10n.t('Platform token for {0}', plainLine(secret.site));
    case 'export':
      return l10n.t(
        'Export session and client secret of {0} at {1}',
        plainLine(secret.clientId),
        plainLine(secret.authUrl),
      );
  }
}

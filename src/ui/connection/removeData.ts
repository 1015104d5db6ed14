import path from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from '../vscode';
import { notify } from '../prompt/notify';
import { openGuide } from '../prompt/openGuide';
import { onlyStep, askChoice } from '../prompt/steps';
import { describeSecrets, removeSecrets } from './removeSecrets';
import { databaseName } from '../../services/records/recordRows';
import { updateSetting } from '../../services/shared/updateSetting';
import { removeRemembered } from '../../services/records/removeRemembered';
import type { StoredSecret } from '../../services/connection/storedSecrets';
import type { WindowServices } from '../windowServices';

/** Asks what to remove, and asks again before anything is removed. */
export async function removeData(services: WindowServices): Promise<void> {
  const kept = await services.keptSecrets.list();
  const position = onlyStep(l10n.t('Remove Data'));
  const chosen = await askChoice<'secrets' | 'data'>(position, {
    placeholder: l10n.t('What do you want to remove from this computer?'),
    items: [
      {
        label: `$(key) ${l10n.t('Tokens and Sign-Ins')}`,
        detail: l10n.t('All tokens and client secrets. Your settings and the records of your pages stay.'),
        answer: 'secrets',
      },
      {
        label: `$(trash) ${l10n.t('All Data')}`,
        detail: l10n.t('All tokens, client secrets, settings, and records of your pages.'),
        answer: 'data',
      },
    ],
  });
  if (chosen === 'secrets') {
    await removeAllSecrets(services, kept);
  } else if (chosen === 'data') {
    await removeAllData(services, kept);
  }
}

/** VS Code gives Enter to the first button, which its own Cancel never is: the Enter that chose may still be on its way. */
async function confirm(
  { extension }: WindowServices,
  question: string,
  detail: readonly string[],
  remove: string,
): Promise<boolean> {
  const options = { modal: true, detail: detail.filter((each) => each !== '').join('\n\n') };
  const guide = l10n.t('Open Guide');
  const pressed = await vscode.window.showWarningMessage(question, options, guide, remove);
  if (pressed === guide) {
    await openGuide(extension.extensionUri, 'help.md', 'what-uninstalling-leaves-behind');
  }
  return pressed === remove;
}

async function removeAllSecrets(services: WindowServices, kept: readonly StoredSecret[]): Promise<void> {
  if (kept.length === 0) {
    vscode.window.setStatusBarMessage(l10n.t('No secrets are kept on this computer'), 5_000);
    return;
  }
  const remove = l10n.t('Remove All');
  const detail = [
    describeSecrets(kept, services.settings.read().connections),
    l10n.t('Your settings and the records of what was published stay.'),
  ];
  if (
    await confirm(
      services,
      l10n.t('Remove all secrets of Publish to Wiki from this computer?'),
      detail,
      remove,
    )
  ) {
    await removeSecrets(services);
    vscode.window.setStatusBarMessage(l10n.t('All secrets were removed'), 5_000);
  }
}

async function removeAllData(services: WindowServices, kept: readonly StoredSecret[]): Promise<void> {
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
  if (
    !(await confirm(
      services,
      l10n.t('Remove all data of Publish to Wiki from this computer?'),
      detail,
      remove,
    ))
  ) {
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
  // No dialog: the Enter that answered the question could press its button as well.
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

import * as l10n from '@vscode/l10n';
import * as vscode from '../vscode';
import type { PlanRow } from '../../core/plan/row';
import { membersOf } from '../../core/text/json';
import { updateSetting } from '../../services/shared/updateSetting';
import { requirePlatformToken } from '../connection/platformToken';
import { withLayout, type FolderLayout, type FolderLayouts } from '../page/folderLayouts';
import { onlyStep, askChoice } from '../prompt/steps';
import type { WindowServices } from '../windowServices';

interface Answer {
  readonly layout: FolderLayout;
  readonly isForEveryone: boolean;
}

/**
 * Stores the answer: for everyone in the settings of the workspace folder, otherwise in `layouts`. Undefined also
 * outside of the workspace folders.
 */
export async function askLayout(
  folder: vscode.Uri,
  layouts: FolderLayouts,
): Promise<FolderLayout | undefined> {
  const root = vscode.workspace.getWorkspaceFolder(folder);
  if (root === undefined) {
    return undefined;
  }
  const everyone = l10n.t('Written to publishToWiki.folders in the settings of this workspace.');
  const me = l10n.t('Remembered on this computer.');
  const answer = await askChoice<Answer>(onlyStep(l10n.t('Publish as a Tree of Pages')), {
    placeholder: l10n.t('The index.md or README.md of a folder is the page that its files go under.'),
    items: [
      { label: l10n.t('As a Tree, for Me'), detail: me, answer: { layout: 'tree', isForEveryone: false } },
      {
        label: l10n.t('As a Tree, for Everyone'),
        detail: everyone,
        answer: { layout: 'tree', isForEveryone: true },
      },
      {
        label: l10n.t('All Pages Side by Side, for Me'),
        detail: me,
        answer: { layout: 'flat', isForEveryone: false },
      },
    ],
  });
  if (typeof answer !== 'object') {
    return undefined;
  }
  const path = folder.path.slice(root.uri.path.length).replace(/^\/|\/$/g, '') || '.';
  const { layout, isForEveryone } = answer;
  if (isForEveryone) {
    const settings = vscode.workspace.getConfiguration('publishToWiki', root.uri);
    const { workspaceFolderValue } = membersOf<{ workspaceFolderValue: unknown }>(
      settings.inspect('folders'),
    );
    const value = withLayout(workspaceFolderValue ?? {}, path, layout);
    const file = vscode.Uri.joinPath(root.uri, '.vscode', 'settings.json').toString();
    await updateSetting(settings, 'folders', value, vscode.ConfigurationTarget.WorkspaceFolder, file);
  }
  await layouts.setLayout(root.uri.toString(), path, isForEveryone ? undefined : layout);
  return layout;
}

/** Asks for the platform token that a tree of pages needs, unless one is stored or no row has a connection. */
export async function offerPlatformToken(
  services: WindowServices,
  rows: readonly Pick<PlanRow, 'decision'>[],
): Promise<void> {
  const { endpoint } = rows.find(({ decision }) => decision?.connection)?.decision?.connection ?? {};
  const why = l10n.t(
    'A tree needs a platform token, to find the page that others go under. Escape goes on without one: then only the pages at its top are published.',
  );
  await (endpoint === undefined ? undefined : requirePlatformToken(services, endpoint, why));
}

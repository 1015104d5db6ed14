import * as l10n from '@vscode/l10n';
import * as vscode from '../vscode';
import type { PlanRow } from '../../core/plan/row';
import { membersOf } from '../../core/text/json';
import { quote } from '../../core/text/plainLine';
import { sentences } from '../../core/text/sentences';
import { layoutOfFolder, type FolderLayout } from '../../services/workspace/pageSettings';
import { updateSetting } from '../../services/shared/updateSetting';
import { requirePlatformToken } from '../connection/platformToken';
import { withLayout, type FolderLayouts } from '../page/folderLayouts';
import { notify } from '../prompt/notify';
import { onlyStep, askChoice, type ChoiceItem } from '../prompt/steps';
import type { WindowServices } from '../windowServices';

/** `layout`: undefined to forget what the person chose for themselves. */
interface Answer {
  readonly layout: FolderLayout | undefined;
  readonly isForEveryone: boolean;
}

/** What the settings say of a folder, and what the person chose for themselves, which comes first. */
interface KnownLayout {
  readonly root: vscode.Uri;
  /** The folder’s path in the workspace folder, or “.”. */
  readonly path: string;
  readonly inSettings: FolderLayout | undefined;
  readonly own: FolderLayout | undefined;
}

function layoutKnownOf(folder: vscode.Uri, layouts: FolderLayouts): KnownLayout | undefined {
  const root = vscode.workspace.getWorkspaceFolder(folder)?.uri;
  if (root === undefined) {
    return undefined;
  }
  const path = folder.path.slice(root.path.length).replace(/^\/|\/$/g, '') || '.';
  const setting = vscode.workspace.getConfiguration('publishToWiki', root).get<unknown>('folders');
  return {
    root,
    path,
    inSettings: layoutOfFolder(setting, path),
    own: layouts.layout(root.toString(), path),
  };
}

/** Says that what the person chose for themselves wins over the settings; empty if it does not. */
export function layoutNote(folder: vscode.Uri, layouts: FolderLayouts): string {
  const { own, inSettings } = layoutKnownOf(folder, layouts) ?? {};
  return own === undefined || inSettings === undefined || own === inSettings
    ? ''
    : l10n.t('“{0}” counts here, as you chose for yourself, not “{1}” from the settings.', own, inSettings);
}

/**
 * Stores the answer: for everyone in the settings of the workspace folder, otherwise in `layouts`. Undefined also
 * outside of the workspace folders.
 */
export async function askLayout(
  folder: vscode.Uri,
  layouts: FolderLayouts,
): Promise<FolderLayout | undefined> {
  const known = layoutKnownOf(folder, layouts);
  const answer =
    known &&
    (await askChoice<Answer>(onlyStep(l10n.t('Publish as a Tree of Pages')), {
      placeholder: l10n.t('The index.md or README.md of a folder is the page that its files go under.'),
      items: layoutItems(known),
    }));
  if (known === undefined || typeof answer !== 'object') {
    return undefined;
  }
  const { root, path } = known;
  const { layout, isForEveryone } = answer;
  if (isForEveryone && layout !== undefined && !(await setForEveryone(known, layout))) {
    return undefined;
  }
  await layouts.setLayout(root.toString(), path, isForEveryone ? undefined : layout);
  return layout ?? known.inSettings ?? 'flat';
}

function layoutItems({ own, inSettings }: KnownLayout): readonly ChoiceItem<Answer>[] {
  const everyone = l10n.t('Written to publishToWiki.folders in the settings of this workspace.');
  const me = sentences(
    l10n.t('Remembered on this computer.'),
    inSettings === undefined ? '' : l10n.t('It comes before “{0}” in the settings.', inSettings),
  );
  const item = (label: string, answer: Answer): ChoiceItem<Answer> => {
    const isNow = answer.isForEveryone === (own === undefined) && answer.layout === (own ?? inSettings);
    return {
      label,
      ...(isNow && { description: l10n.t('as it is now') }),
      detail: answer.isForEveryone ? everyone : me,
      answer,
    };
  };
  const forget: ChoiceItem<Answer> = {
    label: l10n.t('Forget What I Chose'),
    detail:
      inSettings === undefined
        ? l10n.t('The settings of this workspace say nothing of this folder.')
        : l10n.t('Then “{0}” counts, from the settings of this workspace.', inSettings),
    answer: { layout: undefined, isForEveryone: false },
  };
  return [
    item(l10n.t('As a Tree, for Me'), { layout: 'tree', isForEveryone: false }),
    item(l10n.t('As a Tree, for Everyone'), { layout: 'tree', isForEveryone: true }),
    item(l10n.t('With a Page for Each Folder, for Me'), { layout: 'fullTree', isForEveryone: false }),
    item(l10n.t('With a Page for Each Folder, for Everyone'), { layout: 'fullTree', isForEveryone: true }),
    item(l10n.t('All Pages Side by Side, for Me'), { layout: 'flat', isForEveryone: false }),
    ...(own === undefined ? [] : [forget]),
  ];
}

/** Asks before another layout in the settings is replaced, since others use it too. False if it stays. */
async function setForEveryone(
  { root, path, inSettings }: KnownLayout,
  layout: FolderLayout,
): Promise<boolean> {
  if (inSettings === layout) {
    return true;
  }
  const text = l10n.t(
    'The settings of this workspace say “{0}” for {1}, which all who share them use. Replace it with “{2}”?',
    ...[inSettings ?? '', quote(path), layout],
  );
  if (
    inSettings !== undefined &&
    (await notify({ severity: 'warning', text, actions: ['replaceSetting'], isModal: true })) === undefined
  ) {
    return false;
  }
  const settings = vscode.workspace.getConfiguration('publishToWiki', root);
  const { workspaceFolderValue } = membersOf<{ workspaceFolderValue: unknown }>(settings.inspect('folders'));
  const value = withLayout(workspaceFolderValue ?? {}, path, layout);
  const file = vscode.Uri.joinPath(root, '.vscode', 'settings.json').toString();
  await updateSetting(settings, 'folders', value, vscode.ConfigurationTarget.WorkspaceFolder, file);
  return true;
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

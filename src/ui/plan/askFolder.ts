import * as l10n from '@vscode/l10n';
import * as vscode from '../vscode';
import { plainLine, withoutIcons } from '../../core/text/plainLine';
import { foldersToPublish } from '../../services/workspace/filesToPublish';
import { activeFolder } from '../page/document';
import { askChoice, onlyStep, type ChoiceItem } from '../prompt/steps';
import { Throttle } from '../prompt/throttle';
import type { WindowServices } from '../windowServices';

/** How long found folders wait for others, to be listed together. */
const listMs = 100;

/** Lists the folder of the open file first, then those of the workspace. Empty for all of these, or if there is none. */
export async function askFolder({
  workspace,
  reportErrors,
}: Pick<WindowServices, 'workspace' | 'reportErrors'>): Promise<readonly vscode.Uri[] | undefined> {
  const active = activeFolder()?.toString();
  const roots = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.toString());
  if (roots.length === 0) {
    return [];
  }
  const first = new Set(active === undefined ? roots : [active, ...roots]);
  const itemOf = (folder: string): ChoiceItem<readonly vscode.Uri[]> => {
    const uri = vscode.Uri.parse(folder, true);
    return {
      label: `$(folder) ${nameOf(uri)}`,
      ...(folder === active && { description: l10n.t('the folder of the open file') }),
      answer: [uri],
    };
  };
  const items = [...first].map(itemOf);
  if (roots.length > 1) {
    items.push({ label: `$(folder-library) ${l10n.t('All Folders')}`, answer: [] });
  }
  let isAnswered = false;
  const listFolders = async (show: (items: readonly ChoiceItem<readonly vscode.Uri[]>[]) => void) => {
    const showing = new Throttle(listMs, () => (isAnswered ? undefined : show([...items])));
    for await (const folder of foldersToPublish(workspace, roots)) {
      if (isAnswered) {
        return;
      }
      if (!first.has(folder)) {
        items.push(itemOf(folder));
        showing.call();
      }
    }
  };
  const answer = await askChoice<readonly vscode.Uri[]>(onlyStep(l10n.t('Publish Folder')), {
    placeholder: l10n.t('Which folder do you want to publish?'),
    items: [...items],
    updated: (show) => void reportErrors(() => listFolders(show)),
  });
  isAnswered = true;
  return typeof answer === 'object' ? answer : undefined;
}

/** The name of a workspace folder, or else the path in it. */
function nameOf(uri: vscode.Uri): string {
  const root = vscode.workspace.getWorkspaceFolder(uri);
  const isRoot = root?.uri.toString() === uri.toString();
  return withoutIcons(plainLine(isRoot ? root.name : vscode.workspace.asRelativePath(uri)));
}

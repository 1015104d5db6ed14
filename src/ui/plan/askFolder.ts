import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { plainLine, withoutIcons } from '../../core/text/plainLine';
import { activeFolder } from '../page/document';
import { askChoice, onlyStep } from '../prompt/steps';

/** Asks nothing unless there are several folders to choose from. Empty for all workspace folders, or if there is none. */
export async function askFolder(): Promise<readonly vscode.Uri[] | undefined> {
  const active = activeFolder();
  const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri);
  const others = folders.filter((uri) => uri.toString() !== active?.toString());
  const all = active === undefined ? others : [active, ...others];
  if (all.length < 2) {
    return all;
  }
  const answer = await askChoice<readonly vscode.Uri[]>(onlyStep(l10n.t('Publish Folder')), {
    placeholder: l10n.t('Which folder do you want to publish?'),
    items: [
      ...all.map((uri) => ({
        label: `$(folder) ${nameOf(uri)}`,
        ...(uri === active && { description: l10n.t('the folder of the open file') }),
        answer: [uri],
      })),
      ...(folders.length > 1 ? [{ label: `$(folder-library) ${l10n.t('All Folders')}`, answer: [] }] : []),
    ],
  });
  return typeof answer === 'object' ? answer : undefined;
}

/** The name of a workspace folder, or else the path in it. */
function nameOf(uri: vscode.Uri): string {
  const root = vscode.workspace.getWorkspaceFolder(uri);
  const isRoot = root?.uri.toString() === uri.toString();
  return withoutIcons(plainLine(isRoot ? root.name : vscode.workspace.asRelativePath(uri)));
}

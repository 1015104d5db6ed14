import * as l10n from '@vscode/l10n';
import * as vscode from '../vscode';
import { formatList } from '../../core/text/locale';
import { quote } from '../../core/text/plainLine';
import { fileNameOf } from '../../services/workspace/workspace';

/** What the person asked to publish, from which Refresh Plan makes the plan again. */
export interface PlanSource {
  readonly kind: 'folder' | 'changed';
  /** URIs of files and folders; empty for all workspace folders. */
  readonly chosen: readonly string[];
}

export function titleOf(source: PlanSource | undefined): string {
  if (source === undefined) {
    return l10n.t('Publish the Rest');
  }
  if (source.kind === 'changed') {
    return l10n.t('Publish Changed Files');
  }
  const name = folderNameOf(source);
  return name === undefined ? l10n.t('Publish Selected Files to Wiki') : l10n.t('Publish {0} to Wiki', name);
}

/** Undefined unless one folder or file, or all workspace folders, were chosen. */
export function folderNameOf(source: PlanSource | undefined): string | undefined {
  const [only, ...others] = source?.chosen ?? [];
  if (source?.kind !== 'folder' || others.length > 0) {
    return undefined;
  }
  const open = vscode.workspace.workspaceFolders?.map(({ name }) => name) ?? [];
  const names = only === undefined ? open : [fileNameOf(only)];
  return formatList(names.map(quote));
}

/** Returns these URIs, or all workspace folders if none were chosen. */
export function rootsOf(chosen: readonly string[]): readonly string[] {
  return chosen.length > 0
    ? chosen
    : (vscode.workspace.workspaceFolders?.map(({ uri }) => uri.toString()) ?? []);
}

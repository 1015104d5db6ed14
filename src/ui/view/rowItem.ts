import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { formatNumber } from '../../core/text/locale';
import type { PageGroup } from '../../core/view/pageGroups';
import type { PageState } from '../../core/view/pageState';
import { pageDetails, pageTexts, rowContext } from '../../core/view/pageTexts';
import type { PlaceNames } from '../../services/publish/placeNames';
import { textAsMarkdown } from '../prompt/textAsMarkdown';
import type { PageRow } from './viewRow';

const icon = (name: string, color?: string): vscode.ThemeIcon =>
  new vscode.ThemeIcon(name, color === undefined ? undefined : new vscode.ThemeColor(color));
const icons: Readonly<Record<PageState, vscode.ThemeIcon>> = {
  published: icon('check', 'testing.iconPassed'),
  changed: icon('diff-modified', 'gitDecoration.modifiedResourceForeground'),
  changedInWiki: icon('cloud-download', 'list.warningForeground'),
  retitled: icon('edit', 'gitDecoration.modifiedResourceForeground'),
  moved: icon('arrow-swap', 'gitDecoration.modifiedResourceForeground'),
  claimed: icon('references', 'list.warningForeground'),
  unknown: icon('question', 'list.warningForeground'),
  blocked: icon('circle-slash', 'list.errorForeground'),
  earlier: icon('history', 'disabledForeground'),
  publishing: icon('sync~spin'),
};
const notLookedAt = icon('circle-outline');
const groupIcons = { connection: 'globe', space: 'library', parent: 'list-tree' } as const;

export function groupItem(group: PageGroup, isOpen: boolean): vscode.TreeItem {
  const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(group.label, isOpen ? Expanded : Collapsed);
  const pages = group.count === 1 ? l10n.t('1 page') : l10n.t('{0} pages', formatNumber(group.count));
  item.id = group.id;
  item.description = formatNumber(group.count);
  item.iconPath = new vscode.ThemeIcon(groupIcons[group.level]);
  item.accessibilityInformation = { label: `${group.label}, ${pages}` };
  const ids = group.idLabel === group.label ? '' : ` (${group.idLabel})`;
  item.tooltip = `${group.label}${ids}: ${pages}`;
  return item;
}

/** `isAbove`: pages of other files stand under it. */
export function pageItem(row: PageRow, now: number, isAbove: boolean): vscode.TreeItem {
  const { record, path, found } = row;
  const { label, description } = pageTexts(record, path, found, now);
  const { Expanded, None } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(label, isAbove ? Expanded : None);
  // VS Code keeps a row that had none below it as closed
  item.id = isAbove ? `${record.id} and below` : record.id;
  item.description = description;
  item.iconPath = found === undefined ? notLookedAt : icons[found.state];
  item.contextValue = rowContext(row.record, row.isFolder, row.found?.state);
  return item;
}

/** Completes a row with its tooltip; VS Code asks for it when the pointer rests on the row or it is opened. */
export function completePageItem(
  item: vscode.TreeItem,
  { record, uri, path, isFolder, found }: PageRow,
  names: PlaceNames,
  now: number,
): vscode.TreeItem {
  const { place } = record;
  const where = [names.text(place), names.ids(place)].filter((text) => text !== undefined).join(' · ');
  const details = [...pageDetails(record, path, found, now), where];
  item.tooltip = textAsMarkdown(details.join('\n'));
  const command = isFolder ? 'revealInExplorer' : 'vscode.open';
  item.command = { command, title: l10n.t('Open File'), arguments: [uri] };
  return item;
}

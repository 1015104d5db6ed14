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
  draft: icon('eye-closed', 'disabledForeground'),
  unpublished: icon('circle-large-outline'),
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

/** Creates the group of files without a page. */
export function filesItem(files: readonly PageRow[], isOpen: boolean): vscode.TreeItem {
  const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(l10n.t('Not Published'), isOpen ? Expanded : Collapsed);
  item.id = 'not published';
  item.description = formatNumber(files.length);
  item.iconPath = new vscode.ThemeIcon('files');
  item.tooltip = l10n.t('Markdown files without a page, in folders with files that have one');
  return item;
}

/** `isAbove`: whether other pages are shown under this one. */
export function pageItem(row: PageRow, now: number, isAbove: boolean): vscode.TreeItem {
  const { record, address, found } = row;
  const { label, description } = pageTexts(row, now);
  const { Expanded, None } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(label, isAbove ? Expanded : None);
  // VS Code would keep a row collapsed that had no children before, so its ID changes.
  item.id = [record?.id ?? address, ...(isAbove ? ['and below'] : [])].join(' ');
  item.description = description;
  item.iconPath = found === undefined ? notLookedAt : icons[found.state];
  item.contextValue = rowContext(row);
  return item;
}

/** Completes a row with its tooltip; VS Code asks for it when the pointer rests on the row or it is opened. */
export function completePageItem(
  item: vscode.TreeItem,
  row: PageRow,
  names: PlaceNames,
  now: number,
): vscode.TreeItem {
  const { place } = row.record ?? {};
  const where = place === undefined ? [] : [names.text(place), names.ids(place)];
  const details = [...pageDetails(row, now), where.filter((text) => text !== undefined).join(' · ')];
  item.tooltip = textAsMarkdown(details.filter(Boolean).join('\n'));
  const command = row.isFolder ? 'revealInExplorer' : 'vscode.open';
  item.command = { command, title: l10n.t('Open File'), arguments: [row.uri] };
  return item;
}

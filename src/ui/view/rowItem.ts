import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { formatNumber } from '../../core/text/locale';
import type { PageGroup } from '../../core/view/pageGroups';
import type { PageState } from '../../core/view/pageState';
import { pageDetails, pageTexts } from '../../core/view/pageTexts';
import type { PlaceNames } from '../../services/publish/placeNames';
import type { PageRow } from './viewRow';

const icons: Readonly<Record<PageState, readonly [icon: string, color?: string]>> = {
  published: ['check', 'testing.iconPassed'],
  changed: ['diff-modified', 'gitDecoration.modifiedResourceForeground'],
  retitled: ['edit', 'gitDecoration.modifiedResourceForeground'],
  moved: ['arrow-swap', 'gitDecoration.modifiedResourceForeground'],
  claimed: ['references', 'list.warningForeground'],
  unknown: ['question', 'list.warningForeground'],
  blocked: ['circle-slash', 'list.errorForeground'],
  earlier: ['history', 'disabledForeground'],
  publishing: ['sync~spin'],
};
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

export function pageItem({ record, uri, path, found }: PageRow, now: number): vscode.TreeItem {
  const { label, description, spoken } = pageTexts(record, path, found, now);
  const [icon, color] = found === undefined ? ['circle-outline'] : icons[found.state];
  const item = new vscode.TreeItem(label);
  item.id = record.id;
  item.description = description;
  item.iconPath = new vscode.ThemeIcon(icon, color === undefined ? undefined : new vscode.ThemeColor(color));
  // A folder that is a page of its own has no text to open
  const isFolder = uri.path.endsWith('/');
  item.contextValue = isFolder ? 'folder' : record.published === undefined ? 'page' : 'page.published';
  item.accessibilityInformation = { label: spoken };
  const command = isFolder ? 'revealInExplorer' : 'vscode.open';
  item.command = { command, title: l10n.t('Open File'), arguments: [uri] };
  return item;
}

export function pageTooltip({ record, path, found }: PageRow, names: PlaceNames): vscode.MarkdownString {
  const { place } = record;
  const where = [names.text(place), names.ids(place)].filter((text) => text !== undefined).join(' · ');
  const details = [...pageDetails(record, path, found), where];
  return new vscode.MarkdownString().appendText(details.join('\n'));
}

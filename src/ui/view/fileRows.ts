import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { formatNumber } from '../../core/text/locale';
import { stateLabel } from '../../core/publish/states';
import type { PageGroup } from '../../core/view/pageGroups';
import { pageDetails, pageTexts, rowKindOf } from '../../core/view/pageTexts';
import type { PlaceNames } from '../../services/wiki/placeNames';
import { tooltipOf, type FileRow, type GroupRow } from '../page/fileItem';
import type { PageRow } from './viewRow';

const groupIcons = {
  connection: 'globe',
  space: 'library',
  parent: 'list-tree',
  unpublished: 'files',
  leftBehind: 'history',
} as const;

export function pageGroupRow(group: PageGroup, isOpen: boolean): GroupRow {
  const { id, label, idLabel, level, groups } = group;
  const count = formatNumber(group.count);
  const spoken = group.count === 1 ? l10n.t('1 page') : l10n.t('{0} pages', count);
  const row = { id, label, count, icon: groupIcons[level], isExpanded: isOpen || groups.length > 0 };
  return level === 'unpublished'
    ? { ...row, tooltip: l10n.t('Markdown files without a page, in folders where another file has one') }
    : level === 'leftBehind'
      ? { ...row, spoken, tooltip: l10n.t('Pages that stay in the wiki, and that no file updates any more') }
      : { ...row, spoken, tooltip: `${label}${idLabel === label ? '' : ` (${idLabel})`}: ${spoken}` };
}

/** `isAbove`: whether other pages are shown under this one. */
export function fileRowOfPage(row: PageRow, now: number, isAbove: boolean): FileRow {
  const { record, fileUri, status } = row;
  const { label, description } = pageTexts(row, now);
  return {
    label,
    description,
    // The icon alone shows this state.
    ...(status?.kind === 'unchanged' && { spoken: [label, stateLabel(status), description] }),
    id: record?.id ?? fileUri,
    uri: fileUri,
    status,
    contextValue: rowKindOf(row),
    hasChildren: isAbove,
    command:
      status?.kind === 'gone'
        ? { command: 'publishToWiki.openInWiki', title: l10n.t('Open in Wiki'), arguments: [row] }
        : { command: 'vscode.open', title: l10n.t('Open File'), arguments: [row.uri] },
  };
}

export function pageTooltip(row: PageRow, names: PlaceNames, now: number): vscode.MarkdownString {
  const { place } = row.record ?? {};
  const where = place === undefined ? [] : [names.text(place), names.ids(place)];
  return tooltipOf([...pageDetails(row, now), where.filter((text) => text !== undefined).join(' · ')]);
}

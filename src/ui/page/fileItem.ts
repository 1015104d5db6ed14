import * as l10n from '@vscode/l10n';
import * as vscode from '../vscode';
import { stateKinds, states, type State } from '../../core/publish/states';
import type { RowKind } from '../../core/view/pageTexts';
import { textAsMarkdown } from '../prompt/textAsMarkdown';

const icon = ([name, color]: readonly [name: string, color?: string]): vscode.ThemeIcon =>
  new vscode.ThemeIcon(name, color === undefined ? undefined : new vscode.ThemeColor(color));
const icons = new Map(stateKinds.map((kind) => [kind, icon(states[kind].icon)]));
const warning = icon(states.stopped.icon);

export interface FileRow {
  readonly id: string;
  readonly label: string;
  readonly description: string;
  /** The URI of the file, or of a folder, which ends in “/”. */
  readonly uri: string;
  /** Undefined until it is known; most states need the file to be read. */
  readonly status: State | undefined;
  readonly contextValue?: RowKind | undefined;
  readonly hasChildren: boolean;
  readonly command: vscode.Command;
  readonly isChecked?: boolean | undefined;
  /** Whether a warning icon replaces that of the status: the file can’t be sent yet, or may contain a password. */
  readonly hasWarning?: boolean;
  /** What a screen reader says instead of label and description. */
  readonly spoken?: readonly string[];
}

/** Leaves out the tooltip, which a view adds in `resolveTreeItem` once the person hovers over the row. */
export function fileItem(row: FileRow): vscode.TreeItem {
  const { Expanded, None } = vscode.TreeItemCollapsibleState;
  const { status, spoken, isChecked } = row;
  const item = new vscode.TreeItem(row.label, row.hasChildren ? Expanded : None);
  // VS Code keeps a row collapsed that had no children when it was first drawn, so a row with children gets another ID.
  item.id = row.hasChildren ? `${row.id} and below` : row.id;
  item.description = row.description;
  item.iconPath = row.hasWarning === true ? warning : (icons.get(status?.kind ?? 'other') ?? warning);
  item.contextValue = row.contextValue ?? '';
  item.command = row.uri.endsWith('/')
    ? { ...row.command, command: 'revealInExplorer', arguments: [vscode.Uri.parse(row.uri, true)] }
    : row.command;
  if (isChecked !== undefined) {
    item.checkboxState = checkBox(isChecked);
  }
  if (spoken !== undefined) {
    item.accessibilityInformation = { label: spokenText(spoken, isChecked) };
  }
  return item;
}

export interface GroupRow {
  readonly id: string;
  readonly label: string;
  readonly count: string;
  /** What a screen reader says for the count, such as “3 pages”. */
  readonly spoken?: string;
  readonly contextValue?: RowKind | undefined;
  readonly icon?: string;
  readonly tooltip?: string;
  readonly isExpanded: boolean;
  readonly isChecked?: boolean | undefined;
}

export function groupItem(group: GroupRow): vscode.TreeItem {
  const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
  const { label, count, spoken = count, isChecked } = group;
  const item = new vscode.TreeItem(label, group.isExpanded ? Expanded : Collapsed);
  item.id = group.id;
  item.description = count;
  item.contextValue = group.contextValue ?? '';
  if (group.icon !== undefined) {
    item.iconPath = new vscode.ThemeIcon(group.icon);
  }
  item.tooltip = group.tooltip;
  if (isChecked !== undefined) {
    item.checkboxState = checkBox(isChecked);
  }
  item.accessibilityInformation = { label: spokenText([label, spoken], isChecked) };
  return item;
}

/** Shows each line literally, without Markdown, since it may quote a file or the wiki. */
export function tooltipOf(lines: readonly (string | undefined)[]): vscode.MarkdownString {
  return textAsMarkdown(lines.filter(Boolean).join('\n'));
}

function spokenText(parts: readonly string[], isChecked: boolean | undefined): string {
  const checked = isChecked === undefined ? '' : isChecked ? l10n.t('checked') : l10n.t('not checked');
  return [...new Set([...parts, checked])].filter(Boolean).join(', ');
}

function checkBox(isChecked: boolean): vscode.TreeItemCheckboxState {
  return isChecked ? vscode.TreeItemCheckboxState.Checked : vscode.TreeItemCheckboxState.Unchecked;
}

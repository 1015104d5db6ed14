import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { deadLinksText } from '../../core/wiki/deadLinks';
import { isHeldBack, type Row, type Section } from '../../core/run/row';
import type { Run } from '../../core/run/run';
import { stateLabel } from '../../core/run/runReport';
import { openIn } from '../../core/run/settled';
import { formatNumber } from '../../core/text/locale';
import { plain } from '../../core/text/plain';
import { missingParent } from '../../core/view/planGroups';
import type { Group, PlanNode } from '../../core/view/planTree';
import { aboveProblem } from '../../core/publish/tree';
import {
  groupLabel,
  placeLabel,
  rowDetail,
  sectionLabel,
  type PlanTextsDependencies,
} from '../../services/flow/planTexts';
import type { AskPlanDependencies } from './resolveRows';
import { textAsMarkdown } from '../prompt/textAsMarkdown';

/** The data of a plan's rows. */
export interface ShownPlan {
  readonly rows: ReadonlyMap<string, Row>;
  /** The addresses of the files that can be checked. */
  readonly sendable: ReadonlySet<string>;
  readonly checked: ReadonlySet<string>;
  /** The links of files, where they lead to a file without a check mark and this is a problem. */
  readonly unmetNeeds: ReadonlyMap<string, string>;
  /** Why each file was left out, by its address. */
  readonly leftOut: ReadonlyMap<string, string>;
}

/** The data of a run's rows. */
interface ShownRun {
  readonly run: Run;
  /** The indexes of the files in the run, by their addresses. */
  readonly indexes: ReadonlyMap<string, number>;
}

const icon = (name: string, color?: string): vscode.ThemeIcon =>
  new vscode.ThemeIcon(name, color === undefined ? undefined : new vscode.ThemeColor(color));
const warning = icon('warning', 'list.warningForeground');
const blockedIcon = icon('circle-slash', 'list.errorForeground');
const ready = icon('pass', 'testing.iconPassed');

const sectionIcons: Readonly<Record<Section, vscode.ThemeIcon>> = {
  new: icon('add', 'gitDecoration.addedResourceForeground'),
  changed: icon('edit', 'gitDecoration.modifiedResourceForeground'),
  retitled: warning,
  moved: warning,
  foreign: warning,
  claimed: warning,
  changedInWiki: warning,
  unplaced: icon('question'),
  unchanged: icon('dash'),
  draft: icon('eye-closed'),
  blocked: blockedIcon,
};

const stateIcons = {
  waiting: icon('circle-outline'),
  sending: icon('sync~spin'),
  published: icon('check', 'testing.iconPassed'),
  failed: icon('error', 'list.errorForeground'),
  unknown: icon('question', 'list.warningForeground'),
  'not sent': icon('circle-slash', 'list.warningForeground'),
};

const collapsedGroups: readonly Group[] = ['unchanged', 'leftOut'];
const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;

/** Creates the item of a group or a folder, with a check box if some of its files have one. `isLong`: folders are collapsed. */
export function groupItem(node: PlanNode, plan: ShownPlan | undefined, isLong: boolean): vscode.TreeItem {
  const label = node.kind === 'group' ? groupLabel(node.group) : plain(node.label);
  const isCollapsed = node.kind === 'folder' ? isLong : collapsedGroups.includes(node.group);
  const item = new vscode.TreeItem(label, isCollapsed ? Collapsed : Expanded);
  const count = formatNumber(node.files.length);
  item.id = node.id;
  item.description = count;
  item.contextValue = `group ${node.group}`;
  const sendable = plan === undefined ? [] : sendableIn(node, plan);
  const isChecked = sendable.length > 0 && sendable.every((uri) => plan?.checked.has(uri));
  if (sendable.length > 0) {
    item.checkboxState = checkBox(isChecked);
  }
  item.accessibilityInformation = {
    label: [label, count, ...(sendable.length > 0 ? [checkedText(isChecked)] : [])].join(', '),
  };
  return item;
}

/** Returns the files of a row that can be checked. */
export function sendableIn(node: PlanNode, { sendable }: ShownPlan): readonly string[] {
  return node.files.filter((uri) => sendable.has(uri));
}

export function planItem(node: PlanNode, plan: ShownPlan, texts: PlanTextsDependencies): vscode.TreeItem {
  const { uri = '' } = node;
  const row = plan.rows.get(uri);
  const item = fileItem(node);
  if (row === undefined) {
    const why = plan.leftOut.get(uri) ?? '';
    item.description = why;
    item.iconPath = icon('eye-closed');
    item.accessibilityInformation = accessibilityOf(node, [why]);
    return item;
  }
  const isReady = plan.sendable.has(uri);
  const isChecked = plan.checked.has(uri);
  const parent = isChecked ? missingParent(row, plan.checked, plan.rows) : undefined;
  const isDecided = isReady && ['undecided', 'blocked', 'leftOut'].includes(node.group);
  const state = isDecided ? l10n.t('Ready') : sectionLabel(row.section);
  const need = isChecked ? plan.unmetNeeds.get(uri) : undefined;
  const reason = parent === undefined ? need : aboveProblem(parent, 'no page');
  const dead = isChecked ? deadLinksText(row.file.deadLinks) : '';
  const place = isHeldBack(row) ? plain(row.reason ?? '') : placeLabel(row, texts);
  item.description = [state, place, reason, dead].filter(Boolean).join(' · ');
  item.iconPath = reason !== undefined ? warning : isDecided ? ready : sectionIcons[row.section];
  item.contextValue = ['row', openIn(row) !== undefined && 'open', row.section === 'blocked' && 'blocked']
    .filter(Boolean)
    .join(' ');
  if (isReady) {
    item.checkboxState = checkBox(isChecked);
  }
  item.accessibilityInformation = accessibilityOf(node, [
    state,
    ...(isReady ? [checkedText(isChecked)] : []),
    dead,
  ]);
  return item;
}

/** Creates the tooltip, which says why the row is in its group. VS Code asks for it on hover. */
export function planTooltip(
  node: PlanNode,
  plan: ShownPlan,
  texts: PlanTextsDependencies & Pick<AskPlanDependencies, 'isKnownHereAlone'>,
): vscode.MarkdownString {
  const row = plan.rows.get(node.uri ?? '');
  const lines =
    row === undefined
      ? []
      : [placeLabel(row, texts), rowDetail(row, texts.names), deadLinksText(row.file.deadLinks)];
  if (row !== undefined && texts.isKnownHereAlone(row)) {
    lines.push(l10n.t('Only this computer knows where it goes: CI would not.'));
  }
  return textAsMarkdown([plain(node.label), ...lines.filter(Boolean)].join('\n'));
}

export function runItem(node: PlanNode, watched: ShownRun | undefined): vscode.TreeItem {
  const index = watched?.indexes.get(node.uri ?? '');
  if (watched === undefined || index === undefined) {
    return idleItem(node, watched?.run.blocked.find(({ uri }) => uri === node.uri)?.reason);
  }
  const { run } = watched;
  const item = fileItem(node);
  const state = run.state(index);
  const title = plain(run.files[index]?.destination.target.title ?? '');
  const kind = typeof state === 'string' ? state : state.kind;
  const message = typeof state === 'string' ? '' : plain(state.message);
  const dead = typeof state === 'string' ? '' : deadLinksText(state.deadLinks);
  item.description = [stateLabel(state), title, kind === 'published' ? dead : message]
    .filter(Boolean)
    .join(' · ');
  item.iconPath = stateIcons[kind];
  item.tooltip = textAsMarkdown([plain(node.label), title, dead, message].filter(Boolean).join('\n'));
  item.contextValue = `row ended ${kind}`;
  item.accessibilityInformation = accessibilityOf(node, [stateLabel(state), dead, message]);
  return item;
}

/** Creates the item of a file that is not part of the run. `reason`: why it is blocked. */
function idleItem(node: PlanNode, reason: string | undefined): vscode.TreeItem {
  const item = fileItem(node);
  const text = reason === undefined ? l10n.t('Not part of this run') : plain(reason);
  item.description = text;
  item.iconPath = reason === undefined ? icon('dash') : blockedIcon;
  item.contextValue = reason === undefined ? 'row' : 'row blocked';
  item.accessibilityInformation = accessibilityOf(node, [text]);
  return item;
}

function fileItem(node: PlanNode): vscode.TreeItem {
  const item = new vscode.TreeItem(plain(node.label), node.children.length > 0 ? Expanded : None);
  item.id = node.id;
  if (node.uri?.endsWith('/') === true) {
    const folder = vscode.Uri.parse(node.uri, true);
    item.command = { command: 'revealInExplorer', title: l10n.t('Open File'), arguments: [folder] };
  } else if (node.uri !== undefined) {
    const command = node.group === 'blocked' ? 'publishToWiki.showProblem' : 'publishToWiki.openFile';
    item.command = { command, title: l10n.t('Open File'), arguments: [node] };
  }
  return item;
}

function accessibilityOf(node: PlanNode, words: readonly string[]): vscode.AccessibilityInformation {
  const parts = new Set([plain(node.label), groupLabel(node.group), ...words]);
  return { label: [...parts].filter((part) => part !== '').join(', ') };
}

function checkBox(isChecked: boolean): vscode.TreeItemCheckboxState {
  return isChecked ? vscode.TreeItemCheckboxState.Checked : vscode.TreeItemCheckboxState.Unchecked;
}

function checkedText(isChecked: boolean): string {
  return isChecked ? l10n.t('checked') : l10n.t('not checked');
}

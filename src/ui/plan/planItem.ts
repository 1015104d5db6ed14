import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { deadLinksText } from '../../core/wiki/deadLinks';
import {
  groupHeading,
  statusLabel,
  statusOfState,
  statuses,
  type PageStatus,
  type StatusKind,
} from '../../core/plan/pageStatus';
import { isHeldBack, type PlanRow } from '../../core/plan/row';
import type { Run } from '../../core/plan/run';
import { openIn } from '../../core/plan/answeredPlan';
import { formatNumber } from '../../core/text/locale';
import { plain } from '../../core/text/plain';
import { missingParent } from '../../core/view/planGroups';
import type { PlanNode } from '../../core/view/planTree';
import { parentProblemText } from '../../core/publish/tree';
import { placeLabel, rowDetail, type PlanTextsDependencies } from '../../services/plan/planTexts';
import { tooltipOf, type FileRow, type GroupRow } from '../page/fileItem';
import type { AskPlanDependencies } from './resolveRows';

/** The data of a plan's rows. */
export interface ShownPlan {
  readonly rows: ReadonlyMap<string, PlanRow>;
  /** The addresses of the files that can be checked. */
  readonly sendable: ReadonlySet<string>;
  readonly checked: ReadonlySet<string>;
  /** The links of files, where they lead to a file without a check mark and this is a problem. */
  readonly unmetNeeds: ReadonlyMap<string, string>;
  /** Why each file was left out, by its address. */
  readonly leftOut: ReadonlyMap<string, string>;
}

/** The data of a run's rows. */
export interface ShownRun {
  readonly run: Run;
  /** The indexes of the files in the run, by their addresses. */
  readonly indexes: ReadonlyMap<string, number>;
}

/** Returns a group or a folder, with a check box if some of its files have one. `isLong`: folders are collapsed. */
export function groupRow(node: PlanNode, plan: ShownPlan | undefined, isLong: boolean): GroupRow {
  const sendable = plan === undefined ? [] : sendableIn(node, plan);
  const isFolder = node.kind === 'folder';
  return {
    id: node.id,
    label: isFolder ? plain(node.label) : groupHeading(node.under),
    count: formatNumber(node.files.length),
    words: `group ${statuses[node.under].asks ?? node.under}`,
    isOpen: isFolder ? !isLong : statuses[node.under].isSettled !== true || node.under === 'published',
    isChecked: sendable.length > 0 ? sendable.every((uri) => plan?.checked.has(uri)) : undefined,
  };
}

/** Returns the files of a row that can be checked. */
export function sendableIn(node: PlanNode, { sendable }: ShownPlan): readonly string[] {
  return node.files.filter((uri) => sendable.has(uri));
}

/** Returns the row of a file; where the plan left it out, with the reason. */
export function planRow(node: PlanNode, plan: ShownPlan, texts: PlanTextsDependencies): FileRow {
  const { uri = '' } = node;
  const row = plan.rows.get(uri);
  if (row === undefined) {
    return fileRow(node, { kind: 'leftOut', reason: plan.leftOut.get(uri) }, { words: ['row'] });
  }
  const isReady = plan.sendable.has(uri);
  const isChecked = plan.checked.has(uri);
  const parent = isChecked ? missingParent(row, plan.checked, plan.rows) : undefined;
  const need = isChecked ? plan.unmetNeeds.get(uri) : undefined;
  const reason = parent === undefined ? need : parentProblemText(parent, 'no page');
  const dead = isChecked ? deadLinksText(row.file.deadLinks) : '';
  return fileRow(node, isReady && wasOpen(node.under) ? { kind: 'ready' } : row.status, {
    details: [isHeldBack(row) ? plain(row.status.reason ?? '') : placeLabel(row, texts), reason, dead],
    dead,
    words: ['row', openIn(row) !== undefined && 'open'],
    isWarned: reason !== undefined,
    isChecked: isReady ? isChecked : undefined,
  });
}

/** Whether the files of a group could not be sent when they were read. */
function wasOpen(kind: StatusKind): boolean {
  return statuses[kind].asks === 'decision' || isHeldBack({ status: { kind } });
}

/** Returns the lines of the tooltip, which say why the row is in its group. VS Code asks for it on hover. */
export function planTooltip(
  node: PlanNode,
  plan: ShownPlan,
  texts: PlanTextsDependencies & Pick<AskPlanDependencies, 'isKnownHereAlone'>,
): vscode.MarkdownString {
  const row = plan.rows.get(node.uri ?? '');
  const isKnownHereAlone = row !== undefined && texts.isKnownHereAlone(row);
  return tooltipOf([
    plain(node.label),
    row && placeLabel(row, texts),
    row && rowDetail(row, texts.names),
    deadLinksText(row?.file.deadLinks),
    isKnownHereAlone ? l10n.t('Only this computer knows where it goes: CI would not.') : '',
  ]);
}

/** Returns the state of a file in a run; a file that is no part of it is left out. */
function statusInRun({ uri = '' }: PlanNode, shown: ShownRun | undefined): PageStatus {
  const index = shown?.indexes.get(uri);
  if (shown !== undefined && index !== undefined) {
    return statusOfState(shown.run.state(index));
  }
  const blocked = shown?.run.blocked.find((each) => each.uri === uri);
  return blocked === undefined
    ? { kind: 'leftOut', reason: l10n.t('Not part of this run') }
    : { kind: 'blocked', reason: blocked.reason };
}

/** Returns a file of a run, or of a plan whose other files are sent. */
export function rowInRun(node: PlanNode, shown: ShownRun | undefined): FileRow {
  const status = statusInRun(node, shown);
  const dead = deadLinksText(status.deadLinks);
  const reason = plain(status.reason ?? '');
  const isOfRun = shown?.indexes.has(node.uri ?? '');
  return fileRow(node, status, {
    details: [titleIn(node, shown), status.kind === 'published' ? dead : reason],
    dead,
    spoken: [reason],
    words: ['row', isOfRun === true && 'ended'],
  });
}

export function runTooltip(node: PlanNode, shown: ShownRun | undefined): vscode.MarkdownString {
  const { deadLinks, reason = '' } = statusInRun(node, shown);
  return tooltipOf([plain(node.label), titleIn(node, shown), deadLinksText(deadLinks), plain(reason)]);
}

function titleIn({ uri = '' }: PlanNode, shown: ShownRun | undefined): string {
  return plain(shown?.run.files[shown.indexes.get(uri) ?? -1]?.destination.target.title ?? '');
}

interface RowParts extends Pick<FileRow, 'words' | 'isWarned' | 'isChecked'> {
  readonly details?: readonly (string | undefined)[];
  /** What does not work in the wiki. */
  readonly dead?: string;
  readonly spoken?: readonly string[];
}

function fileRow(node: PlanNode, status: PageStatus, parts: RowParts): FileRow {
  const { details = [], dead = '', spoken = [], ...row } = parts;
  const { id, uri = '', label, under } = node;
  const words = new Set([plain(statusLabel(status)), ...details].filter(Boolean));
  const isAtProblem = under === 'blocked' || dead !== '';
  const command = isAtProblem ? 'publishToWiki.showProblem' : 'publishToWiki.openFile';
  return {
    ...row,
    id,
    label: plain(label),
    description: [...words].join(' · '),
    address: uri,
    status,
    isAbove: node.children.length > 0,
    opens: { command, title: l10n.t('Open File'), arguments: [node] },
    spoken: [plain(label), groupHeading(under), plain(statusLabel(status)), dead, ...spoken],
  };
}

import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { deadLinksText } from '../../core/wiki/deadLinks';
import {
  groupHeading,
  statusLabel,
  statuses,
  type PageStatus,
  type StatusKind,
} from '../../core/plan/pageStatus';
import { runFileOf } from '../../core/plan/plan';
import { isHeldBack, type PlanRow } from '../../core/plan/row';
import { openIn } from '../../core/plan/answeredPlan';
import { formatNumber } from '../../core/text/locale';
import { plain } from '../../core/text/plain';
import { missingParent } from '../../core/view/planGroups';
import type { PlanNode } from '../../core/view/planTree';
import { parentProblemText } from '../../core/publish/tree';
import { placeLabel, rowDetail, type PlanTextsDependencies } from '../../services/plan/planTexts';
import { tooltipOf, type FileRow, type GroupRow } from '../page/fileItem';
import { unsavedTarget } from '../publish/saveTarget';
import type { PlanModel } from './planModel';

/** Returns a group or a folder, with a check box if some of its files have one. `isLong`: folders are collapsed. */
export function groupRow(node: PlanNode, model: PlanModel, isLong: boolean): GroupRow {
  const sendable = model.phase === 'plan' ? node.files.filter((uri) => model.sendable.has(uri)) : [];
  const { checked } = model.answered;
  const isFolder = node.kind === 'folder';
  return {
    id: node.id,
    label: isFolder ? plain(node.label) : groupHeading(node.under),
    count: formatNumber(node.files.length),
    words: `group ${statuses[node.under].asks ?? node.under}`,
    isOpen: isFolder ? !isLong : statuses[node.under].needsNothing !== true || node.under === 'published',
    isChecked: sendable.length > 0 ? sendable.every((uri) => checked.has(uri)) : undefined,
  };
}

/** Returns the row of a file. */
export function planFileRow(node: PlanNode, model: PlanModel): FileRow {
  const { uri = '' } = node;
  if (model.phase !== 'plan') {
    return rowInRun(node, model);
  }
  const row = model.rows.get(uri);
  if (row === undefined) {
    return fileRow(node, { kind: 'leftOut', reason: model.whyLeftOut(uri) }, { words: ['row'] });
  }
  const { checked } = model.answered;
  const isReady = model.sendable.has(uri);
  const isChecked = checked.has(uri);
  const parent = isChecked ? missingParent(row, checked, model.rows) : undefined;
  const need = isChecked ? model.unmetNeeds.get(uri) : undefined;
  const reason = parent === undefined ? need : parentProblemText(parent, 'no page');
  const dead = isChecked ? deadLinksText(row.file.deadLinks) : '';
  const place = isHeldBack(row) ? plain(row.status.reason ?? '') : placeLabel(row, textsOf(model));
  return fileRow(node, isReady && wasOpen(node.under) ? { kind: 'ready' } : row.status, {
    details: [place, reason, dead],
    dead,
    words: ['row', openIn(row) !== undefined && 'open'],
    isWarned: reason !== undefined,
    isChecked: isReady ? isChecked : undefined,
  });
}

/** Returns the lines of the tooltip, which say why the row is in its group. VS Code asks for it on hover. */
export function planFileTooltip(node: PlanNode, model: PlanModel): vscode.MarkdownString {
  const { label, uri = '' } = node;
  if (model.phase !== 'plan') {
    const { deadLinks, reason = '' } = model.statusInRun(uri);
    return tooltipOf([plain(label), titleInRun(uri, model), deadLinksText(deadLinks), plain(reason)]);
  }
  const row = model.rows.get(uri);
  return tooltipOf([
    plain(label),
    ...(row === undefined
      ? []
      : [
          placeLabel(row, textsOf(model)),
          rowDetail(row, model.services.names),
          deadLinksText(row.file.deadLinks),
          isKnownHereAlone(row, model) ? l10n.t('Only this computer knows where it goes: CI would not.') : '',
        ]),
  ]);
}

/** Whether the files of a group could not be sent when they were read. */
function wasOpen(kind: StatusKind): boolean {
  return statuses[kind].asks === 'decision' || isHeldBack({ status: { kind } });
}

/** Whether another computer would not find the destination of a row. */
function isKnownHereAlone(row: PlanRow, { services }: PlanModel): boolean {
  const { destination } = runFileOf(row) ?? {};
  const how = destination && unsavedTarget(services, { uri: row.file.uri, destination });
  return how === 'ask' || how === 'always';
}

function textsOf({ services: { names, settings } }: PlanModel): PlanTextsDependencies {
  return {
    names,
    connectionName: (endpoint) => {
      const { connections } = settings.read();
      return connections.length > 1
        ? connections.find((each) => each.endpoint === endpoint)?.name
        : undefined;
    },
  };
}

/** Returns a file of a run, or of a plan whose other files are sent. */
function rowInRun(node: PlanNode, model: PlanModel): FileRow {
  const { uri = '' } = node;
  const status = model.statusInRun(uri);
  const dead = deadLinksText(status.deadLinks);
  const reason = plain(status.reason ?? '');
  return fileRow(node, status, {
    details: [titleInRun(uri, model), status.kind === 'published' ? dead : reason],
    dead,
    spoken: [reason],
    words: ['row', model.runFile(uri) !== undefined && 'ended'],
  });
}

function titleInRun(uri: string, model: PlanModel): string {
  return plain(model.runFile(uri)?.destination.target.title ?? '');
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

import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import {
  deadLinksText,
  hasSecrets,
  secretsText,
  warningsText,
  type PageWarnings,
} from '../../core/wiki/pageWarnings';
import {
  askedFor,
  groupHeading,
  isSaidByGroup,
  stateLabel,
  states,
  type State,
} from '../../core/publish/states';
import { runFileOf } from '../../core/plan/plan';
import { isExcluded, isSendable, shownState, type PlanRow } from '../../core/plan/row';
import { formatNumber } from '../../core/text/locale';
import { isPageGone } from '../../core/publish/changeKinds';
import { plainLine } from '../../core/text/plainLine';
import { missingParent } from '../../core/view/planGroups';
import type { PlanNode } from '../../core/view/planTree';
import { parentProblemText } from '../../core/publish/tree';
import { placeLabel, rowDetail } from '../../services/plan/planTexts';
import { tooltipOf, type FileRow, type GroupRow } from '../page/fileItem';
import { isKnownHereAlone } from '../publish/saveTarget';
import type { PlanModel } from './planModel';

/** `isLong`: whether the plan has so many rows that its folders begin collapsed. */
export function groupRow(node: PlanNode, model: PlanModel, isLong: boolean): GroupRow {
  const sendable = model.phase === 'plan' ? node.files.filter((uri) => model.isSendable(uri)) : [];
  const { checked } = model.answered;
  const isFolder = node.kind === 'folder';
  return {
    id: node.id,
    label: isFolder ? plainLine(node.label) : groupHeading(node.status),
    count: formatNumber(node.files.length),
    contextValue:
      model.phase !== 'running' && askedFor({ kind: node.status }) !== undefined ? 'wikiQuestion' : undefined,
    isExpanded: isFolder ? !isLong : states[node.status].needs !== 'nothing' || node.status === 'published',
    isChecked: sendable.length > 0 ? sendable.every((uri) => checked.has(uri)) : undefined,
  };
}

export function planFileRow(node: PlanNode, model: PlanModel): FileRow {
  const { uri = '' } = node;
  if (model.phase !== 'plan') {
    return rowInRun(node, model);
  }
  const row = model.rows.get(uri);
  if (row === undefined) {
    return fileRow(node, { kind: 'leftOut', reason: model.whyLeftOut(uri) }, {});
  }
  const { checked } = model.answered;
  const isReady = isSendable(row);
  const isChecked = checked.has(uri);
  const parent = isChecked ? missingParent(row, checked, model.rows) : undefined;
  const need = isChecked ? model.unmetNeeds.get(uri) : undefined;
  const reason = parent === undefined ? need : parentProblemText(parent, 'no page');
  const warnings = isChecked ? row.file.warnings : undefined;
  const why = plainLine(row.status.reason ?? '');
  const place = isExcluded(row) ? why : placeLabel(row, model.textsDependencies);
  return fileRow(node, shownState(row), {
    details: [
      place,
      isExcluded(row) ? '' : why,
      reason,
      row.file.isUnsaved === true ? l10n.t('with unsaved changes') : undefined,
    ],
    warnings,
    contextValue:
      row.status.kind === 'changedInWiki' && !isPageGone(row.status.change)
        ? 'wikiChange'
        : askedFor(row.status) !== undefined
          ? 'wikiQuestion'
          : undefined,
    hasWarning: reason !== undefined,
    isChecked: isReady ? isChecked : undefined,
  });
}

export function planFileTooltip(node: PlanNode, model: PlanModel): vscode.MarkdownString {
  const { label, uri = '' } = node;
  if (model.phase !== 'plan') {
    const status = model.statusInRun(uri);
    return tooltipOf([
      plainLine(label),
      titleInRun(uri, model),
      warningsText(warningsIn(status)),
      plainLine(status.reason ?? ''),
    ]);
  }
  const row = model.rows.get(uri);
  return tooltipOf([
    plainLine(label),
    ...(row === undefined
      ? []
      : [
          placeLabel(row, model.textsDependencies),
          rowDetail(row, model.services.names),
          warningsText(row.file.warnings),
          isPlacedHereAlone(row, model) ? l10n.t('The destination is remembered on this computer only.') : '',
        ]),
  ]);
}

function isPlacedHereAlone(row: PlanRow, { services }: PlanModel): boolean {
  const { destination } = runFileOf(row) ?? {};
  return destination !== undefined && isKnownHereAlone(services, { uri: row.file.uri, destination });
}

function rowInRun(node: PlanNode, model: PlanModel): FileRow {
  const { uri = '' } = node;
  const status = model.statusInRun(uri);
  const isPublished = status.kind === 'published';
  const reason = plainLine(status.reason ?? '');
  const isOver = model.phase === 'outcome';
  const isEnded = model.runFile(uri) !== undefined;
  return fileRow(node, status, {
    details: [titleInRun(uri, model), isPublished ? '' : reason],
    warnings: isPublished ? warningsIn(status) : undefined,
    contextValue: isPublished
      ? 'wikiPage'
      : isOver && askedFor(status) !== undefined
        ? 'wikiQuestion'
        : isOver && isEnded
          ? 'wikiFile'
          : undefined,
  });
}

function warningsIn(status: State): PageWarnings | undefined {
  return 'warnings' in status ? status.warnings : undefined;
}

function titleInRun(uri: string, model: PlanModel): string {
  return plainLine(model.runFile(uri)?.destination.target.title ?? '');
}

interface RowParts extends Pick<FileRow, 'contextValue' | 'hasWarning' | 'isChecked'> {
  readonly details?: readonly (string | undefined)[];
  readonly warnings?: PageWarnings | undefined;
}

function fileRow(node: PlanNode, status: State, parts: RowParts): FileRow {
  const { details = [], warnings, hasWarning = false, ...row } = parts;
  // In a narrow view, the end of the text is cut off.
  const [secrets, deadLinks] = warnings === undefined ? [] : [secretsText(warnings), deadLinksText(warnings)];
  const { id, uri = '', label, status: under } = node;
  const state = status.kind === under && isSaidByGroup(under) ? '' : plainLine(stateLabel(status));
  const words = new Set([secrets, state, ...details, deadLinks, ...(warnings?.notes ?? [])].filter(Boolean));
  return {
    ...row,
    id,
    label: plainLine(label),
    description: [...words].join(' · '),
    uri,
    status,
    hasWarning: hasWarning || hasSecrets(warnings),
    hasChildren: node.children.length > 0,
    command: { command: 'publishToWiki.openFile', title: l10n.t('Open File'), arguments: [node] },
    spoken: [
      plainLine(label),
      groupHeading(under),
      state,
      ...details.filter((each) => each !== undefined),
      warningsText(warnings),
    ],
  };
}

import * as l10n from '@vscode/l10n';
import { formatTime } from '../connection/apiToken';
import { deadLinksText, secretLineText } from '../wiki/pageWarnings';
import { placeOf } from '../publish/recordChanges';
import type { PlannedPlace } from '../records/pageRecord';
import type { Run } from '../plan/run';
import { groupHeading, stateLabel, type StateKind } from '../publish/states';
import { runSummary } from '../plan/runReport';
import { formatNumber } from '../text/locale';
import { plainLine, withoutLinks } from '../text/plainLine';
import { stateMeaning } from './pageTexts';
import { groupEntries, flattenTree } from './planTree';

/** `uri`: the file that opens when the line is clicked, at `line`, which counts from 1. */
export interface ReportLine {
  readonly text: string;
  readonly uri?: string;
  readonly line?: number;
}

export interface ReportFormatters {
  readonly placeText: (place: PlannedPlace) => string;
  readonly addressOf: (uri: string, place: PlannedPlace) => string | undefined;
}

interface Entry {
  readonly status: StateKind;
  readonly uri: string;
  readonly parentUri?: string | undefined;
  readonly path: string;
  readonly details: readonly (ReportLine | string | undefined)[];
}

export function runReportLines(run: Run, startedAt: number, texts: ReportFormatters): readonly ReportLine[] {
  const { files, counts, stopReason, unresolved } = run;
  const entries = files.map(({ file: { uri }, path, destination, parentUri }, index): Entry => {
    const status = run.status(index);
    const { kind, reason = '' } = status;
    const warnings = run.warnings(index);
    const place = placeOf(destination);
    const to = l10n.t('{0} → {1}', withoutLinksIn(place.title), texts.placeText(place));
    const isUnderWay = kind === 'waiting' || kind === 'sending';
    const details = isUnderWay
      ? [to, stateLabel(status)]
      : [
          ...[to, texts.addressOf(uri, place)],
          ...(warnings?.secretLines ?? []).map((line) => ({ text: secretLineText(line), uri, line })),
          warnings && deadLinksText(warnings),
          ...(warnings?.places ?? []).map(({ text, line }) => {
            const named = l10n.t('Line {0}: {1}', formatNumber(line), withoutLinksIn(text));
            return { text: `  ${named}`, uri, line };
          }),
          ...(warnings?.notes ?? []).map(withoutLinksIn),
          withoutLinksIn(reason),
        ];
    return { status: kind, uri, parentUri, path, details };
  });
  const left = unresolved.map(({ uri, path, title, status }): Entry => {
    const why = stateMeaning(status, title, startedAt);
    return { status: status.kind, uri, path, details: [title, why].map(withoutLinksIn) };
  });
  const unfinished = counts.waiting + counts.sending;
  return [
    { text: l10n.t('Publish Report, {0}', formatTime(startedAt)) },
    { text: '' },
    {
      text:
        unfinished > 0
          ? l10n.t(
              'In progress: {0} of {1} pages are done.',
              formatNumber(files.length - unfinished),
              formatNumber(files.length),
            )
          : runSummary(run),
    },
    ...(unfinished > 0 && stopReason !== undefined ? [{ text: stopReason.text }] : []),
    ...groupEntries([...entries, ...left]).flatMap(([first, own]) => linesOf(first, own)),
  ];
}

function linesOf(first: StateKind, entries: readonly Entry[]): readonly ReportLine[] {
  return [
    { text: '' },
    { text: `${groupHeading(first)} (${formatNumber(entries.length)})` },
    ...flattenTree(entries).flatMap(([{ uri, path, details }, depth]): readonly ReportLine[] => {
      const indent = '  '.repeat(depth + 1);
      return [
        { text: `${indent}${withoutLinksIn(path)}`, uri },
        ...details
          .map((detail = '') => (typeof detail === 'string' ? { text: detail } : detail))
          .filter(({ text }) => text !== '')
          .map((line) => ({ ...line, text: `${indent}    ${line.text}` })),
      ];
    }),
  ];
}

/** VS Code turns addresses in a text editor into links, which text from a file or a wiki must not bring in. */
function withoutLinksIn(text: string): string {
  return withoutLinks(plainLine(text));
}

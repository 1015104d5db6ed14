import * as l10n from '@vscode/l10n';
import { formatTime } from '../connection/apiToken';
import { deadLinksText } from '../wiki/deadLinks';
import { placeOf } from '../publish/pageChanges';
import type { Place } from '../publish/pageRecord';
import type { Run } from '../run/run';
import { stateLabel, runSummary } from '../run/runReport';
import { formatNumber } from '../text/locale';
import { plain, withoutLinks } from '../text/plain';
import { groupOfOutcome } from './planGroups';
import { inTree, type Group } from './planTree';

/** A line of a report; `uri`: the file that it names. */
export interface ReportLine {
  readonly text: string;
  readonly uri?: string;
}

export interface ReportTexts {
  readonly groupLabel: (group: Group) => string;
  readonly placeText: (place: Place) => string;
  /** Returns the address of a page in the wiki, if it is known. */
  readonly addressOf: (uri: string, place: Place) => string | undefined;
}

interface Entry {
  readonly uri: string;
  readonly above?: string | undefined;
  readonly path: string;
  readonly details: readonly (string | undefined)[];
}

/** Returns a run's report as lines of plain text. */
export function publishReport(run: Run, startedAt: number, texts: ReportTexts): readonly ReportLine[] {
  const { files, counts, stopped, blocked } = run;
  const entries = files.map(({ file: { uri }, path, destination, under: above }, index): [Group, Entry] => {
    const state = run.state(index);
    const place = placeOf(destination);
    const to = l10n.t('{0} → {1}', withoutLinksIn(place.title), texts.placeText(place));
    const [group, details] =
      typeof state === 'string'
        ? (['going', [to, stateLabel(state)]] as const)
        : ([
            groupOfOutcome(state),
            [to, texts.addressOf(uri, place), deadLinksText(state.deadLinks), withoutLinksIn(state.message)],
          ] as const);
    return [group, { uri, above, path, details }];
  });
  const left = blocked.map(({ uri, path, title, reason }): [Group, Entry] => [
    'blocked',
    { uri, path, details: [withoutLinksIn(title), withoutLinksIn(reason)] },
  ]);
  const byGroup = Map.groupBy([...entries, ...left], ([group]) => group);
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
    ...(unfinished > 0 && stopped !== undefined ? [{ text: stopped.text }] : []),
    ...reportOrder.flatMap((group) => linesOf(texts.groupLabel(group), byGroup.get(group))),
  ];
}

/** Outcomes that need an action come first. */
const reportOrder = [
  'failed',
  'notSent',
  'unknown',
  'blocked',
  'going',
  'published',
] as const satisfies readonly Group[];

function linesOf(label: string, entries: readonly (readonly [Group, Entry])[] = []): readonly ReportLine[] {
  return entries.length === 0
    ? []
    : [
        { text: '' },
        { text: `${label} (${formatNumber(entries.length)})` },
        ...inTree(entries.map(([, entry]) => entry)).flatMap(
          ([{ uri, path, details }, depth]): readonly ReportLine[] => {
            const indent = '  '.repeat(depth + 1);
            return [
              { text: `${indent}${withoutLinksIn(path)}`, uri },
              ...details.filter(Boolean).map((text) => ({ text: `${indent}    ${text}` })),
            ];
          },
        ),
      ];
}

/** Returns foreign text in which an editor finds no links. */
function withoutLinksIn(text: string): string {
  return withoutLinks(plain(text));
}

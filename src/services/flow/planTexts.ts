import * as l10n from '@vscode/l10n';
import type { Change } from '../../core/publish/decide';
import { pathBeside, sameDocument } from '../../core/publish/fileIdentity';
import type { PlanQuestion } from '../../core/run/plan';
import { isHeldBack, targetOf, type Row, type Section } from '../../core/run/row';
import { changeText } from '../../core/publish/changeText';
import { formatNumber } from '../../core/text/locale';
import type { PlanCounts } from '../../core/view/planGroups';
import type { Group } from '../../core/view/planTree';
import { plain, quote } from '../../core/text/plain';
import { sentences } from '../../core/text/sentences';
import type { PlaceNames } from '../publish/placeNames';
import type { Ignored } from '../run/files';
import { changedLabel, choiceLabel } from './planOffers';

const sectionLabels: Readonly<Record<Section, () => string>> = {
  new: () => l10n.t('New'),
  changed: () => l10n.t('Changed'),
  retitled: () => l10n.t('Retitled'),
  moved: () => l10n.t('Moved'),
  foreign: () => l10n.t('Replaces a page that others may have created'),
  claimed: () => l10n.t('Created from another file'),
  changedInWiki: () => l10n.t('Changed in the wiki'),
  unplaced: () => l10n.t('No space or parent page yet'),
  unchanged: () => l10n.t('Unchanged'),
  draft: () => l10n.t('Left out: a draft'),
  blocked: () => l10n.t('Blocked'),
};

export const sectionLabel = (section: Section): string => sectionLabels[section]();

const groupLabels: Readonly<Record<Group, () => string>> = {
  undecided: () => l10n.t('Needs a Decision'),
  unplaced: () => l10n.t('No Destination'),
  blocked: () => l10n.t('Blocked'),
  new: () => l10n.t('New'),
  changed: () => l10n.t('Changed'),
  unchanged: () => l10n.t('Unchanged'),
  leftOut: () => l10n.t('Left Out'),
  going: () => l10n.t('Being Published'),
  failed: () => l10n.t('Failed'),
  notSent: () => l10n.t('Not Sent'),
  unknown: () => l10n.t('Outcome Unknown'),
  published: () => l10n.t('Published'),
};

export const groupLabel = (group: Group): string => groupLabels[group]();

/** What a plan will do, and what it lacks, in sentences that have a button each. */
export function planSentence({ going, undecided, unplaced, blocked }: PlanCounts, twice: number): string {
  const lacking = [
    unplaced === 1 && l10n.t('1 file has no destination yet.'),
    unplaced > 1 && l10n.t('{0} files have no destination yet.', formatNumber(unplaced)),
    undecided === 1 && l10n.t('1 needs a decision.'),
    undecided > 1 && l10n.t('{0} need a decision.', formatNumber(undecided)),
  ].filter((part) => part !== false);
  const parts = [
    (going > 0 || lacking.length === 0) && l10n.t('{0} will be published', formatNumber(going)),
    blocked > 0 && l10n.t('{0} blocked', formatNumber(blocked)),
    twice > 0 && l10n.t('{0} sent twice, for their links', formatNumber(twice)),
  ].filter((part) => part !== false);
  const does = parts.join(', ');
  return lacking.length === 0 || does === ''
    ? sentences(does, ...lacking)
    : sentences(l10n.t('{0}.', does), ...lacking);
}

/** How many files there are of each kind. */
export function planTitle(title: string, rows: readonly Row[]): string {
  const counts = new Map<string, number>();
  for (const { section } of rows) {
    const kind = ['retitled', 'moved', 'foreign', 'claimed', 'changedInWiki'].includes(section)
      ? 'asked'
      : section;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const parts = [
    ['new', l10n.t('{0} new', countOf(counts, 'new'))],
    ['changed', l10n.t('{0} changed', countOf(counts, 'changed'))],
    ['asked', l10n.t('{0} with a question', countOf(counts, 'asked'))],
    ['unplaced', l10n.t('{0} without a place', countOf(counts, 'unplaced'))],
    ['unchanged', l10n.t('{0} unchanged', countOf(counts, 'unchanged'))],
    ['draft', l10n.t('{0} left out', countOf(counts, 'draft'))],
    ['blocked', l10n.t('{0} blocked', countOf(counts, 'blocked'))],
  ].flatMap(([kind = '', text = '']) => (counts.has(kind) ? [text] : []));
  return `${title}: ${parts.join(', ')}`;
}

function countOf(counts: ReadonlyMap<string, number>, kind: string): string {
  return formatNumber(counts.get(kind) ?? 0);
}

export function ignoredText({ by }: Pick<Ignored<string>, 'by'>): string {
  switch (by) {
    case 'usual':
      return l10n.t('only when you choose it');
    case 'name':
      return l10n.t('the name is not that of a Markdown file, such as “page.md”');
    case 'noFile':
      return l10n.t('no file, or a link that leads nowhere');
    case 'linkedFolder':
      return l10n.t('a link to a folder, which is not followed');
    default:
      return by;
  }
}

export interface PlanTextsDependencies {
  /** Returns the connection's name, if there are several connections. */
  readonly connectionName: (endpoint: string) => string | undefined;
  readonly names: PlaceNames;
}

/** Returns the title and the place of a page. */
export function placeLabel(row: Row, { connectionName, names }: PlanTextsDependencies): string {
  const { file, decision } = row;
  const { connection, above } = decision ?? {};
  const target = targetOf(row);
  if (target === undefined || connection === undefined || isHeldBack(row)) {
    return plain(target?.title ?? file.title);
  }
  const name = connectionName(connection.endpoint);
  const to =
    above === undefined
      ? names.text({ endpoint: connection.endpoint, ...target })
      : l10n.t('under {0}', plain(above.path));
  const place = l10n.t('{0} → {1}', plain(target.title), to);
  return name === undefined ? place : `${place} · ${name}`;
}

/** Says what the person should know about a row, and what they answered. */
export function rowDetail(row: Row, names: PlaceNames): string | undefined {
  const { section, reason, answer, decision, question, changed } = row;
  if (isHeldBack(row)) {
    return reason;
  }
  if (answer.publishAnyway === true) {
    return l10n.t(
      'It will be published despite its problems: {0}',
      row.file.problem ?? row.file.needs?.[0]?.message ?? '',
    );
  }
  if (changed !== undefined) {
    const text = changeText(decision?.target?.title ?? row.file.title, changed.change, Date.now());
    return answer.chosen?.accepted === changed.accepted ? `${text} · ✓ ${changedLabel([row])}` : text;
  }
  const { publishedBy } = decision ?? {};
  if (question === undefined && publishedBy !== undefined) {
    const by = quote(pathBeside(publishedBy.file, row.file.input?.file));
    return publishedBy.isGone
      ? l10n.t('It goes on with the page of {0}, which is gone.', by)
      : l10n.t('It was published last from {0}.', by);
  }
  if (section === 'changed' && decision?.change.kind === 'unknown') {
    return l10n.t('It was sent before; whether it arrived is unknown.');
  }
  if (question === undefined) {
    return undefined;
  }
  const known = knownOf(row, names);
  const chosenLabel = answer.choice && choiceLabel(question.kind, answer.choice.does);
  return [known, chosenLabel && `✓ ${chosenLabel}`].filter(Boolean).join(' · ');
}

function knownOf(row: Row, names: PlaceNames): string | undefined {
  const { decision, question } = row;
  const change = decision?.change;
  switch (question?.kind) {
    case 'retitled':
      return change?.kind === 'retitled'
        ? l10n.t('The page created from it has the title {0}.', quote(change.from.place.title))
        : undefined;
    case 'moved': {
      if (change?.kind !== 'moved') {
        return undefined;
      }
      return l10n.t('The page created from it is in {0}.', names.text(change.from.place));
    }
    case 'claimed':
      return change?.kind === 'claimed' ? claimedText(row, change) : undefined;
    default:
      return undefined;
  }
}

function claimedText(row: Row, { by, record }: Extract<Change, { readonly kind: 'claimed' }>): string {
  const { file } = row.file.input ?? {};
  const maker = quote(pathBeside(by, file));
  if (file !== undefined && sameDocument(by, file)) {
    return l10n.t('It was published last from {0}.', maker);
  }
  return record?.published === undefined
    ? l10n.t('This page was created from {0}.', maker)
    : l10n.t('{0} may have replaced this page.', maker);
}

type AskedKind = Exclude<PlanQuestion['kind'], 'connection' | 'target'>;
type QuestionLabel = readonly [ofOne: (file: string) => string, ofSeveral: (count: string) => string];

const ofExisting: QuestionLabel = [
  (file) => l10n.t('The page for {0} may be there already:', file),
  (count) => l10n.t('Some of the {0} pages may be there already:', count),
];

const ofNew = (): string => l10n.t('The page for a new file may be there already:');
const ofChanged = (what: string): string => `${sectionLabel('changedInWiki')}: ${what}`;

const questionLabels: Readonly<Record<AskedKind, QuestionLabel>> = {
  exists: [ofNew, ofNew],
  foreign: ofExisting,
  claimed: ofExisting,
  retitled: [
    (file) => l10n.t('{0} has a different title from its page:', file),
    (count) => l10n.t('{0} files have different titles from their pages:', count),
  ],
  moved: [
    (file) => l10n.t('{0} names a different place from where its page is:', file),
    (count) => l10n.t('{0} files name a different place from where their pages are:', count),
  ],
  problems: [
    (file) => l10n.t('{0} has problems:', file),
    (count) => l10n.t('{0} files have problems:', count),
  ],
  changedInWiki: [ofChanged, ofChanged],
};

/** Empty for a connection or a place, which are asked for in steps of their own. */
export function questionLabel({ kind, rows }: PlanQuestion): string {
  const [row] = rows;
  if (kind === 'connection' || kind === 'target' || row === undefined) {
    return '';
  }
  const [ofOne, ofSeveral] = questionLabels[kind];
  return rows.length === 1 ? ofOne(quote(row.file.path)) : ofSeveral(formatNumber(rows.length));
}

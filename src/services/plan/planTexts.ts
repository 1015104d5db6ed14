import * as l10n from '@vscode/l10n';
import { nameAmong } from '../../core/connection/connection';
import { pathBeside } from '../../core/records/fileIdentity';
import type { Plan, PlanQuestion } from '../../core/plan/plan';
import { choiceOffers, replaceChangedLabel, stateCode, stateCount, states } from '../../core/publish/states';
import { isPublish } from '../../core/records/wikiChange';
import {
  areProblemsAccepted,
  isExcluded,
  pageTitleOf,
  placeOfRow,
  recordAtPlaceOf,
  type PlanRow,
} from '../../core/plan/row';
import type { Run } from '../../core/plan/run';
import { openLinksText, openQuestionsText, secretPagesText } from '../../core/plan/runReport';
import { publishedElsewhereText, timeText, wikiChangeText } from '../../core/publish/changeKinds';
import { formatList, formatNumber } from '../../core/text/locale';
import { titlesWithSecrets, type PlanCounts } from '../../core/view/planGroups';
import { groupEntries, type PlanEntry } from '../../core/view/planTree';
import { plainLine, quote, visibleLine } from '../../core/text/plainLine';
import { sentences } from '../../core/text/sentences';
import { othersText } from '../publish/askForPlace';
import type { PlaceNames, PlannedWithoutTitle } from '../wiki/placeNames';
import type { Ignored } from '../workspace/files';
import type { Services } from '../services';

/**
 * Returns, for example, “1 file needs a decision. 3 pages will be published.”: what is left to do, then what is sent. The
 * rows say the rest, in groups with their numbers.
 */
export function planSentence({ toPublish, withSecrets, ...asked }: PlanCounts): string {
  const lacking = openQuestionsText(asked);
  const sent =
    toPublish === 1
      ? l10n.t('1 page will be published.')
      : l10n.t('{0} pages will be published.', formatNumber(toPublish));
  return sentences(lacking, toPublish > 0 || lacking === '' ? sent : '', secretPagesText(withSecrets));
}

/** `counts` is no sentence: it gets a period only if a sentence follows. */
function withCounts(counts: string, ...others: readonly string[]): string {
  const next = sentences(...others);
  return counts === '' || next === '' ? sentences(counts, next) : sentences(l10n.t('{0}.', counts), next);
}

export function planTitle(title: string, rows: readonly PlanRow[]): string {
  const counts = countsText(rows.map(({ status }) => ({ status: stateCode(status) })));
  return `${title}: ${withCounts(counts, secretPagesText(titlesWithSecrets(rows)))}`;
}

/** Shorter than the notification about the run, since the rows below this title say the rest. */
export function outcomeTitle(title: string, run: Run): string {
  const counts = countsText(run.rows.map(({ status }) => ({ status: status.kind })));
  return `${title}: ${withCounts(counts, openLinksText(run), run.isComplete ? '' : (run.stopReason?.text ?? ''))}`;
}

function countsText(entries: readonly Pick<PlanEntry, 'status'>[]): string {
  return groupEntries(entries)
    .map(([kind, { length }]) => stateCount(kind, length))
    .join(', ');
}

export function ignoredText({ by }: Pick<Ignored<string>, 'by'>): string {
  switch (by) {
    case 'usual':
      return l10n.t('only when you choose it');
    case 'name':
      return l10n.t('the name is not that of a Markdown file, such as “page.md”');
    case 'noFile':
      return l10n.t('no file, or a link that leads nowhere');
    case 'link':
      return l10n.t('a link, which is not followed');
    case 'noDestination':
      return l10n.t('no destination in its front matter or the settings');
    default:
      return by;
  }
}

export interface PlanTextsDependencies {
  /** Returns undefined also while there is only one connection, which needs no name. */
  readonly connectionName: (endpoint: string) => string | undefined;
  readonly names: PlaceNames;
}

export function textsDependenciesOf({
  names,
  settings,
}: Pick<Services, 'names' | 'settings'>): PlanTextsDependencies {
  return {
    names,
    connectionName: (endpoint) => nameAmong(settings.read().connections, endpoint),
  };
}

/** Returns the places to look up names for: each destination, and that of a file’s page with another title or place. */
export function placesIn(rows: readonly PlanRow[]): readonly PlannedWithoutTitle[] {
  return rows.flatMap(({ decision }) => {
    const { connection, target, effect } = decision ?? {};
    const from = effect !== undefined && 'from' in effect && effect.from ? [effect.from.place] : [];
    return connection === undefined || target === undefined
      ? from
      : [{ endpoint: connection.endpoint, ...target }, ...from];
  });
}

/** Returns “title → place · connection”; only the title while no place is decided, and for a blocked file or draft. */
export function placeLabel(row: PlanRow, { connectionName, names }: PlanTextsDependencies): string {
  const to = placeText(row, names);
  if (to === undefined) {
    return plainLine(pageTitleOf(row));
  }
  const name = connectionName(row.decision?.connection?.endpoint ?? '');
  const place = l10n.t('{0} → {1}', plainLine(pageTitleOf(row)), to);
  return name === undefined ? place : `${place} · ${name}`;
}

/** Undefined while no place is decided, and for a blocked file or draft. */
export function placeText(row: PlanRow, names: PlaceNames): string | undefined {
  const { parentFile } = row.decision ?? {};
  const place = placeOfRow(row);
  if (place === undefined || isExcluded(row)) {
    return undefined;
  }
  return parentFile === undefined ? names.text(place) : l10n.t('under {0}', plainLine(parentFile.path));
}

/** Returns what the person should know or answer, then “✓” and a given answer; undefined if there is nothing. */
export function rowDetail(row: PlanRow, names: PlaceNames): string | undefined {
  const { status, answers, decision, question, changeQuestion } = row;
  if (isExcluded(row)) {
    return status.reason;
  }
  const problem = row.file.problem ?? row.file.unpublishedLinks?.[0]?.message;
  if (problem !== undefined && areProblemsAccepted(row.file, answers)) {
    return l10n.t('It will be published despite its problems: {0}', problem);
  }
  const text = changeText(row);
  if (changeQuestion !== undefined && text !== undefined) {
    return changeQuestion.answer !== undefined
      ? `${text} · ✓ ${replaceChangedLabel([changeQuestion.change])}`
      : text;
  }
  const { publishedBy } = decision ?? {};
  if (question === undefined && publishedBy !== undefined) {
    const by = quote(pathBeside(publishedBy.file, row.file.input?.file));
    return publishedBy.isGone
      ? l10n.t('It goes on with the page of {0}, which is gone.', by)
      : l10n.t('It was published last from {0}.', by);
  }
  if (status.kind === 'unknown') {
    return l10n.t('It was sent before; whether it arrived is unknown.');
  }
  if (question === undefined) {
    return status.reason ?? elsewhereText(row) ?? secondPageText(row, names);
  }
  const known = otherPageText(row, names);
  const chosenLabel = choiceOffers(question).find(({ answer }) => answer === question.answer)?.label;
  return [known, chosenLabel && `✓ ${chosenLabel}`].filter(Boolean).join(' · ');
}

/** Returns who changed the page in the wiki, and when; undefined where nobody did. */
function changeText({ changeQuestion, decision, file }: PlanRow): string | undefined {
  const title = decision?.target?.title ?? file.title;
  return changeQuestion && wikiChangeText(title, changeQuestion.change, Date.now());
}

/** Says when others published the page, where the person has said that they do. */
function elsewhereText(row: PlanRow): string | undefined {
  const record = recordAtPlaceOf(row);
  const change = record && row.file.input?.changedInWiki?.(record);
  return change?.kind === 'published'
    ? publishedElsewhereText(pageTitleOf(row), change, Date.now())
    : undefined;
}

function otherPageText(row: PlanRow, names: PlaceNames): string | undefined {
  const { effect } = row.decision ?? {};
  if (effect === undefined || !('from' in effect)) {
    return undefined;
  }
  if (effect.kind === 'others') {
    return othersText(row, effect);
  }
  const { from } = effect;
  if (row.file.input?.absentPages?.includes(from) === true) {
    return l10n.t(
      'The page under {0} was created from {1}, which is not on this branch.',
      names.text(from.place),
      quote(pathBeside(from.file, row.file.input.file)),
    );
  }
  return effect.kind === 'retitled'
    ? l10n.t('The page created from it has the title {0}.', quote(effect.from.place.title))
    : l10n.t('The page created from it is under {0}.', names.text(effect.from.place));
}

/** The person chose the title or the place that gives the file a second page, so nothing is asked. */
function secondPageText(row: PlanRow, names: PlaceNames): string | undefined {
  const text = otherPageText(row, names);
  return text && sentences(text, l10n.t('It stays in the wiki.'));
}

/** Returns an empty text for a destination, whose prompts have titles of their own. */
export function questionLabel({ kind, rows }: PlanQuestion): string {
  const [row] = rows;
  // What else is asked of a row may be about a change.
  const changes = rows.flatMap((each) =>
    kind === 'changedInWiki' ? (each.changeQuestion?.change ?? []) : [],
  );
  const [change] = changes;
  const isThere = change !== undefined && changes.every((each) => each.kind === 'there');
  if (kind === 'exists' || isThere) {
    return existsLabel(rows, isThere);
  }
  const state = states[kind];
  if (state.needs !== 'decision' || row === undefined) {
    return '';
  }
  if (change !== undefined && changes.every((each) => each.kind === 'published')) {
    const pages = rows.length === 1 ? quote(row.file.path) : formatNumber(rows.length);
    return `${state.label({ change })}: ${pages}`;
  }
  const [ofOne, ofSeveral] = state.question;
  return rows.length === 1 ? ofOne(quote(row.file.path)) : ofSeveral(formatNumber(rows.length));
}

function existsLabel(rows: readonly PlanRow[], isThere: boolean): string {
  const changes = rows.flatMap(({ changeQuestion }) => changeQuestion?.change ?? []);
  if (isThere && rows.length > 1 && changes.every(isPublish)) {
    const times = changes.map((change) => ('changedAt' in change ? (change.changedAt ?? 0) : 0));
    return l10n.t(
      '{0} pages of these files are in the wiki already, published last {1}. Update them from now on?',
      formatNumber(rows.length),
      timeText(Math.max(...times), Date.now()),
    );
  }
  const titles = firstOf(rows.map((row) => quote(pageTitleOf(row))));
  if (rows.length === 1) {
    return isThere
      ? l10n.t('The wiki already has a page with the title {0}:', titles)
      : l10n.t('If the wiki already has a page with the title {0}:', titles);
  }
  const count = formatNumber(rows.length);
  // A longer list would be cut off on the screen, and seem to be all of them.
  if (rows.length > mostNamed) {
    return isThere
      ? l10n.t('The wiki already has pages with these {0} titles:', count)
      : l10n.t('If the wiki already has pages with some of these {0} titles:', count);
  }
  return isThere
    ? l10n.t('The wiki already has pages with these {0} titles: {1}', count, titles)
    : l10n.t('If the wiki already has pages with these {0} titles: {1}', count, titles);
}

const mostNamed = 3;

/**
 * Returns what is wrong with files that have problems, or was changed in the wiki, and which files those are: “a.md”,
 * “b.md”, “c.md” and 2 more.
 */
export function reasonsIn({
  kind,
  rows,
}: PlanQuestion): readonly { readonly files: string; readonly reason: string }[] {
  const reasonOf = (row: PlanRow): string | undefined =>
    kind === 'stopped' ? row.status.reason : kind === 'changedInWiki' ? changeText(row) : undefined;
  return [...Map.groupBy(rows, reasonOf)].flatMap(([reason, own]) => {
    const files = firstOf(own.map(({ file }) => quote(file.path)));
    return reason === undefined ? [] : [{ files, reason: visibleLine(reason) }];
  });
}

function firstOf(names: readonly string[]): string {
  const left = names.length - mostNamed;
  return formatList(
    left <= 0 ? names : [...names.slice(0, mostNamed), l10n.t('{0} more', formatNumber(left))],
  );
}

/** Of a plan of which nothing is sent; `otherwise` is for one of which some files have changed or are new. */
export function unsentText({ rows }: Plan, otherwise = l10n.t('Nothing was sent.')): string {
  return rows.every(({ status }) => status.kind === 'unchanged')
    ? l10n.t('Nothing has changed since it was published.')
    : otherwise;
}

/** `all` has the rows of all files, none of which is left in the plan. */
export function nothingToPublishText(all: Plan, ignored: readonly { readonly path: string }[]): string {
  if (all.rows.length > 0) {
    return unsentText(all, l10n.t('Nothing that was published has changed.'));
  }
  return sentences(
    l10n.t('There are no Markdown files here.'),
    ignored.length === 0
      ? ''
      : `${l10n.t('Ignored')}: ${plainLine(formatList(ignored.map(({ path }) => path)))}`,
  );
}

import * as l10n from '@vscode/l10n';
import type { Choice } from '../../core/publish/decide';
import type { FileIdentity } from '../../core/publish/pageRecord';
import type { PlanQuestion, Row, Section } from '../../core/run/plan';
import { changeText } from '../../core/publish/changeText';
import { plain, quote } from '../../core/text/plain';
import type { ChoiceItem } from '../prompt/steps';

export function sectionLabel(section: Section): string {
  switch (section) {
    case 'new':
      return l10n.t('New');
    case 'changed':
      return l10n.t('Changed');
    case 'retitled':
      return l10n.t('Retitled');
    case 'moved':
      return l10n.t('Moved');
    case 'foreign':
      return l10n.t('Replaces a page that others may have made');
    case 'claimed':
      return l10n.t('Made by another file');
    case 'changedInWiki':
      return l10n.t('Changed in the wiki');
    case 'unplaced':
      return l10n.t('No space or parent page yet');
    case 'unchanged':
      return l10n.t('Unchanged');
    case 'blocked':
      return l10n.t('Blocked');
  }
}

export function sectionIcon(section: Section): string {
  switch (section) {
    case 'new':
      return '$(add)';
    case 'changed':
      return '$(edit)';
    case 'unchanged':
      return '$(check)';
    case 'unplaced':
      return '$(question)';
    case 'retitled':
    case 'moved':
    case 'foreign':
    case 'claimed':
    case 'changedInWiki':
      return '$(warning)';
    case 'blocked':
      return '$(circle-slash)';
  }
}

/** Title, and where it goes. */
export function placeLabel(
  { file, decision, section }: Row,
  connectionName: (endpoint: string) => string | undefined,
): string {
  const { connection, target } = decision ?? {};
  if (target === undefined || connection === undefined || section === 'blocked') {
    return target?.title ?? file.title;
  }
  const name = connectionName(connection.endpoint);
  const place = l10n.t('{0} → {1} / {2}', target.title, target.space, target.parent);
  return name === undefined ? place : `${place} · ${name}`;
}

/** What the person should know of a row, and what they answered. */
export function rowDetail(row: Row): string | undefined {
  const { section, reason, said, decision, question, changed } = row;
  if (section === 'blocked') {
    return reason;
  }
  if (said.publishAnyway === true) {
    return l10n.t('It is published although it has problems: {0}', row.file.problem ?? '');
  }
  if (changed !== undefined) {
    const text = changeText(decision?.target?.title ?? row.file.title, changed.change, Date.now());
    return said.chosen?.accepted === changed.accepted ? `${text} · ✓ ${l10n.t('Publish Anyway')}` : text;
  }
  if (section === 'changed' && decision?.change.kind === 'unknown') {
    return l10n.t('It was sent before, and no answer tells whether it arrived.');
  }
  if (question === undefined) {
    return undefined;
  }
  const known = knownOf(row);
  const answer = said.choice && choiceLabel(question.kind, said.choice.does);
  return [known, answer && `✓ ${answer}`].filter(Boolean).join(' · ');
}

function knownOf({ decision, question }: Row): string | undefined {
  const change = decision?.change;
  switch (question?.kind) {
    case 'retitled':
      return change?.kind === 'retitled'
        ? l10n.t('The page that it made has the title {0}.', quote(change.from.place.title))
        : undefined;
    case 'moved': {
      if (change?.kind !== 'moved') {
        return undefined;
      }
      const { space, parent } = change.from.place;
      return l10n.t('The page that it made is at {0} / {1}.', plain(space), parent);
    }
    case 'claimed':
      return change?.kind === 'claimed' ? l10n.t('{0} made this page.', quote(fileOf(change.by))) : undefined;
    default:
      return undefined;
  }
}

function fileOf({ workspacePath, realPath, uri }: FileIdentity): string {
  return workspacePath ?? realPath ?? uri;
}

export function questionLabel({ kind, rows }: PlanQuestion): string {
  const [row] = rows;
  if (rows.length === 1 && row !== undefined) {
    return oneLabel(kind, quote(row.file.path));
  }
  const count = rows.length.toLocaleString();
  switch (kind) {
    case 'exists':
      return l10n.t('If the page for a new file already exists:');
    case 'foreign':
    case 'claimed':
      return l10n.t('If one of the {0} pages exists already:', count);
    case 'retitled':
      return l10n.t('{0} files have another title than the page that they made:', count);
    case 'moved':
      return l10n.t('{0} files name another place than that of the page that they made:', count);
    case 'problems':
      return l10n.t('{0} files have problems:', count);
    case 'changedInWiki':
      return l10n.t('{0} pages were changed in the wiki:', count);
    case 'connection':
    case 'target':
      return '';
  }
}

function oneLabel(kind: PlanQuestion['kind'], file: string): string {
  switch (kind) {
    case 'exists':
      return l10n.t('If the page for a new file already exists:');
    case 'foreign':
    case 'claimed':
      return l10n.t('If the page of {0} exists already:', file);
    case 'retitled':
      return l10n.t('{0} has another title than the page that it made:', file);
    case 'moved':
      return l10n.t('{0} names another place than that of the page that it made:', file);
    case 'problems':
      return l10n.t('{0} has problems:', file);
    case 'changedInWiki':
      return l10n.t('The page of {0} was changed in the wiki:', file);
    case 'connection':
    case 'target':
      return '';
  }
}

/** The safe one first. */
export function choiceItems(row: Row | undefined): readonly ChoiceItem<Choice['does']>[] {
  const { question } = row ?? {};
  return (question?.choices ?? []).map(({ does }) => ({
    label: choiceLabel(question?.kind ?? 'foreign', does),
    detail: choiceDetail(question?.kind ?? 'foreign', does),
    answer: does,
  }));
}

type RowQuestionKind = NonNullable<Row['question']>['kind'];

function choiceLabel(kind: RowQuestionKind, does: Choice['does']): string {
  switch (does) {
    case 'keep':
      return kind === 'retitled' ? l10n.t('Keep the old title') : l10n.t('Update the page where it is');
    case 'stop':
      return kind === 'retitled' || kind === 'moved'
        ? l10n.t('Make a second page')
        : l10n.t('Stop if the page exists');
    case 'replace':
      return l10n.t('Update it');
  }
}

function choiceDetail(kind: RowQuestionKind, does: Choice['does']): string {
  switch (does) {
    case 'keep':
      return l10n.t('Updates the page that was created from this file');
    case 'stop':
      return kind === 'retitled' || kind === 'moved'
        ? l10n.t('The old one stays in the wiki.')
        : l10n.t('A page that was not created from these files is left as it is.');
    case 'replace':
      return l10n.t('Its text in the wiki is replaced, no matter who wrote it.');
  }
}

export function existsItems(): readonly ChoiceItem<boolean>[] {
  return [
    {
      label: l10n.t('Stop if the page exists'),
      detail: l10n.t('A page that was not created from these files is left as it is.'),
      answer: false,
    },
    {
      label: l10n.t('Update it'),
      detail: l10n.t('Its text in the wiki is replaced, no matter who wrote it.'),
      answer: true,
    },
  ];
}

export function changedItems(): readonly ChoiceItem<boolean>[] {
  return [
    {
      label: l10n.t('Leave Out'),
      detail: l10n.t('What was changed in the wiki stays as it is.'),
      answer: false,
    },
    {
      label: l10n.t('Publish Anyway'),
      detail: l10n.t('What was changed in the wiki is replaced.'),
      answer: true,
    },
  ];
}

export function problemItems(): readonly ChoiceItem<boolean>[] {
  return [
    { label: l10n.t('Leave Out'), detail: l10n.t('What is wrong can be mended first.'), answer: false },
    {
      label: l10n.t('Publish Anyway'),
      detail: l10n.t('The pages are published with what is wrong in them.'),
      answer: true,
    },
  ];
}

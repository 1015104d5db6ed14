import * as l10n from '@vscode/l10n';
import { replacedText } from '../../core/publish/wikiChangeText';
import { unseenEditText } from '../../core/wiki/importErrorText';
import type { Choice } from '../../core/publish/decide';
import type { PlanQuestion } from '../../core/plan/plan';
import type { PlanRow } from '../../core/plan/row';
import type { PlanAnswer } from '../../core/plan/answeredPlan';
import { sentences } from '../../core/text/sentences';

export interface Offer<T> {
  readonly label: string;
  readonly detail?: string;
  readonly answer: T;
}

export function choiceOffers(row: PlanRow | undefined): readonly Offer<Choice['action']>[] {
  const { question } = row ?? {};
  const kind = question?.kind ?? 'replaces';
  return (question?.choices ?? []).map(({ action }) => ({
    label: choiceLabel(kind, action),
    detail: choiceDetail(kind, action, row),
    answer: action,
  }));
}

export type RowQuestionKind = NonNullable<PlanRow['question']>['kind'];

export function choiceLabel(kind: RowQuestionKind, does: Choice['action']): string {
  switch (does) {
    case 'keep':
      return kind === 'retitled' ? l10n.t('Keep the old title') : l10n.t('Update the page where it is');
    case 'move':
      return l10n.t('Move the page');
    case 'stop':
      return kind === 'retitled' || kind === 'moved'
        ? l10n.t('Create a second page')
        : l10n.t('Create the page');
    case 'replace':
      return kind === 'retitled' ? l10n.t('Replace the page') : l10n.t('Create or replace it');
  }
}

export function keepDetail(isRetitled: boolean): string {
  return isRetitled
    ? l10n.t('The page keeps its title; the new heading is sent as text.')
    : l10n.t('Updates the page that was created from this file');
}

export function renamedDetail(): string {
  return l10n.t('For the page that you renamed in the wiki: it is replaced, no matter who wrote it.');
}

function choiceDetail(kind: RowQuestionKind, does: Choice['action'], row: PlanRow | undefined): string {
  switch (does) {
    case 'keep':
      return keepDetail(kind === 'retitled');
    case 'move':
      return l10n.t('Updates the page that was created from this file, and moves it');
    case 'stop':
      return kind === 'retitled' || kind === 'moved'
        ? l10n.t('The old one stays in the wiki.')
        : l10n.t('A page that was not created from these files is left as it is.');
    case 'replace':
      return kind === 'retitled'
        ? renamedDetail()
        : sentences(replacedText(row?.decision?.titleScope), kind === 'replaces' ? unseenText(row) : '');
  }
}

function existsOffers(rows: readonly PlanRow[]): readonly Offer<PlanAnswer>[] {
  const isOne = rows.length === 1;
  const [first] = rows;
  return [
    {
      label: isOne ? l10n.t('Leave the page as it is') : l10n.t('Leave the pages as they are'),
      detail: isOne
        ? l10n.t('If there is none, the page is created.')
        : l10n.t('The other pages are created.'),
      answer: { chosen: { overwrite: false } },
    },
    {
      label: replaceLabel(rows),
      detail: sentences(replacedText(first?.decision?.titleScope, rows.length), unseenText(first)),
      answer: { chosen: { overwrite: true } },
    },
  ];
}

/** Why it is not known whether somebody edited a page that may be there. */
function unseenText(row: PlanRow | undefined): string {
  const { endpoint = '' } = row?.decision?.connection ?? {};
  return unseenEditText(row?.file.input?.canLookUp?.(endpoint) === true);
}

function leavingOut(): Offer<PlanAnswer> {
  return { label: l10n.t('Leave Out'), answer: { anyway: false } };
}

export function replaceChangedLabel(rows: readonly PlanRow[]): string {
  return rows.every(
    ({ changeQuestion: { change } = {} }) => change?.kind === 'edited' || change?.kind === 'there',
  )
    ? replaceLabel(rows)
    : l10n.t('Publish Anyway');
}

function replaceLabel({ length }: readonly PlanRow[]): string {
  return length === 1 ? l10n.t('Replace the page') : l10n.t('Replace the pages');
}

/** Returns undefined for a connection or a target, which have prompts of their own. */
export function offersOf(question: PlanQuestion): readonly Offer<PlanAnswer>[] | undefined {
  const { kind, rows } = question;
  const [first] = rows;
  switch (kind) {
    case 'connection':
    case 'target':
      return undefined;
    case 'problems':
      return [
        { ...leavingOut(), detail: l10n.t('You can fix the problems first.') },
        { label: l10n.t('Publish Anyway'), answer: { anyway: true } },
      ];
    case 'changedInWiki':
      return [
        leavingOut(),
        {
          label: replaceChangedLabel(rows),
          detail: replacedText(undefined, rows.length),
          answer: { anyway: true },
        },
      ];
    case 'exists':
      return existsOffers(rows);
    case 'retitled':
    case 'moved':
    case 'replaces':
    case 'others':
      return choiceOffers(first).map(({ answer, ...offer }) => ({ ...offer, answer: { does: answer } }));
  }
}

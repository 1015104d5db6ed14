import * as l10n from '@vscode/l10n';
import { hasSecrets, leakText, warningsText } from './pageWarnings';
import { notSentText, unansweredText, unknownOutcomeText } from './noAnswerText';
import { sentences } from '../text/sentences';
import type { TokenRemedy } from '../text/errors';
import { quote, quoteTitle } from '../text/plainLine';
import {
  alreadyExistsText,
  forbiddenText,
  interceptedText,
  licenseInactiveText,
  redirectedText,
  rejectedText,
  temporaryText,
  tooLargeText,
  unauthorizedText,
  unexpectedText,
} from './importErrorText';
import { saysExists } from './import';
import { parentText, spaceText } from './notFoundCause';
import type { Report } from '../text/report';
import { outcomeKind, type AnsweredOutcome, type Outcome, type OutcomeContext } from './outcome';

export type OutcomeAction =
  | 'openInWiki'
  | 'openParent'
  | 'showProblems'
  | 'overwrite'
  | 'changeTitle'
  | 'changeTarget'
  | 'showLog'
  | 'replaceToken'
  | TokenRemedy
  | 'tryAgain'
  | 'testConnection';

/** `ours`: the text without the wiki’s own sentence, where that says the same. */
interface OutcomeReport extends Report<OutcomeAction> {
  readonly ours?: string | undefined;
}

export function reportOnOutcome(outcome: Outcome, context: OutcomeContext): Report<OutcomeAction> {
  const { text, brief, actions, ours: _, ...report } = reportOnKind(outcome, context);
  const meaning = outcome.kind === 'answered' ? outcome.answer.meaning : undefined;
  const isUnnamed = outcomeKind(outcome) === 'failed' && meaning !== undefined && unnamed.has(meaning);
  const title = quoteTitle(context.target.title);
  const named = (said: string): string =>
    sentences(isUnnamed ? l10n.t('{0} was not published.', title) : '', said);
  // A look into the wiki tells whether the page arrived, without sending it a second time.
  const mayBeThere = outcomeKind(outcome) === 'unknown' && meaning !== 'already exists';
  const at = context.openable !== 'page' && actions[0] === 'tryAgain' ? 1 : 0;
  const shown = mayBeThere ? actions.toSpliced(at, 0, openAction(context)) : actions;
  return { ...report, text: named(text), brief: brief && named(brief), actions: shown };
}

/** The sentence in a file’s row, which need not name the page, unlike a report. */
export function outcomeText(outcome: Outcome, context: OutcomeContext): string {
  return reportOnKind(outcome, context).text;
}

/** Undefined where the wiki’s own sentence says more than ours. */
export function ownOutcomeText(outcome: Outcome, context: OutcomeContext): string | undefined {
  return reportOnKind(outcome, context).ours;
}

/** The texts of these answers give only the reason and don’t name the page. */
const unnamed: ReadonlySet<AnsweredOutcome['answer']['meaning']> = new Set([
  'unauthorized',
  'license inactive',
  'forbidden',
  'not found',
  'redirect',
]);

function reportOnKind(outcome: Outcome, context: OutcomeContext): OutcomeReport {
  switch (outcome.kind) {
    case 'answered':
      return reportOnAnswer(outcome, context);
    case 'notSent':
      return {
        severity: outcome.reason === 'cancelled' ? 'information' : 'error',
        text: sentences(
          notSentText(outcome, context.host),
          outcome.mayHaveArrived ? unknownOutcomeText(context.target) : l10n.t('Nothing was sent.'),
        ),
        actions:
          outcome.reason === 'cancelled'
            ? ['tryAgain', 'showLog']
            : ['tryAgain', 'testConnection', 'showLog'],
      };
    case 'unanswered':
      return {
        severity: 'warning',
        text: sentences(unansweredText(outcome), unknownOutcomeText(context.target)),
        actions: ['tryAgain', 'showLog'],
      };
  }
}

function openAction({ openable }: OutcomeContext): OutcomeAction {
  return openable === 'parent' ? 'openParent' : 'openInWiki';
}

function publishedActions(context: OutcomeContext): readonly OutcomeAction[] {
  return [
    openAction(context),
    ...(context.warnings === undefined ? [] : (['showProblems'] as const)),
    ...(context.openable === 'parent' ? (['setPlatformToken'] as const) : []),
  ];
}

function publishedText(title: string, { connectionName }: OutcomeContext): string {
  return connectionName === undefined
    ? l10n.t('{0} was published.', title)
    : l10n.t('{0} was published to {1}.', title, connectionName);
}

function notFoundText({ target, names }: OutcomeContext): string {
  return l10n.t(
    'Space {0} or page {1} does not exist, or the API token’s owner does not have access to it.',
    spaceText(target, names),
    parentText(target, names),
  );
}

function reportOnAnswer(outcome: AnsweredOutcome, context: OutcomeContext): OutcomeReport {
  const { answer } = outcome;
  const title = quoteTitle(context.target.title);
  const wikiMessage = answer.message === undefined ? '' : l10n.t('The wiki says: {0}', quote(answer.message));
  const failed = (text: string, ...actions: OutcomeAction[]): Report<OutcomeAction> => ({
    severity: 'error',
    text: sentences(text, wikiMessage),
    brief: text,
    actions,
  });
  const { mayHaveArrived } = outcome;
  const advised = (text: string): string =>
    sentences(text, mayHaveArrived ? unknownOutcomeText(context.target) : '');
  switch (answer.meaning) {
    case 'published': {
      const brief = sentences(
        publishedText(title, context),
        context.isUnsaved === true ? l10n.t('Unsaved changes were sent too.') : '',
        warningsText(context.warnings),
        hasSecrets(context.warnings) ? leakText() : '',
      );
      return {
        severity: hasSecrets(context.warnings) ? 'warning' : 'information',
        text: sentences(brief, wikiMessage),
        brief,
        actions: publishedActions(context),
      };
    }
    case 'already exists': {
      const ours = alreadyExistsText(title, outcome, context);
      return {
        severity: 'warning',
        text: sentences(ours, wikiMessage),
        brief: ours,
        ours: saysExists(answer.message ?? '') ? ours : undefined,
        // Most likely it is the page of this file, so another title is offered last.
        actions:
          mayHaveArrived || context.isShared === true
            ? [openAction(context), 'overwrite', 'changeTitle']
            : ['changeTitle', 'overwrite'],
      };
    }
    case 'rejected':
      return failed(rejectedText(title, outcome, context.target), 'changeTarget', 'showLog');
    case 'unauthorized':
      return failed(advised(unauthorizedText()), 'replaceToken');
    case 'license inactive':
      return failed(advised(licenseInactiveText()), 'replaceToken');
    case 'forbidden':
      return failed(advised(forbiddenText(outcome.date, context)), 'replaceToken');
    case 'not found': {
      const { whyNotFound } = outcome;
      const ours = advised(whyNotFound?.text ?? notFoundText(context));
      const replacing =
        whyNotFound?.isPlatformTokenRefused === true ? (['replacePlatformToken'] as const) : [];
      return { ...failed(ours, ...replacing, 'changeTarget'), ours };
    }
    case 'temporary':
      return failed(advised(temporaryText(outcome, title)), 'tryAgain', 'showLog');
    case 'redirect':
      return failed(advised(redirectedText(answer.status)), 'showLog');
    case 'too large':
      return failed(advised(tooLargeText(title, answer.status)), 'showLog');
    case 'intercepted':
      return failed(advised(interceptedText(title, answer.status)), 'tryAgain', 'showLog');
    case 'unexpected':
      return failed(advised(unexpectedText(answer, title)), 'tryAgain', 'showLog');
  }
}

import * as l10n from '@vscode/l10n';
import type { Lifetime } from './apiToken';
import { notSentReason, sentences, unansweredReason, unknownAdvice } from './failure';
import type { Failure } from './http';
import type { ImportAnswer } from './import';
import { quote } from './plain';
import {
  alreadyExists,
  forbidden,
  licenseInactive,
  redirected,
  temporary,
  unauthorized,
  unexpected,
} from './refusal';
import type { Target } from './target';

/** All that is known after publishing one page. */
export type Outcome =
  | {
      readonly kind: 'answered';
      readonly answer: ImportAnswer;
      /** The answer's `Date` header. */
      readonly date?: string | undefined;
      readonly mayHaveArrived: boolean;
      /** The person ended the pause before the next send. */
      readonly cancelled: boolean;
      /** What lookups found out about a 404. */
      readonly whyNotFound?: string | undefined;
    }
  /** `mayHaveArrived`: an earlier send may have made the page: one with no answer, or one answered 5xx. */
  | ({ readonly kind: 'notSent'; readonly mayHaveArrived: boolean } & Failure)
  | ({ readonly kind: 'unanswered' } & Failure);

export type Action =
  | 'copyResponse'
  | 'overwrite'
  | 'changeTitle'
  | 'changeTarget'
  | 'showLog'
  | 'replaceToken'
  | 'tryAgain'
  | 'testConnection'
  | 'openSettings'
  | 'publish'
  | 'publishAnyway'
  | 'showProblems';

export interface Report<A = Action> {
  readonly severity: 'information' | 'warning' | 'error';
  readonly text: string;
  readonly actions: readonly A[];
}

export interface OutcomeContext {
  readonly target: Target;
  readonly token: Lifetime;
  /** The host of the endpoint. */
  readonly host: string;
  readonly now: number;
}

/** What a person reads after publishing, and what they can do about it. */
export function reportOn(outcome: Outcome, context: OutcomeContext): Report {
  switch (outcome.kind) {
    case 'answered':
      return reportOnAnswer(outcome, context);
    case 'notSent':
      return {
        severity: outcome.reason === 'cancelled' ? 'information' : 'error',
        text: sentences(
          notSentReason(outcome, context.host),
          outcome.mayHaveArrived ? unknownAdvice(context.target) : l10n.t('Nothing was sent.'),
        ),
        actions:
          outcome.reason === 'cancelled'
            ? ['tryAgain', 'showLog']
            : ['tryAgain', 'testConnection', 'showLog'],
      };
    case 'unanswered':
      return {
        severity: 'warning',
        text: sentences(unansweredReason(outcome), unknownAdvice(context.target)),
        actions: ['tryAgain', 'showLog'],
      };
  }
}

export type Answered = Extract<Outcome, { kind: 'answered' }>;

function reportOnAnswer(outcome: Answered, context: OutcomeContext): Report {
  const { answer } = outcome;
  const title = quote(context.target.title);
  const said = answer.message === undefined ? '' : l10n.t('The wiki says: {0}', quote(answer.message));
  const failed = (text: string, ...actions: Action[]): Report => ({
    severity: 'error',
    text: sentences(text, said),
    actions,
  });
  switch (answer.meaning) {
    case 'published':
      return {
        severity: 'information',
        text: sentences(l10n.t('{0} was published.', title), said),
        actions: ['copyResponse'],
      };
    case 'already exists':
      return {
        severity: 'warning',
        text: sentences(alreadyExists(title, outcome.mayHaveArrived), said),
        actions: ['overwrite', 'changeTitle'],
      };
    case 'rejected':
      return failed(l10n.t('The wiki did not take {0}.', title), 'changeTarget', 'showLog');
    case 'unauthorized':
      return failed(unauthorized(), 'replaceToken');
    case 'license inactive':
      return failed(licenseInactive(), 'replaceToken');
    case 'forbidden':
      return failed(forbidden(outcome.date, context), 'replaceToken');
    case 'not found':
      return failed(
        outcome.whyNotFound ??
          l10n.t(
            'Space {0} or page {1} does not exist, or the API token’s owner has no access to it.',
            quote(context.target.space),
            context.target.parent,
          ),
        'changeTarget',
      );
    case 'temporary':
      return failed(temporary(outcome, context.target), 'tryAgain', 'showLog');
    case 'redirect':
      return failed(redirected(answer.status), 'showLog');
    case 'unexpected':
      return failed(unexpected(answer, context.target), 'tryAgain', 'showLog');
  }
}

import * as l10n from '@vscode/l10n';
import { forbiddenCause } from './clock';
import { formatTime, type Lifetime } from './apiToken';
import { duration } from './expiry';
import { notSentReason, unansweredReason } from './failure';
import type { Failure } from './http';
import type { ImportAnswer } from './import';
import { quote } from './plain';
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
    }
  /** `mayHaveArrived`: an earlier send may have made the page: one with no answer, or one answered 5xx. */
  | ({ readonly kind: 'notSent'; readonly mayHaveArrived: boolean } & Failure)
  | ({ readonly kind: 'unanswered' } & Failure);

export type Action =
  'copyResponse' | 'overwrite' | 'changeTitle' | 'changeTarget' | 'showLog' | 'replaceToken' | 'tryAgain';

export interface Report {
  readonly severity: 'information' | 'warning' | 'error';
  readonly text: string;
  readonly actions: readonly Action[];
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
        actions: ['tryAgain', 'showLog'],
      };
    case 'unanswered':
      return {
        severity: 'warning',
        text: sentences(unansweredReason(outcome), unknownAdvice(context.target)),
        actions: ['tryAgain', 'showLog'],
      };
  }
}

type Answered = Extract<Outcome, { kind: 'answered' }>;

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
        ...failed(alreadyExists(title, outcome.mayHaveArrived), 'overwrite', 'changeTitle'),
        severity: 'warning',
      };
    case 'rejected':
      return failed(l10n.t('The wiki did not take {0}.', title), 'changeTarget', 'showLog');
    case 'unauthorized':
      return failed(
        l10n.t('The wiki does not know the API token: it was deleted, or is for another wiki.'),
        'replaceToken',
      );
    case 'license inactive':
      return failed(
        l10n.t(
          'The wiki’s license was not active when the API token was made. An administrator renews the license; then a new token is needed.',
        ),
        'replaceToken',
      );
    case 'forbidden':
      return failed(forbidden(outcome.date, context), 'replaceToken');
    case 'not found':
      return failed(
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
      return failed(
        l10n.t(
          'The address answered {0}, a redirect, which is not followed so that the token goes nowhere else. Check the endpoint’s address.',
          answer.status,
        ),
        'showLog',
      );
    case 'unexpected':
      return failed(unexpected(answer, title), 'tryAgain', 'showLog');
  }
}

function alreadyExists(title: string, mayHaveArrived: boolean): string {
  return mayHaveArrived
    ? l10n.t(
        '{0} is there already: an earlier send that seemed to fail most likely arrived. Nothing was overwritten.',
        title,
      )
    : l10n.t(
        '{0} was not published: most likely a page of this title exists already. Nothing was overwritten.',
        title,
      );
}

function forbidden(date: string | undefined, { token, now }: OutcomeContext): string {
  const cause = forbiddenCause(token, date, now);
  switch (cause.kind) {
    case 'expired':
      return l10n.t('The API token expired on {0}.', formatTime(token.expiresAt));
    case 'unverified':
      return l10n.t('The wiki could not verify the API token: it is not good, or the clocks differ.');
    case 'verification':
      return l10n.t(
        'The wiki could not verify the API token, and the clocks agree: the token itself is not good.',
      );
    case 'clocks':
      return cause.aheadMs > 0
        ? l10n.t(
            'The wiki refused the API token, and its clock is {0} ahead of this computer’s: set the clock.',
            duration(cause.aheadMs),
          )
        : l10n.t(
            'The wiki refused the API token, and its clock is {0} behind this computer’s: set the clock.',
            duration(-cause.aheadMs),
          );
  }
}

function temporary({ answer, cancelled, mayHaveArrived }: Answered, target: Target): string {
  const title = quote(target.title);
  const happened = cancelled
    ? l10n.t('Stopped: {0} was not sent again. The last answer was {1}.', title, answer.status)
    : answer.status === 429
      ? l10n.t('The wiki is asked too often (429), and did not take {0}.', title)
      : l10n.t('The wiki has a fault ({0}), and did not confirm {1}.', answer.status, title);
  return answer.status === 429 && !mayHaveArrived ? happened : sentences(happened, unknownAdvice(target));
}

function unexpected(answer: ImportAnswer, title: string): string {
  if (answer.message !== undefined) {
    return l10n.t('The wiki answered {0} and did not take {1}.', answer.status, title);
  }
  return answer.status < 300
    ? l10n.t(
        'The address answered {0}, but not as the wiki’s import does: whether {1} was published is unknown. Is this network asking you to sign in?',
        answer.status,
        title,
      )
    : l10n.t(
        'The address answered {0}, but not as the wiki’s import does. Check the endpoint’s address, and the network’s sign-in.',
        answer.status,
      );
}

function unknownAdvice(target: Target): string {
  return target.overwrite
    ? l10n.t('Whether the page was published is unknown. Sending again is safe: it updates the same page.')
    : l10n.t(
        'Whether the page was published is unknown. Send it again: if the wiki then says that the page exists, it had arrived.',
      );
}

function sentences(...parts: string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}

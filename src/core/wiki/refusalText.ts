import * as l10n from '@vscode/l10n';
import { formatTime } from '../connection/apiToken';
import { duration } from '../connection/expiry';
import { sentences, unknownAdvice } from './failureText';
import { forbiddenCause } from './forbiddenCause';
import { mayHaveMadePage, type ImportAnswer } from './import';
import type { Answered, OutcomeContext } from './outcome';
import { quote } from '../text/plain';
import type { Target } from './target';

export function alreadyExists(title: string, mayHaveArrived: boolean): string {
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

export function rejected(title: string, { mayHaveArrived }: Answered, { overwrite }: Target): string {
  return sentences(
    l10n.t('The wiki did not take {0}.', title),
    mayHaveArrived && !overwrite
      ? l10n.t('An earlier send may have arrived: look in the wiki whether the page is there.')
      : '',
  );
}

export function unauthorized(): string {
  return l10n.t('The wiki does not know the API token: it was deleted, or is for another wiki.');
}

export function licenseInactive(): string {
  return l10n.t(
    'The wiki’s license was not active when the API token was made. An administrator renews the license; then a new token is needed.',
  );
}

export function redirected(status: number): string {
  return l10n.t(
    'The address answered {0}, a redirect, which is not followed so that the token goes nowhere else. Check the endpoint’s address.',
    status,
  );
}

export function notTheImport(status: number): string {
  return l10n.t(
    'The address answered {0}, but not as the wiki’s import does. Check the endpoint’s address, and the network’s sign-in.',
    status,
  );
}

export function forbidden(
  date: string | undefined,
  { token, now }: Pick<OutcomeContext, 'token' | 'now'>,
): string {
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

export function temporary({ answer, cancelled, mayHaveArrived }: Answered, target: Target): string {
  const advice = mayHaveArrived ? unknownAdvice(target) : '';
  return sentences(faultOf(answer, cancelled, quote(target.title)), advice);
}

function faultOf({ status }: ImportAnswer, cancelled: boolean, title: string): string {
  if (cancelled) {
    return l10n.t('Stopped: {0} was not sent again. The last answer was {1}.', title, status);
  }
  return status === 429
    ? l10n.t('The wiki is asked too often (429), and did not take {0}.', title)
    : l10n.t('The wiki has a fault ({0}), and did not confirm {1}.', status, title);
}

export function unexpected(answer: ImportAnswer, target: Target): string {
  const { status } = answer;
  if (!mayHaveMadePage(answer)) {
    return answer.message === undefined
      ? notTheImport(status)
      : l10n.t('The wiki answered {0} and did not take {1}.', status, quote(target.title));
  }
  return sentences(unreadable(answer), unknownAdvice(target));
}

function unreadable({ status, message, truncated }: ImportAnswer): string {
  if (message !== undefined) {
    return l10n.t('The wiki answered {0}, which says neither yes nor no.', status);
  }
  return truncated
    ? l10n.t('The wiki’s answer ({0}) broke off, or was too long to read.', status)
    : l10n.t(
        'The address answered {0}, but not as the wiki’s import does. Is this network asking you to sign in?',
        status,
      );
}

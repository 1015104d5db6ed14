import * as l10n from '@vscode/l10n';
import { formatTime } from '../connection/apiToken';
import { durationText } from '../text/duration';
import { sentences } from '../text/sentences';
import { forbiddenCause } from './forbiddenCause';
import { mayHaveMadePage, saysExists, type ImportAnswer } from './import';
import type { AnsweredOutcome, OutcomeContext } from './outcome';
import type { Target, TitleScope } from './target';

export function alreadyExistsText(
  quotedTitle: string,
  outcome: AnsweredOutcome,
  { titleScope, isShared, canLookUp }: Pick<OutcomeContext, 'titleScope' | 'isShared' | 'canLookUp'>,
): string {
  return sentences(
    existsText(quotedTitle, outcome, titleScope),
    isShared === true && !outcome.mayHaveArrived
      ? l10n.t('In a shared repository, it most likely is the page of this file.')
      : '',
    canLookUp === false ? unseenEditText(canLookUp) : '',
  );
}

function existsText(
  quotedTitle: string,
  { answer, mayHaveArrived }: AnsweredOutcome,
  scope: TitleScope | undefined,
): string {
  if (mayHaveArrived) {
    return l10n.t(
      '{0} already exists: an earlier attempt may have arrived, or the page was there before. Nothing was replaced.',
      quotedTitle,
    );
  }
  if (scope === 'space') {
    return l10n.t(
      '{0} was not published: this wiki takes a title once in a space, and a page there has it. Nothing was replaced; that would also move the page here.',
      quotedTitle,
    );
  }
  return saysExists(answer.message ?? '')
    ? l10n.t(
        '{0} was not published: a page with this title already exists. Nothing was replaced.',
        quotedTitle,
      )
    : l10n.t(
        '{0} was not published: most likely a page with this title already exists. Nothing was replaced.',
        quotedTitle,
      );
}

/** What nobody can know of a page before it is replaced. `canLookUp`: a platform token is stored. */
export function unseenEditText(canLookUp: boolean): string {
  return canLookUp
    ? l10n.t('Whether somebody edited it in the wiki could not be looked up.')
    : l10n.t('Without a platform token, an edit in the wiki can’t be told.');
}

export function rejectedText(
  quotedTitle: string,
  { mayHaveArrived }: AnsweredOutcome,
  { overwrite }: Target,
): string {
  return sentences(
    l10n.t('The wiki did not accept {0}.', quotedTitle),
    mayHaveArrived && !overwrite
      ? l10n.t('An earlier attempt may have arrived: check in the wiki whether the page is there.')
      : '',
  );
}

export function unauthorizedText(): string {
  return l10n.t('The wiki does not know the API token: it was deleted, or it belongs to another wiki.');
}

export function licenseInactiveText(): string {
  return l10n.t(
    'The wiki’s license was not active when the API token was created. An administrator must renew the license; after that, you need a new token.',
  );
}

export function redirectedText(status: number): string {
  return l10n.t(
    'The address answered {0}, a redirect. Redirects are not followed, so that the token goes nowhere else. Check the endpoint’s address.',
    status,
  );
}

export function notImportEndpointText(status: number): string {
  return l10n.t(
    'The address answered {0}, but not the way the wiki’s import endpoint does. Check the endpoint’s address and whether this network asks you to sign in.',
    status,
  );
}

export function forbiddenText(
  date: string | undefined,
  { token, now }: Pick<OutcomeContext, 'token' | 'now'>,
): string {
  const cause = forbiddenCause(token, date, now);
  switch (cause.kind) {
    case 'expired':
      return l10n.t('The API token expired on {0}.', formatTime(token.expiresAt));
    case 'unverified':
      return l10n.t('The wiki could not verify the API token: it is not valid, or the clocks differ.');
    case 'verification':
      return l10n.t(
        'The wiki could not verify the API token. The clocks agree, so the token itself is not valid.',
      );
    case 'clocks':
      return cause.aheadMs > 0
        ? l10n.t(
            'The wiki refused the API token. Its clock is {0} ahead of this computer’s: set this computer’s clock.',
            durationText(cause.aheadMs),
          )
        : l10n.t(
            'The wiki refused the API token. Its clock is {0} behind this computer’s: set this computer’s clock.',
            durationText(-cause.aheadMs),
          );
  }
}

export function temporaryText(
  { answer: { status }, cancelled, retryAfterMs }: AnsweredOutcome,
  quotedTitle: string,
): string {
  if (cancelled) {
    return l10n.t('Stopped: {0} was not sent again. The last answer was {1}.', quotedTitle, status);
  }
  return sentences(
    status === 429
      ? l10n.t('The wiki is getting too many requests (429) and did not accept {0}.', quotedTitle)
      : l10n.t('The wiki has a problem right now ({0}) and did not confirm {1}.', status, quotedTitle),
    isWait(retryAfterMs) ? l10n.t('It asks you to wait {0}.', durationText(retryAfterMs)) : '',
  );
}

function isWait(ms: number | undefined): ms is number {
  return ms !== undefined && ms > 0 && Number.isFinite(ms);
}

export function tooLargeText(quotedTitle: string, status: number): string {
  return l10n.t(
    '{0} is too large for the wiki or for a gateway before it ({1}). Split it into several pages.',
    quotedTitle,
    status,
  );
}

export function interceptedText(quotedTitle: string, status: number): string {
  return l10n.t(
    'Something between you and the wiki refused {0} ({1}), such as a firewall because of what the page says. If no page gets through, check the endpoint’s address and whether this network asks you to sign in.',
    quotedTitle,
    status,
  );
}

export function unexpectedText(answer: ImportAnswer, quotedTitle: string): string {
  const { status, message, truncated } = answer;
  if (!mayHaveMadePage(answer)) {
    return message === undefined
      ? notImportEndpointText(status)
      : l10n.t('The wiki answered {0} and did not accept {1}.', status, quotedTitle);
  }
  if (message !== undefined) {
    return l10n.t('The wiki answered {0}, which means neither yes nor no.', status);
  }
  return truncated
    ? l10n.t('The wiki’s answer ({0}) was cut off or too long to read.', status)
    : l10n.t(
        'The address answered {0}, but not the way the wiki’s import endpoint does. Is this network asking you to sign in?',
        status,
      );
}

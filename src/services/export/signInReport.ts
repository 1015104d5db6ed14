import * as l10n from '@vscode/l10n';
import type { Report } from '../../core/text/report';
import type { SignInResult } from './accessTokenResult';
import type { Exchanged } from './authorizeClient';

export type SignInAction = 'signInAgain' | 'showLog';

/** Why a code brought no tokens. */
export function reportOnExchange(exchanged: Exclude<Exchanged, { kind: 'signedIn' }>): Report<SignInAction> {
  return { severity: 'error', text: exchangeText(exchanged), actions: ['signInAgain', 'showLog'] };
}

/** Why tokens began no session. */
export function reportOnSignIn(result: Exclude<SignInResult, { kind: 'signedIn' }>): Report<SignInAction> {
  const text =
    result.kind === 'alreadyReplaced'
      ? l10n.t(
          'You are not signed in: this refresh token was used on this computer before, and has been replaced since.',
        )
      : result.reason === 'secrets'
        ? l10n.t('You are not signed in: VS Code’s secret storage did not take what belongs to the session.')
        : l10n.t('You are not signed in: the session can’t be written to the disk. Is it full or read-only?');
  return { severity: 'error', text, actions: ['signInAgain', 'showLog'] };
}

function exchangeText(exchanged: Exclude<Exchanged, { kind: 'signedIn' }>): string {
  switch (exchanged.kind) {
    case 'refused':
      return l10n.t(
        'You are not signed in: the identity provider did not take the code. It was used already, or is too old.',
      );
    case 'offline':
      return l10n.t('You are not signed in: the identity provider can’t be reached. Nothing was sent.');
    case 'noAnswer':
      return l10n.t('You are not signed in: the identity provider did not answer in time.');
    case 'provider':
      return providerText(exchanged);
  }
}

function providerText({ status, error }: Extract<Exchanged, { kind: 'provider' }>): string {
  if (error === 'invalid_client') {
    return l10n.t(
      'You are not signed in: the identity provider does not know this client id, or its secret is another.',
    );
  }
  if (error !== undefined) {
    return l10n.t('You are not signed in: the identity provider answered {0} ({1}).', status, error);
  }
  return status >= 200 && status < 300
    ? l10n.t(
        'You are not signed in: the identity provider’s answer holds no refresh token. Do the scopes have offline_access?',
      )
    : l10n.t('You are not signed in: the identity provider answered {0}.', status);
}

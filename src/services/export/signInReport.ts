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
          'You are not signed in: this refresh token was already used on this computer and has since been replaced.',
        )
      : result.reason === 'secrets'
        ? l10n.t('You are not signed in: VS Code’s secret storage did not accept the session’s data.')
        : l10n.t(
            'You are not signed in: the session can’t be written to the disk. Is the disk full or read-only?',
          );
  return { severity: 'error', text, actions: ['signInAgain', 'showLog'] };
}

function exchangeText(exchanged: Exclude<Exchanged, { kind: 'signedIn' }>): string {
  switch (exchanged.kind) {
    case 'refused':
      return l10n.t(
        'You are not signed in: the identity provider did not accept the code. It was already used, or it is too old.',
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
      'You are not signed in: the identity provider does not know this client ID, or the client secret is wrong.',
    );
  }
  if (error !== undefined) {
    return l10n.t('You are not signed in: the identity provider answered {0} ({1}).', status, error);
  }
  return status >= 200 && status < 300
    ? l10n.t(
        'You are not signed in: the identity provider’s answer contains no refresh token. Do the scopes include offline_access?',
      )
    : l10n.t('You are not signed in: the identity provider answered {0}.', status);
}

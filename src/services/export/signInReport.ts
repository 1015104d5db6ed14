import * as l10n from '@vscode/l10n';
import type { AuthorizationResponse } from '../../core/export/authorization';
import type { Report } from '../../core/text/report';
import type { SignInResult } from './accessTokenResult';

export type SignInAction = 'signInAgain' | 'changeClient' | 'showLog';

export function reportOnAuthorization(
  response: Extract<AuthorizationResponse, { kind: 'denied' | 'failed' | 'otherProvider' }>,
): Report<SignInAction> {
  switch (response.kind) {
    case 'denied':
      return {
        severity: 'warning',
        text: l10n.t('You are not signed in: access was not allowed.'),
        actions: ['signInAgain'],
      };
    case 'failed':
      return {
        severity: 'error',
        text: authorizationText(response.error),
        actions: ['signInAgain', 'changeClient'],
      };
    case 'otherProvider':
      return {
        severity: 'error',
        text: l10n.t(
          'You are not signed in: the answer came from a different identity provider than the one that was asked. It was not used.',
        ),
        actions: ['signInAgain'],
      };
  }
}

export function reportOnSignIn(result: Exclude<SignInResult, { kind: 'signedIn' }>): Report<SignInAction> {
  const clientsFault = result.kind === 'provider' && result.status >= 400 && result.status < 500;
  return {
    severity: 'error',
    text: signInText(result),
    actions: clientsFault ? ['changeClient', 'signInAgain'] : ['signInAgain', 'showLog'],
  };
}

function signInText(result: Exclude<SignInResult, { kind: 'signedIn' }>): string {
  switch (result.kind) {
    case 'refused':
      return l10n.t(
        'You are not signed in: the identity provider did not accept the code. It was already used, or it is too old.',
      );
    case 'offline':
      return l10n.t('You are not signed in: the identity provider can’t be reached. Nothing was sent.');
    case 'noAnswer':
      return l10n.t('You are not signed in: the identity provider did not answer in time.');
    case 'provider':
      return providerText(result);
    case 'unavailable':
      return result.reason === 'secrets'
        ? l10n.t('You are not signed in: VS Code’s secret storage did not accept the session’s data.')
        : l10n.t(
            'You are not signed in: the session can’t be written to the disk. Is the disk full or read-only?',
          );
  }
}

function authorizationText(error: string | undefined): string {
  if (error === 'invalid_scope') {
    return l10n.t(
      'You are not signed in: the identity provider does not grant this client the requested scopes. Compare the scopes in the setting publishToWiki.export with those of your OAuth integration.',
    );
  }
  return error === undefined
    ? l10n.t('You are not signed in: the identity provider reported an error instead of asking you.')
    : l10n.t('You are not signed in: the identity provider reported {0} instead of asking you.', error);
}

function providerText({ status, error }: Extract<SignInResult, { kind: 'provider' }>): string {
  if (error === 'invalid_client') {
    return l10n.t(
      'You are not signed in: the identity provider does not know this client ID, or the client secret is wrong.',
    );
  }
  if (error === 'unauthorized_client') {
    return l10n.t(
      'You are not signed in: the identity provider does not allow this client to sign in. Check the client ID and the settings of your OAuth integration.',
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

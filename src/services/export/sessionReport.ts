import * as l10n from '@vscode/l10n';
import { formatTime } from '../../core/connection/apiToken';
import type { Report } from '../../core/text/report';
import type { AccessTokenResult, SessionState, SignedOut, Unavailable } from './accessTokenResult';

export type SessionAction =
  | 'signIn'
  | 'signInToCompare'
  | 'signInAgain'
  | 'changeClient'
  | 'renew'
  | 'reloadWindow'
  | 'tryAgain'
  | 'showLog';
export type SessionReport = Report<SessionAction>;

type NoToken = Exclude<AccessTokenResult, { kind: 'token' }>;

/** Quotes no free text of the identity provider, since another extension may get this report. */
export function reportOnNoToken(result: NoToken): SessionReport {
  switch (result.kind) {
    case 'signedOut':
      return reportOnSignedOut(result);
    case 'unavailable':
      return {
        severity: 'error',
        text: unavailableText(result),
        actions: result.reason === 'rejected' ? ['changeClient', 'signInAgain'] : ['tryAgain', 'showLog'],
      };
    case 'otherWindow':
      return {
        severity: 'warning',
        text: l10n.t('Another window is still renewing the export session. Try again shortly.'),
        actions: ['tryAgain'],
      };
    case 'reload':
      return {
        severity: 'warning',
        text: l10n.t(
          'Another window has signed in for export, but this window can’t see that. Reload this window.',
        ),
        actions: ['reloadWindow'],
      };
  }
}

/** Returns what the person is told unasked. `occasion` identifies the event, so that each event is told once. */
export function sessionNotice(
  state: SessionState,
): (SessionReport & { readonly occasion: string }) | undefined {
  if (state.kind === 'signedIn') {
    return state.idle === 'warn' || state.idle === 'over'
      ? {
          occasion: `idle ${state.endsAt}`,
          severity: 'warning',
          text: l10n.t(
            'The export session ends on {0} because it has not been renewed for a long time. Renew it while you are online.',
            formatTime(state.endsAt),
          ),
          actions: ['renew'],
        }
      : undefined;
  }
  const ended = state.kind === 'signedOut' && !['never', 'user', 'elsewhere'].includes(state.reason);
  return ended ? { ...reportOnSignedOut(state), occasion: `ended ${state.family ?? ''}` } : undefined;
}

export function sessionLineText(state: SessionState): string {
  switch (state.kind) {
    case 'signedIn':
      return state.idle === 'active'
        ? l10n.t('Export: signed in; renewed on {0}', formatTime(state.refreshedAt))
        : l10n.t('Export: signed in; ends on {0} unless renewed', formatTime(state.endsAt));
    case 'signedOut':
      return signedOutLine(state);
    case 'unavailable':
      return l10n.t('Export: the session can’t be read right now');
    case 'reload':
      return l10n.t('Export: signed in elsewhere; reload this window');
  }
}

function signedOutLine({ reason }: SignedOut): string {
  switch (reason) {
    case 'never':
    case 'user':
      return l10n.t('Export: not signed in');
    case 'elsewhere':
      return l10n.t('Export: signed in on another computer');
    default:
      return l10n.t('Export: the session has ended');
  }
}

function reportOnSignedOut({ reason }: SignedOut): SessionReport {
  switch (reason) {
    case 'never':
    case 'user':
      return {
        severity: 'information',
        text: l10n.t('You are not signed in for export.'),
        actions: ['signIn'],
      };
    case 'elsewhere':
      return {
        severity: 'warning',
        text: l10n.t(
          'The export session belongs to another computer and can’t be used from this one. Sign in to use export here; you will then be signed out on the other computer.',
        ),
        actions: ['signIn'],
      };
    case 'refused':
      return sessionEnded(
        l10n.t(
          'The export session has ended: the identity provider no longer accepts its refresh token. It was used elsewhere or revoked.',
        ),
      );
    case 'idle':
      return sessionEnded(l10n.t('The export session has ended: it was not renewed for 90 days.'));
    case 'keyLost':
      return sessionEnded(
        l10n.t(
          'The export session can no longer be read: VS Code’s secret storage has lost the session’s data.',
        ),
      );
  }
}

function sessionEnded(text: string): SessionReport {
  return { severity: 'warning', text, actions: ['signInAgain'] };
}

function unavailableText({ reason, retryAt, status, error }: Unavailable): string {
  switch (reason) {
    case 'offline':
      return l10n.t('The identity provider can’t be reached. You stay signed in for export.');
    case 'noAnswer':
      return l10n.t('The identity provider did not answer. You stay signed in for export.');
    case 'provider':
      return retryAt === undefined
        ? l10n.t('The identity provider has a problem right now. You stay signed in for export.')
        : l10n.t(
            'The identity provider has a problem right now. You stay signed in for export; it will be asked again after {0}.',
            formatTime(retryAt),
          );
    case 'rejected':
      return l10n.t(
        'The identity provider refuses to renew the export session ({0}). Check the client ID and the client secret, or sign in again.',
        [status, error].filter((part) => part !== undefined).join(' '),
      );
    case 'storage':
      return l10n.t(
        'The files of the export session can’t be read or written: is the disk full or read-only? Nothing was sent.',
      );
    case 'secrets':
      return l10n.t('VS Code’s secret storage does not answer: is the keyring locked? Nothing was sent.');
    case 'tokenRefused':
      return l10n.t('The service refuses a token that the identity provider has only just issued.');
  }
}

import * as l10n from '@vscode/l10n';
import { Secret } from '../text/secret';

/**
 * A token for lookups (contract 4.3). If it has an `email`, it is a
 * person’s own and is sent as HTTP Basic; otherwise it is a bearer token.
 */
export interface PlatformToken {
  readonly secret: Secret;
  readonly email?: string | undefined;
}

/** `untried`: the token was not used yet, or no answer told whether it is valid. */
export type PlatformTokenStatus = 'accepted' | 'refused' | 'untried';

export function platformTokenStatusText(tokenStatus: PlatformTokenStatus): string {
  switch (tokenStatus) {
    case 'accepted':
      return l10n.t('The wiki accepted the platform token.');
    case 'refused':
      return l10n.t('The platform token was refused.');
    case 'untried':
      return l10n.t('The platform token is stored.');
  }
}

export function authorizationHeader({ secret, email }: PlatformToken): string {
  return email === undefined ? `Bearer ${secret.reveal()}` : `Basic ${btoa(`${email}:${secret.reveal()}`)}`;
}

/** A space separates e-mail address and token, since neither contains one. */
export function serializePlatformToken({ secret, email }: PlatformToken): string {
  return email === undefined ? secret.reveal() : `${email} ${secret.reveal()}`;
}

export function parsePlatformToken(stored: string): PlatformToken {
  const [, email, secret = stored] = /^(\S+) (\S+)$/.exec(stored) ?? [];
  return { secret: new Secret(secret), email };
}

/** Both texts must be masked in logs: the token itself, and in Base64 with the e-mail address. */
export function sentTokenForms(token: PlatformToken): readonly string[] {
  const [, sent = ''] = authorizationHeader(token).split(' ');
  return [token.secret.reveal(), sent];
}

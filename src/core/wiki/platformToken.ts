import * as l10n from '@vscode/l10n';
import { Secret } from '../text/secret';

/** A token for the wiki platform (contract 4.3). A personal token is sent with the person's e-mail address, as HTTP Basic. */
export interface PlatformToken {
  readonly secret: Secret;
  readonly email?: string | undefined;
}

/** What the wiki answered when a platform token was used; `untried`: it was not used yet. */
export type PlatformTokenStatus = 'accepted' | 'refused' | 'untried';

export function platformTokenStatusText(standing: PlatformTokenStatus): string {
  switch (standing) {
    case 'accepted':
      return l10n.t('The wiki accepted the platform token.');
    case 'refused':
      return l10n.t('The platform token was refused.');
    case 'untried':
      return l10n.t('The platform token is stored, not tried yet.');
  }
}

export function authorizationHeader({ secret, email }: PlatformToken): string {
  return email === undefined ? `Bearer ${secret.reveal()}` : `Basic ${btoa(`${email}:${secret.reveal()}`)}`;
}

/** Joins e-mail address and token with a space, which neither contains. */
export function serializePlatformToken({ secret, email }: PlatformToken): string {
  return email === undefined ? secret.reveal() : `${email} ${secret.reveal()}`;
}

export function parsePlatformToken(stored: string): PlatformToken {
  const [, email, secret = stored] = /^(\S+) (\S+)$/.exec(stored) ?? [];
  return { secret: new Secret(secret), email };
}

/** Returns the texts by which the token could leak: itself, and in Base64 with the e-mail address. */
export function sentTokenForms(token: PlatformToken): readonly string[] {
  const [, sent = ''] = authorizationHeader(token).split(' ');
  return [token.secret.reveal(), sent];
}

import * as l10n from '@vscode/l10n';
import { Secret } from '../text/secret';

/** A token for the wiki platform (contract 4.3). A personal token is sent with the person's e-mail address, as HTTP Basic. */
export interface PlatformToken {
  readonly secret: Secret;
  readonly email?: string | undefined;
}

/** What the wiki of a site said about a platform token; `untried`: it was not used yet. */
export type TokenStanding = 'accepted' | 'refused' | 'untried';

export function standingText(standing: TokenStanding): string {
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
export function storedText({ secret, email }: PlatformToken): string {
  return email === undefined ? secret.reveal() : `${email} ${secret.reveal()}`;
}

export function readStoredText(stored: string): PlatformToken {
  const [, email, secret = stored] = /^(\S+) (\S+)$/.exec(stored) ?? [];
  return { secret: new Secret(secret), email };
}

/** Returns the forms in which the token is sent: as it is, and in Base64 with the e-mail address. */
export function spellingsOf(token: PlatformToken): readonly string[] {
  const [, sent = ''] = authorizationHeader(token).split(' ');
  return [token.secret.reveal(), sent];
}

import * as l10n from '@vscode/l10n';
import { Secret } from '../text/secret';

/** A token for the wiki platform (contract 4.3). A person’s own is sent with their e-mail address, as HTTP Basic. */
export interface PlatformToken {
  readonly secret: Secret;
  readonly email?: string | undefined;
}

/** What the wiki of a site said of a platform token; `untried`: nothing yet. */
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

export function authorization({ secret, email }: PlatformToken): string {
  return email === undefined ? `Bearer ${secret.reveal()}` : `Basic ${btoa(`${email}:${secret.reveal()}`)}`;
}

/** Neither has a blank in it. */
export function storedText({ secret, email }: PlatformToken): string {
  return email === undefined ? secret.reveal() : `${email} ${secret.reveal()}`;
}

export function readStoredText(stored: string): PlatformToken {
  const [, email, secret = stored] = /^(\S+) (\S+)$/.exec(stored) ?? [];
  return { secret: new Secret(secret), email };
}

/** What stands in a header: the token as it is, and with the e-mail address in Base64. */
export function spellingsOf(token: PlatformToken): readonly string[] {
  const [, sent = ''] = authorization(token).split(' ');
  return [token.secret.reveal(), sent];
}

import { Secret } from '../text/secret';

/** A token for the wiki platform (contract 4.3). A person’s own is sent with their e-mail address, as HTTP Basic. */
export interface PlatformToken {
  readonly secret: Secret;
  readonly email?: string | undefined;
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

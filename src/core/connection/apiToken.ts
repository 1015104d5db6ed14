import * as l10n from '@vscode/l10n';
import { jwtDecode } from 'jwt-decode';
import { severalPastedProblem, splitPasted } from './endpoint';
import { displayLocale } from '../text/locale';
import type { Parsed } from '../text/parsed';
import { Secret } from '../text/secret';

export interface Lifetime {
  readonly issuedAt: number;
  readonly expiresAt: number;
}

/** A JWT (contract 2.3), whose `iat` and `exp` in Unix seconds become `issuedAt` and `expiresAt` in milliseconds. */
export interface ApiToken extends Lifetime {
  readonly secret: Secret;
}

export function isExpired({ expiresAt }: Lifetime, now: number): boolean {
  return expiresAt <= now;
}

export function unlessExpired(token: ApiToken | undefined, now: number): ApiToken | undefined {
  return token === undefined || isExpired(token, now) ? undefined : token;
}

/** Clocks may differ by this much: a token that was issued up to a minute in the future is accepted. */
export const clockToleranceMs = 60_000;

/** A later `iat` or `exp` (after the year 5138) is probably in milliseconds, so the token is rejected. */
const latestSeconds = 1e11;

const jwtCharacters = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** Accepts expired tokens and checks no signature, since only the service decides whether a token is valid. */
export function readApiToken(text: string): Parsed<ApiToken> {
  const value = text
    .trim()
    .replace(/^(?:["']|Bearer\s+)+/i, '')
    .replace(/["']$/, '');
  if (value === '') {
    return { problem: l10n.t('Paste the API token from the wiki’s token screen.') };
  }
  if (/\s/.test(value)) {
    return {
      problem: l10n.t(
        'This is not a complete API token: it contains a blank or a line break. Copy it again.',
      ),
    };
  }
  const claims = jwtCharacters.test(value) ? decodeClaims(value) : undefined;
  if (claims === undefined) {
    return {
      problem: l10n.t(
        'This is not a complete API token: a token has three parts separated by dots. Copy it again.',
      ),
    };
  }
  const { iat, exp } = claims;
  if (!isUnixTime(iat) || !isUnixTime(exp) || exp <= iat) {
    return {
      problem: l10n.t(
        'This token does not say when it was issued and when it expires. Is it a token for the import endpoint?',
      ),
    };
  }
  return { value: { secret: new Secret(value), issuedAt: iat * 1000, expiresAt: exp * 1000 } };
}

export function parseNewApiToken(text: string, now: number): Parsed<ApiToken> {
  const token = readApiToken(text);
  if (token.problem !== undefined) {
    return token;
  }
  if (isExpired(token.value, now)) {
    return {
      problem: l10n.t('This token expired on {0}. Create a new one.', formatTime(token.value.expiresAt)),
    };
  }
  if (token.value.issuedAt > now + clockToleranceMs) {
    return {
      problem: l10n.t(
        'This token’s issue date, {0}, is in the future. Set this computer’s clock, then paste the token again.',
        formatTime(token.value.issuedAt),
      ),
    };
  }
  return token;
}

/** Finds the token in a message, too. */
export function parsePastedToken(text: string, now: number): Parsed<ApiToken> {
  const [found = text, ...others] = splitPasted(text).tokens.filter(
    (token) => readApiToken(token).value !== undefined,
  );
  return others.length > 0 ? { problem: severalPastedProblem() } : parseNewApiToken(found, now);
}

/** Returns date and time in the display language. */
export function formatTime(at: number): string {
  return new Date(at).toLocaleString(displayLocale(), { dateStyle: 'medium', timeStyle: 'short' });
}

function decodeClaims(token: string): Record<string, unknown> | undefined {
  try {
    const claims: unknown = jwtDecode(token);
    return typeof claims === 'object' && claims !== null ? { ...claims } : undefined;
  } catch {
    return undefined;
  }
}

function isUnixTime(claim: unknown): claim is number {
  return typeof claim === 'number' && claim > 0 && claim < latestSeconds;
}

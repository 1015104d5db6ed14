import type { Result } from './result';

const secrets = new Set<string>();

/** Masks a secret in all output from now on. */
export function hide(secret: string): void {
  if (secret !== '') {
    secrets.add(secret);
  }
}

/** Returns the text with all secrets masked. */
export function masked(text: string): string {
  return [...secrets].reduce((shown, secret) => shown.replaceAll(secret, '***'), text);
}

/** Returns the result with all secrets masked, before a format cuts or escapes its texts. */
export function maskedResult(result: Result): Result {
  return JSON.parse(JSON.stringify(result), (_key, value: unknown) =>
    typeof value === 'string' ? masked(value) : value,
  ) as Result;
}

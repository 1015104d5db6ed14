const secrets = new Set<string>();

/** Masks a secret in all output from now on. */
export function maskSecret(secret: string): void {
  if (secret !== '') {
    secrets.add(secret);
  }
}

/** Returns the text with all secrets masked. */
export function masked(text: string): string {
  return [...secrets].reduce((shown, secret) => shown.replaceAll(secret, '***'), text);
}

const secrets = new Set<string>();

/** From now on it is shown nowhere. */
export function hide(secret: string): void {
  if (secret !== '') {
    secrets.add(secret);
  }
}

/** What is said never has a secret that was passed. */
export function masked(text: string): string {
  return [...secrets].reduce((shown, secret) => shown.replaceAll(secret, '***'), text);
}

const secrets = new Set<string>();

export function maskSecret(secret: string): void {
  if (secret !== '') {
    secrets.add(secret);
  }
}

export function masked(text: string): string {
  return [...secrets].reduce((shown, secret) => shown.replaceAll(secret, '***'), text);
}

import type { SecretStorage } from 'vscode';

export type StoredSecret =
  | { readonly kind: 'apiToken'; readonly endpoint: string }
  | { readonly kind: 'platformToken'; readonly site: string }
  | { readonly kind: 'export'; readonly authUrl: string; readonly clientId: string };

/** Lists and removes secrets, also those of connections and OAuth clients that are no longer in the settings. */
export class StoredSecrets {
  constructor(private readonly secrets: Pick<SecretStorage, 'keys' | 'delete'>) {}

  async list(): Promise<readonly StoredSecret[]> {
    const kept = new Map<string, StoredSecret>();
    for (const key of [...(await this.secrets.keys())].sort()) {
      const secret = readKey(key);
      if (secret !== undefined) {
        kept.set(JSON.stringify(secret), secret);
      }
    }
    return [...kept.values()];
  }

  async removeAll(): Promise<boolean> {
    const keys = await this.secrets.keys();
    const removed = await Promise.allSettled(keys.map((key) => this.secrets.delete(key)));
    return removed.every(({ status }) => status === 'fulfilled');
  }
}

function readKey(key: string): StoredSecret | undefined {
  const apiToken = /^apiToken:(.+)$/.exec(key)?.[1];
  const platformToken = /^platformToken:(.+)$/.exec(key)?.[1];
  const [, authUrl, clientId] = /^publishToWiki\.export\.\w+ (\S+) (\S+)$/.exec(key) ?? [];
  return apiToken !== undefined
    ? { kind: 'apiToken', endpoint: apiToken }
    : platformToken !== undefined
      ? { kind: 'platformToken', site: platformToken }
      : authUrl !== undefined && clientId !== undefined
        ? { kind: 'export', authUrl, clientId }
        : undefined;
}

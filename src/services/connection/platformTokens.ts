import type { SecretStorage } from 'vscode';
import { readStoredText, spellingsOf, storedText, type PlatformToken } from '../../core/wiki/platformToken';

const prefix = 'platformToken:';

/** Tokens for the wiki platform, each kept under the site that it may be sent to. */
export class PlatformTokens {
  /** `hide` gets every token before anyone else does. */
  constructor(
    private readonly secrets: Pick<SecretStorage, 'get' | 'store' | 'delete' | 'onDidChange'>,
    private readonly hide: (secret: string) => void,
  ) {}

  /** Tells whenever a token is stored or removed, in whichever window. */
  watch(changed: () => void): { dispose(): void } {
    return this.secrets.onDidChange(({ key }) => (key.startsWith(prefix) ? changed() : undefined));
  }

  async get(site: string): Promise<PlatformToken | undefined> {
    const stored = await this.secrets.get(prefix + site);
    if (stored === undefined) {
      return undefined;
    }
    const token = readStoredText(stored);
    spellingsOf(token).forEach(this.hide);
    return token;
  }

  async store(site: string, token: PlatformToken): Promise<void> {
    spellingsOf(token).forEach(this.hide);
    await this.secrets.store(prefix + site, storedText(token));
  }

  async delete(site: string): Promise<void> {
    await this.secrets.delete(prefix + site);
  }
}

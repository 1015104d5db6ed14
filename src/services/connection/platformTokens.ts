import type { SecretStorage } from 'vscode';
import { Secret } from '../../core/text/secret';

const prefix = 'platformToken:';

/** Platform bearer tokens, each kept under the site that it may be sent to. */
export class PlatformTokens {
  /** `hide` gets every token before anyone else does. */
  constructor(
    private readonly secrets: Pick<SecretStorage, 'get' | 'store' | 'delete'>,
    private readonly hide: (secret: string) => void,
  ) {}

  async get(site: string): Promise<Secret | undefined> {
    const stored = await this.secrets.get(prefix + site);
    if (stored === undefined) {
      return undefined;
    }
    this.hide(stored);
    return new Secret(stored);
  }

  async store(site: string, token: Secret): Promise<void> {
    this.hide(token.reveal());
    await this.secrets.store(prefix + site, token.reveal());
  }

  async delete(site: string): Promise<void> {
    await this.secrets.delete(prefix + site);
  }
}

import type { SecretStorage } from 'vscode';
import { readApiToken, type ApiToken } from '../core/apiToken';

const prefix = 'apiToken:';

/** API tokens, each kept under the endpoint that it may be sent to. */
export class ApiTokens {
  /** `hide` gets every token before anyone else does. */
  constructor(
    private readonly secrets: Pick<SecretStorage, 'get' | 'store' | 'delete'>,
    private readonly hide: (secret: string) => void,
  ) {}

  async get(endpoint: string): Promise<ApiToken | undefined> {
    const stored = await this.secrets.get(prefix + endpoint);
    if (stored === undefined) {
      return undefined;
    }
    this.hide(stored);
    return readApiToken(stored).value;
  }

  async store(endpoint: string, { secret }: ApiToken): Promise<void> {
    this.hide(secret.reveal());
    await this.secrets.store(prefix + endpoint, secret.reveal());
  }

  async delete(endpoint: string): Promise<void> {
    await this.secrets.delete(prefix + endpoint);
  }
}

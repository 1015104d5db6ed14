import * as l10n from '@vscode/l10n';
import type { SecretStorage } from 'vscode';
import { readApiToken, type ApiToken } from '../../core/connection/apiToken';
import { UserError } from '../../core/text/errors';
import { isTokenRefused, type Outcome } from '../../core/wiki/outcome';

const prefix = 'apiToken:';

/** Stores each API token under the one endpoint that it may be sent to; refused tokens are noted in memory only. */
export class ApiTokens {
  readonly #refused = new Map<string, string>();
  onDidChangeRefusal: (() => void) | undefined;

  /** `maskInLog` is called with each token before it is returned or stored. */
  constructor(
    private readonly secrets: Pick<SecretStorage, 'get' | 'store' | 'delete'>,
    private readonly maskInLog: (secret: string) => void,
  ) {}

  async get(endpoint: string): Promise<ApiToken | undefined> {
    const stored = await this.#get(prefix + endpoint);
    if (stored === undefined) {
      return undefined;
    }
    this.maskInLog(stored);
    return readApiToken(stored).value;
  }

  recordOutcome(endpoint: string, { secret }: ApiToken, outcome: Outcome): void {
    const isRefused = isTokenRefused(outcome);
    if (isRefused !== undefined && this.isRefused(endpoint, { secret }) !== isRefused) {
      this.#refused.set(endpoint, isRefused ? secret.reveal() : '');
      this.onDidChangeRefusal?.();
    }
  }

  isRefused(endpoint: string, { secret }: Pick<ApiToken, 'secret'>): boolean {
    return this.#refused.get(endpoint) === secret.reveal();
  }

  async store(endpoint: string, { secret }: ApiToken): Promise<void> {
    this.maskInLog(secret.reveal());
    try {
      await this.secrets.store(prefix + endpoint, secret.reveal());
    } catch (cause) {
      const text = l10n.t(
        'VS Code’s secret storage did not accept the API token. Is this computer’s keyring locked? Unlock it, then enter the token again.',
      );
      throw new UserError(text, { cause });
    }
  }

  async delete(endpoint: string): Promise<void> {
    await this.secrets.delete(prefix + endpoint);
  }

  forget(): void {
    this.#refused.clear();
  }

  async #get(key: string): Promise<string | undefined> {
    try {
      return await this.secrets.get(key);
    } catch (cause) {
      const text = l10n.t(
        'VS Code’s secret storage, which holds the API token, can’t be read. Is this computer’s keyring locked? Nothing was sent.',
      );
      throw new UserError(text, { cause });
    }
  }
}

import type { SecretStorage } from 'vscode';
import {
  parsePlatformToken,
  sentTokenForms,
  serializePlatformToken,
  type PlatformToken,
  type PlatformTokenStatus,
} from '../../core/wiki/platformToken';

const prefix = 'platformToken:';

/** Stores each platform token (contract 4.3) under the one site that it may be sent to. Statuses are in memory only. */
export class PlatformTokens {
  readonly #judged = new Map<string, { readonly token: string; readonly status: PlatformTokenStatus }>();
  readonly #watchers = new Set<() => void>();

  /** `hide` is called with each token before it is returned or stored, so that the log masks it. */
  constructor(
    private readonly secrets: Pick<SecretStorage, 'get' | 'store' | 'delete' | 'onDidChange'>,
    private readonly hide: (secret: string) => void,
  ) {}

  watch(changed: () => void): { dispose(): void } {
    return this.secrets.onDidChange(({ key }) => (key.startsWith(prefix) ? changed() : undefined));
  }

  onDidChangeStatus(changed: () => void): { dispose(): void } {
    this.#watchers.add(changed);
    return { dispose: () => this.#watchers.delete(changed) };
  }

  statusOf(site: string, token: PlatformToken): PlatformTokenStatus {
    const judged = this.#judged.get(site);
    return judged?.token === serializePlatformToken(token) ? judged.status : 'untried';
  }

  recordStatus(site: string, token: PlatformToken, status: Exclude<PlatformTokenStatus, 'untried'>): void {
    if (this.statusOf(site, token) !== status) {
      this.#judged.set(site, { token: serializePlatformToken(token), status });
      this.#watchers.forEach((changed) => changed());
    }
  }

  async get(site: string): Promise<PlatformToken | undefined> {
    const stored = await this.secrets.get(prefix + site);
    if (stored === undefined) {
      return undefined;
    }
    const token = parsePlatformToken(stored);
    sentTokenForms(token).forEach(this.hide);
    return token;
  }

  async store(site: string, token: PlatformToken): Promise<void> {
    sentTokenForms(token).forEach(this.hide);
    await this.secrets.store(prefix + site, serializePlatformToken(token));
  }

  async delete(site: string): Promise<void> {
    await this.secrets.delete(prefix + site);
  }

  forget(): void {
    this.#judged.clear();
  }
}

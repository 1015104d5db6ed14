import type { SecretStorage } from 'vscode';
import {
  readStoredText,
  spellingsOf,
  storedText,
  type PlatformToken,
  type TokenStanding,
} from '../../core/wiki/platformToken';

const prefix = 'platformToken:';

/** Tokens for the wiki platform, each kept under the site that it may be sent to. */
export class PlatformTokens {
  readonly #judged = new Map<string, { readonly token: string; readonly standing: TokenStanding }>();
  readonly #watchers = new Set<() => void>();

  /** `hide` gets every token before anyone else does. */
  constructor(
    private readonly secrets: Pick<SecretStorage, 'get' | 'store' | 'delete' | 'onDidChange'>,
    private readonly hide: (secret: string) => void,
  ) {}

  /** Tells whenever a token is stored or removed, in whichever window. */
  watch(changed: () => void): { dispose(): void } {
    return this.secrets.onDidChange(({ key }) => (key.startsWith(prefix) ? changed() : undefined));
  }

  /** Tells whenever the wiki says something else of a token than before, in this window. */
  watchStanding(changed: () => void): { dispose(): void } {
    this.#watchers.add(changed);
    return { dispose: () => this.#watchers.delete(changed) };
  }

  /** What this window heard of a token; of another one than the last, nothing yet. */
  standing(site: string, token: PlatformToken): TokenStanding {
    const judged = this.#judged.get(site);
    return judged?.token === storedText(token) ? judged.standing : 'untried';
  }

  /** What the wiki said last counts. */
  judge(site: string, token: PlatformToken, standing: Exclude<TokenStanding, 'untried'>): void {
    if (this.standing(site, token) !== standing) {
      this.#judged.set(site, { token: storedText(token), standing });
      this.#watchers.forEach((changed) => changed());
    }
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

import type { SecretStorage } from 'vscode';
import {
  readStoredText,
  spellingsOf,
  storedText,
  type PlatformToken,
  type TokenStanding,
} from '../../core/wiki/platformToken';

const prefix = 'platformToken:';

/** The tokens for the wiki platform, each stored under the site that it may be sent to. */
export class PlatformTokens {
  readonly #judged = new Map<string, { readonly token: string; readonly standing: TokenStanding }>();
  readonly #watchers = new Set<() => void>();

  /** `hide` gets every token first, so that it is masked in the log. */
  constructor(
    private readonly secrets: Pick<SecretStorage, 'get' | 'store' | 'delete' | 'onDidChange'>,
    private readonly hide: (secret: string) => void,
  ) {}

  /** Reports when a token is stored or removed in any window. */
  watch(changed: () => void): { dispose(): void } {
    return this.secrets.onDidChange(({ key }) => (key.startsWith(prefix) ? changed() : undefined));
  }

  /** Reports when the wiki answers differently about a token than before, in this window. */
  watchStanding(changed: () => void): { dispose(): void } {
    this.#watchers.add(changed);
    return { dispose: () => this.#watchers.delete(changed) };
  }

  /** Returns what the wiki said of this token in this window; a new token counts as untried. */
  standing(site: string, token: PlatformToken): TokenStanding {
    const judged = this.#judged.get(site);
    return judged?.token === storedText(token) ? judged.standing : 'untried';
  }

  /** Records what the wiki said last. */
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

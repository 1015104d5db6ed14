import type { DecideInput, Decision } from '../../core/publish/decision';
import { isSpaceKey, type SpaceLookup } from '../../core/publish/spaceKey';
import type { LookupResult, FoundSpace } from '../../core/wiki/lookups';
import type { Lookups } from './lookups';

/**
 * Looks up the IDs of spaces that settings or front matter name by key, since the service takes IDs only (contract
 * 2.1).
 */
export class SpaceIds {
  readonly #found = new Map<string, LookupResult<FoundSpace>>();
  readonly #looking = new Map<string, Promise<void>>();

  constructor(private readonly lookups: Pick<Lookups, 'space'>) {}

  readonly of: SpaceLookup = (endpoint, key) => this.#found.get(`${endpoint} ${key}`);

  forget(): void {
    this.#found.clear();
  }

  /** Looks up the one space whose key keeps the decision open. `decided` is called only if a key is named at all. */
  async lookUp(
    { document, defaults }: DecideInput,
    decided: () => Pick<Decision, 'connection' | 'questions'> | undefined,
  ): Promise<void> {
    if (![document.frontMatter.space, document.frontMatter.spaceKey, defaults.space].some(isSpaceKey)) {
      return;
    }
    const { connection, questions } = decided() ?? {};
    const open = questions?.find((question) => question.kind === 'space');
    if (connection !== undefined && open !== undefined) {
      const name = `${connection.endpoint} ${open.key}`;
      const looking = this.#looking.get(name) ?? this.#lookUp(name, connection.endpoint, open.key);
      this.#looking.set(name, looking);
      await looking.finally(() => this.#looking.delete(name));
    }
  }

  async #lookUp(name: string, endpoint: string, key: string): Promise<void> {
    const found = await this.lookups.space(endpoint, { key });
    if (found === undefined) {
      this.#found.delete(name);
    } else {
      this.#found.set(name, found);
    }
  }
}

import type { Memento } from 'vscode';
import type { FoundSpace } from '../../core/wiki/lookups';
import type { Target } from '../../core/wiki/target';

const mostRecent = 10;

/**
 * The places that were used last, for the lists in prompts. Errors in storing them are only
 * reported, since nothing else depends on them.
 */
export class RecentPlaces {
  constructor(
    private readonly state: Memento,
    private readonly failed: (error: unknown) => void,
  ) {}

  async remember(endpoint: string, { space, parent }: Pick<Target, 'space' | 'parent'>): Promise<void> {
    await Promise.all([
      this.#remember(spacesKey(endpoint), space),
      this.#remember(parentsKey(endpoint, space), parent),
      this.rememberEndpoint(endpoint),
    ]);
  }

  spaces(endpoint: string): readonly string[] {
    return this.#recent(spacesKey(endpoint));
  }

  parents(endpoint: string, space: string): readonly string[] {
    return this.#recent(parentsKey(endpoint, space));
  }

  spaceKey(site: string, id: string): string | undefined {
    const key = this.state.get<unknown>(spaceKeyKey(site, id));
    return typeof key === 'string' ? key : undefined;
  }

  async rememberSpaceKey(site: string, { id, key }: FoundSpace): Promise<void> {
    await this.#update(spaceKeyKey(site, id), key);
  }

  /** Returns the page’s address if the person has pasted it. */
  address(endpoint: string, id: string): string | undefined {
    const address = this.state.get<unknown>(addressKey(endpoint, id));
    return typeof address === 'string' ? address : undefined;
  }

  async rememberAddress(endpoint: string, id: string, address: string): Promise<void> {
    await this.#update(addressKey(endpoint, id), address);
  }

  /** Returns the endpoint of the connection that was used last. */
  endpoint(): string | undefined {
    const endpoint = this.state.get<unknown>('endpoint');
    return typeof endpoint === 'string' ? endpoint : undefined;
  }

  async rememberEndpoint(endpoint: string): Promise<void> {
    await this.#update('endpoint', endpoint);
  }

  #recent(key: string): readonly string[] {
    const stored = this.state.get<unknown>(key);
    return Array.isArray(stored) ? stored.filter((entry) => typeof entry === 'string') : [];
  }

  async #remember(key: string, entry: string): Promise<void> {
    const others = this.#recent(key).filter((each) => each !== entry);
    await this.#update(key, [entry, ...others].slice(0, mostRecent));
  }

  async #update(key: string, value: unknown): Promise<void> {
    try {
      await this.state.update(key, value);
    } catch (error) {
      this.failed(error);
    }
  }
}

const spacesKey = (endpoint: string): string => `spaces:${endpoint}`;
const spaceKeyKey = (site: string, id: string): string => `spaceKey:${site} ${id}`;
const addressKey = (endpoint: string, id: string): string => `address:${endpoint} ${id}`;
const parentsKey = (endpoint: string, space: string): string => `parents:${endpoint} ${space}`;

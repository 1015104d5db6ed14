import type { FoundSpace } from '../../core/wiki/lookups';
import type { Target } from '../../core/wiki/target';
import { listOf, type Values } from './values';

const mostRecent = 10;

/** The places that were used last, for the lists in prompts. */
export class RecentPlaces {
  constructor(private readonly values: Values) {}

  async remember(endpoint: string, { space, parent }: Pick<Target, 'space' | 'parent'>): Promise<void> {
    await Promise.all([
      this.#remember(spacesKey(endpoint), space),
      this.#remember(parentsKey(endpoint, space), parent),
      this.rememberEndpoint(endpoint),
    ]);
  }

  spaces(endpoint: string): readonly string[] {
    return listOf(this.values.get(spacesKey(endpoint)));
  }

  parents(endpoint: string, space: string): readonly string[] {
    return listOf(this.values.get(parentsKey(endpoint, space)));
  }

  spaceKey(site: string, id: string): string | undefined {
    return this.values.text(spaceKeyKey(site, id));
  }

  async rememberSpaceKey(site: string, { id, key }: FoundSpace): Promise<void> {
    await this.values.change(spaceKeyKey(site, id), () => key);
  }

  /** Returns the page’s address if the person has pasted it. */
  address(endpoint: string, id: string): string | undefined {
    return this.values.text(addressKey(endpoint, id));
  }

  async rememberAddress(endpoint: string, id: string, address: string): Promise<void> {
    await this.values.change(addressKey(endpoint, id), () => address);
  }

  /** Returns the endpoint of the connection that was used last. */
  endpoint(): string | undefined {
    return this.values.text('endpoint');
  }

  async rememberEndpoint(endpoint: string): Promise<void> {
    await this.values.change('endpoint', () => endpoint);
  }

  async #remember(key: string, entry: string): Promise<void> {
    await this.values.change(key, (known) =>
      [entry, ...listOf(known).filter((each) => each !== entry)].slice(0, mostRecent),
    );
  }
}

const spacesKey = (endpoint: string): string => `spaces ${endpoint}`;
const spaceKeyKey = (site: string, id: string): string => `space key ${site} ${id}`;
const addressKey = (endpoint: string, id: string): string => `address ${endpoint} ${id}`;
const parentsKey = (endpoint: string, space: string): string => `parents ${endpoint} ${space}`;

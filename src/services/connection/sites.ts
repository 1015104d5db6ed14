import type { Memento } from 'vscode';
import { parseAddress } from '../../core/connection/endpoint';
import { addressOn, documentedSite, elsewhereProblem, parseSite } from '../../core/wiki/site';

/** The wiki that an endpoint belongs to ({base_url} of the contract): as the person said, else as its address does. */
export class Sites {
  constructor(
    private readonly state: Pick<Memento, 'get' | 'update'>,
    private readonly failed: (error: unknown) => void,
  ) {}

  /** Where nobody has said it, the endpoint's own origin: no token is kept for that one unless the person gave it. */
  of(endpoint: string): string {
    return this.known(endpoint) ?? new URL(endpoint).origin;
  }

  known(endpoint: string): string | undefined {
    return this.#read(saidKey(endpoint)) ?? documentedSite(endpoint);
  }

  /** As pasted addresses tell, where nobody says more: pages are opened there, and no token is sent. */
  suggested(endpoint: string): string | undefined {
    return this.known(endpoint) ?? this.#read(pastedKey(endpoint));
  }

  /** Whether two connections publish to one wiki. */
  isOne(endpoint: string, other: string): boolean {
    const site = this.known(endpoint);
    return endpoint === other || (site !== undefined && site === this.known(other));
  }

  /** An address that may be opened or linked to: of a page in the wiki of this connection; undefined for any other. */
  addressIn(endpoint: string, address: string): string | undefined {
    return addressOn(this.suggested(endpoint) ?? this.of(endpoint), address);
  }

  /** Why the address of a page is not taken: it is of another wiki than the one that is known. */
  elsewhere(endpoint: string, address: string): string | undefined {
    const site = this.known(endpoint);
    return site === undefined ? undefined : elsewhereProblem(site, address);
  }

  /** Remembers the site that the person confirmed: from now on tokens are sent there. */
  remember(endpoint: string, site: string): Promise<void> {
    return this.#write(saidKey(endpoint), site);
  }

  /** `address`: of a page, as the person pasted it. */
  async suggest(endpoint: string, address: string): Promise<void> {
    const site = parseSite(address).value;
    await (site === undefined ? undefined : this.#write(pastedKey(endpoint), site));
  }

  /** Nothing else than https is spoken, whoever wrote it down. */
  #read(key: string): string | undefined {
    const site = this.state.get<unknown>(key);
    return typeof site === 'string' && parseAddress(site).problem === undefined ? site : undefined;
  }

  async #write(key: string, site: string): Promise<void> {
    try {
      await this.state.update(key, site);
    } catch (error) {
      this.failed(error);
    }
  }
}

const saidKey = (endpoint: string): string => `site:${endpoint}`;
const pastedKey = (endpoint: string): string => `pastedSite:${endpoint}`;

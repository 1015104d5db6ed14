import type { Memento } from 'vscode';
import { parseAddress } from '../../core/connection/endpoint';
import { addressOnSite, documentedSite, otherSiteProblem, parseSite } from '../../core/wiki/site';

/** The wiki that an endpoint belongs to ({base_url} of the contract), as the person confirmed it or as the endpoint's address says. */
export class Sites {
  /** The pages whose addresses were pasted with a new connection. */
  readonly #pages = new Map<string, string>();

  constructor(
    private readonly state: Pick<Memento, 'get' | 'update'>,
    private readonly failed: (error: unknown) => void,
  ) {}

  /**
   * Returns the endpoint’s origin where the site is not known. A token goes there only if the person
   * confirmed it.
   */
  of(endpoint: string): string {
    return this.known(endpoint) ?? new URL(endpoint).origin;
  }

  known(endpoint: string): string | undefined {
    return this.#read(confirmedKey(endpoint)) ?? documentedSite(endpoint);
  }

  /** Returns the site of a pasted address if nothing else is known. Pages are opened there, but no token is sent there. */
  suggested(endpoint: string): string | undefined {
    return this.known(endpoint) ?? this.#read(pastedKey(endpoint));
  }

  /** Whether two endpoints publish to the same wiki. */
  isSameWiki(endpoint: string, other: string): boolean {
    const site = this.known(endpoint);
    return endpoint === other || (site !== undefined && site === this.known(other));
  }

  /** Returns the address of a page in the connection's wiki, if it may be opened or linked to; undefined for any other. */
  addressIn(endpoint: string, address: string): string | undefined {
    return addressOnSite(this.suggested(endpoint) ?? this.of(endpoint), address);
  }

  /** Says why the address of a page is refused: it is in another wiki. */
  otherWikiProblem(endpoint: string, address: string): string | undefined {
    const site = this.known(endpoint);
    return site === undefined ? undefined : otherSiteProblem(site, address);
  }

  /** Remembers the site that the person confirmed; from now on, tokens are sent there. */
  rememberConfirmed(endpoint: string, site: string): Promise<void> {
    return this.#write(confirmedKey(endpoint), site);
  }

  /** `address`: the address of a page that the person pasted. */
  async rememberPasted(endpoint: string, address: string): Promise<void> {
    const site = parseSite(address).value;
    await (site === undefined ? undefined : this.#write(pastedKey(endpoint), site));
  }

  /** `page`: the address of the page to publish under, which was pasted with a new connection. */
  async suggestPage(endpoint: string, page: string): Promise<void> {
    this.#pages.set(endpoint, page);
    await this.rememberPasted(endpoint, page);
  }

  /** Returns the address of that page once, so that a person who goes back is asked for another one. */
  takePage(endpoint: string): string | undefined {
    const page = this.#pages.get(endpoint);
    this.#pages.delete(endpoint);
    return page;
  }

  /** Checks the stored site like an entered one, since tokens are sent there. */
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

const confirmedKey = (endpoint: string): string => `site:${endpoint}`;
const pastedKey = (endpoint: string): string => `pastedSite:${endpoint}`;

import type { Memento } from 'vscode';
import { parseAddress } from '../../core/connection/endpoint';
import { addressOnSite, documentedSite, otherSiteProblem, parseSite } from '../../core/wiki/site';

/**
 * Maps an endpoint to its site, `{base_url}` of contract 4.1: the one that the person confirmed, or else the one in
 * the endpoint's address. Where neither tells, `of` alone returns the origin of that address.
 */
export class Sites {
  readonly #pages = new Map<string, string>();

  constructor(
    private readonly state: Pick<Memento, 'get' | 'update'>,
    private readonly failed: (error: unknown) => void,
  ) {}

  of(endpoint: string): string {
    return this.known(endpoint) ?? new URL(endpoint).origin;
  }

  known(endpoint: string): string | undefined {
    return this.#read(confirmedKey(endpoint)) ?? documentedSite(endpoint);
  }

  /**
   * Returns the known site, or else the site of a page address that the person pasted. Pages may be opened on
   * a pasted site, but no token may be sent to it.
   */
  suggested(endpoint: string): string | undefined {
    return this.known(endpoint) ?? this.#read(pastedKey(endpoint));
  }

  isSameWiki(endpoint: string, other: string): boolean {
    const site = this.known(endpoint);
    return endpoint === other || (site !== undefined && site === this.known(other));
  }

  /** Returns `address`, normalized, if it has the origin of the endpoint's site: only then it may be opened or linked. */
  addressIn(endpoint: string, address: string): string | undefined {
    return addressOnSite(this.suggested(endpoint) ?? this.of(endpoint), address);
  }

  otherWikiProblem(endpoint: string, address: string): string | undefined {
    const site = this.known(endpoint);
    return site === undefined ? undefined : otherSiteProblem(site, address);
  }

  /** From now on, the platform token is sent to this site. */
  rememberConfirmed(endpoint: string, site: string): Promise<void> {
    return this.#write(confirmedKey(endpoint), site);
  }

  /** Remembers only the site of `address`, which may be any page in the endpoint's wiki. Ignores an invalid address. */
  async rememberPasted(endpoint: string, address: string): Promise<void> {
    const site = parseSite(address).value;
    await (site === undefined ? undefined : this.#write(pastedKey(endpoint), site));
  }

  /** `address`: that of the future parent page, which the person pasted while adding the connection. */
  async rememberParentAddress(endpoint: string, address: string): Promise<void> {
    this.#pages.set(endpoint, address);
    await this.rememberPasted(endpoint, address);
  }

  /**
   * Returns the address given to `rememberParentAddress` only once: a person who goes back in the prompts is
   * asked for another page.
   */
  takeParentAddress(endpoint: string): string | undefined {
    const page = this.#pages.get(endpoint);
    this.#pages.delete(endpoint);
    return page;
  }

  forget(): void {
    this.#pages.clear();
  }

  /** Validates the stored site like one that was typed, since tokens are sent to a confirmed one. */
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

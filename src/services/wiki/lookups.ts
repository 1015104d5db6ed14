import type { Exchange, HttpRequest, HttpResponse, Send } from '../../core/network/http';
import {
  judgePage,
  judgeSpace,
  pageRequest,
  siteOf,
  spaceRequest,
  type Found,
  type FoundPage,
  type FoundSpace,
} from '../../core/wiki/lookups';
import { redactExchange } from '../../core/network/redact';
import type { Secret } from '../../core/text/secret';
import type { Target } from '../../core/wiki/target';
import { whyNotFound } from '../../core/wiki/whyNotFound';
import type { PlatformTokens } from '../connection/platformTokens';

export interface LookupDependencies {
  readonly send: Send;
  readonly tokens: Pick<PlatformTokens, 'get'>;
  /** The key that a space's id was found by. */
  readonly spaceKey: (site: string, id: string) => string | undefined;
  readonly log: (request: HttpRequest, exchange: Exchange) => void;
}

const deadlineMs = 10_000;

/** The read-only lookups of contract 4.3. Without a platform token nothing is looked up. */
export class Lookups {
  constructor(private readonly lookingUp: LookupDependencies) {}

  async space(endpoint: string, key: string): Promise<Found<FoundSpace> | undefined> {
    return this.#find(
      endpoint,
      (site, token) => spaceRequest(site, key, token),
      (response) => judgeSpace(response, key),
    );
  }

  async page(endpoint: string, id: string): Promise<Found<FoundPage> | undefined> {
    return this.#find(
      endpoint,
      (site, token) => pageRequest(site, id, token),
      (response) => judgePage(response, id),
    );
  }

  /** What a 404 of the import means; undefined when that can't be told. */
  async whyNotFound(endpoint: string, target: Target): Promise<string | undefined> {
    const known = this.lookingUp.spaceKey(siteOf(endpoint), target.space);
    const key = known ?? (/^\d+$/.test(target.space) ? undefined : target.space);
    const [space, page] = await Promise.all([
      key === undefined ? undefined : this.space(endpoint, key),
      this.page(endpoint, target.parent),
    ]);
    return (
      page && whyNotFound(target, { space: space && key !== undefined ? { ...space, key } : undefined, page })
    );
  }

  async #find<T>(
    endpoint: string,
    requestWith: (site: string, token: Secret) => HttpRequest,
    judge: (response: HttpResponse) => Found<T>,
  ): Promise<Found<T> | undefined> {
    const { tokens, send, log } = this.lookingUp;
    const site = siteOf(endpoint);
    const token = await tokens.get(site);
    if (token === undefined) {
      return undefined;
    }
    const request = requestWith(site, token);
    const exchange = redactExchange(await send(request, { deadlineMs }), token.reveal());
    log(request, exchange);
    return exchange.kind === 'answered' ? judge(exchange.response) : { kind: 'unknown' };
  }
}

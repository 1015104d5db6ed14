import { parseAddress } from '../../core/connection/endpoint';
import type { Exchange, HttpRequest, HttpResponse, Send } from '../../core/network/http';
import {
  idsQuery,
  judgePage,
  judgePages,
  judgeSpace,
  judgeUser,
  mostIds,
  pageRequest,
  pagesRequest,
  spaceByIdRequest,
  spaceRequest,
  titleQuery,
  userRequest,
  type Found,
  type FoundPage,
  type FoundPages,
  type FoundSpace,
} from '../../core/wiki/lookups';
import { redactExchange } from '../../core/network/redact';
import { spellingsOf, type PlatformToken } from '../../core/wiki/platformToken';
import type { Target } from '../../core/wiki/target';
import { whyNotFound } from '../../core/wiki/whyNotFound';
import type { PlatformTokens } from '../connection/platformTokens';
import type { Sites } from '../connection/sites';

export interface LookupDependencies {
  readonly send: Send;
  readonly tokens: Pick<PlatformTokens, 'get'>;
  readonly sites: Pick<Sites, 'of'>;
  /** The key that a space's id was found by. */
  readonly spaceKey: (site: string, id: string) => string | undefined;
  readonly log: (request: HttpRequest, exchange: Exchange) => void;
}

type LookupOf<T> = [
  endpoint: string,
  requestWith: (site: string, token: PlatformToken) => HttpRequest,
  judge: (response: HttpResponse, site: string) => Found<T>,
  signal?: AbortSignal | undefined,
];

const deadlineMs = 10_000;
/** Of results: a title has few, and an answer that always names another one has no end. */
const mostAnswers = 4;

/** The read-only lookups of contract 4.3. Without a platform token nothing is looked up, and all of it is undefined. */
export class Lookups {
  constructor(private readonly lookingUp: LookupDependencies) {}

  /** Whether anything is looked up at all. */
  async canLookUp(endpoint: string): Promise<boolean> {
    const access = await this.#access(endpoint).catch(() => undefined);
    return access !== undefined;
  }

  space(
    endpoint: string,
    wanted: { readonly key: string } | { readonly id: string },
    signal?: AbortSignal,
  ): Promise<Found<FoundSpace> | undefined> {
    return this.#find(
      endpoint,
      (site, token) =>
        'key' in wanted ? spaceRequest(site, wanted.key, token) : spaceByIdRequest(site, wanted.id, token),
      (response) => judgeSpace(response, wanted),
      signal,
    );
  }

  page(endpoint: string, id: string, signal?: AbortSignal): Promise<Found<FoundPage> | undefined> {
    return this.#find(
      endpoint,
      (site, token) => pageRequest(site, id, token),
      (response, site) => judgePage(response, id, site),
      signal,
    );
  }

  /** The page of this title under this parent. */
  async pageAt(
    endpoint: string,
    { space, parent, title }: Pick<Target, 'space' | 'parent' | 'title'>,
    signal: AbortSignal,
  ): Promise<Found<FoundPage> | undefined> {
    const found = await this.pagesTitled(endpoint, { space, title }, signal);
    if (found?.kind !== 'found') {
      return found;
    }
    const page = found.value.find((each) => each.parentId === parent && each.title === title);
    return page === undefined ? { kind: 'missing' } : { kind: 'found', value: page };
  }

  /** The pages of a space that a title finds. */
  async pagesTitled(
    endpoint: string,
    { space, title }: Pick<Target, 'space' | 'title'>,
    signal: AbortSignal,
  ): Promise<Found<readonly FoundPage[]> | undefined> {
    const spaceId = await this.#spaceId(endpoint, space, signal);
    if (typeof spaceId !== 'string') {
      return spaceId;
    }
    const found = await this.#pages(endpoint, titleQuery(spaceId, title), signal);
    return found?.kind === 'found'
      ? { kind: 'found', value: found.value.filter((each) => each.spaceId === spaceId) }
      : found;
  }

  /** As many as one answer can have. Those that are not in it are not told of. */
  async pagesOf(
    endpoint: string,
    ids: readonly string[],
    signal: AbortSignal,
  ): Promise<Found<readonly FoundPage[]> | undefined> {
    const wanted = new Set(ids.slice(0, mostIds));
    const found = await this.#pages(endpoint, idsQuery([...wanted]), signal);
    return found?.kind === 'found'
      ? { kind: 'found', value: found.value.filter(({ id }) => wanted.has(id)) }
      : found;
  }

  /** The name of a person. */
  user(endpoint: string, accountId: string, signal: AbortSignal): Promise<Found<string> | undefined> {
    return this.#find(
      endpoint,
      (site, token) => userRequest(site, accountId, token),
      (response) => judgeUser(response, accountId),
      signal,
    );
  }

  /** What a 404 of the import means; undefined when that can't be told. */
  async whyNotFound(endpoint: string, target: Target): Promise<string | undefined> {
    const known = this.lookingUp.spaceKey(this.lookingUp.sites.of(endpoint), target.space);
    const key = known ?? (/^\d+$/.test(target.space) ? undefined : target.space);
    const [space, page] = await Promise.all([
      key === undefined ? undefined : this.space(endpoint, { key }),
      this.page(endpoint, target.parent),
    ]);
    return (
      page && whyNotFound(target, { space: space && key !== undefined ? { ...space, key } : undefined, page })
    );
  }

  /** All results, or none. */
  async #pages(
    endpoint: string,
    query: string,
    signal: AbortSignal,
  ): Promise<Found<readonly FoundPage[]> | undefined> {
    const pages: FoundPage[] = [];
    let next: string | undefined = query;
    for (let answers = 0; next !== undefined; answers++) {
      const asked: string = next;
      const found: Found<FoundPages> | undefined =
        answers === mostAnswers
          ? { kind: 'unknown' }
          : await this.#find(
              endpoint,
              (site, token) => pagesRequest(site, asked, token),
              (response, site) => judgePages(response, site),
              signal,
            );
      if (found?.kind !== 'found') {
        return found;
      }
      pages.push(...found.value.pages);
      ({ next } = found.value);
    }
    return { kind: 'found', value: pages };
  }

  async #spaceId(
    endpoint: string,
    space: string,
    signal: AbortSignal,
  ): Promise<string | Exclude<Found<FoundSpace>, { kind: 'found' }> | undefined> {
    if (/^\d+$/.test(space)) {
      return space;
    }
    const found = await this.space(endpoint, { key: space }, signal);
    return found?.kind === 'found' ? found.value.id : found;
  }

  /** The one place where a token and the address that it is sent to meet. */
  async #access(
    endpoint: string,
  ): Promise<{ readonly site: string; readonly token: PlatformToken } | undefined> {
    const { tokens, sites } = this.lookingUp;
    const site = sites.of(endpoint);
    const token = parseAddress(site).problem === undefined ? await tokens.get(site) : undefined;
    return token && { site, token };
  }

  /** What can’t be asked, or told of, is unknown: it stops nothing that goes on beside it. */
  async #find<T>(...lookup: LookupOf<T>): Promise<Found<T> | undefined> {
    try {
      return await this.#ask(...lookup);
    } catch {
      return { kind: 'unknown' };
    }
  }

  async #ask<T>(...[endpoint, requestWith, judge, signal]: LookupOf<T>): Promise<Found<T> | undefined> {
    const { send, log } = this.lookingUp;
    const access = await this.#access(endpoint);
    if (access === undefined) {
      return undefined;
    }
    const { site, token } = access;
    const request = requestWith(site, token);
    const sent = await send(request, { deadlineMs, signal });
    const exchange = spellingsOf(token).reduce(redactExchange, sent);
    // Who looks beside a publish says in one line what it did not find
    if (signal === undefined) {
      log(request, exchange);
    }
    return exchange.kind === 'answered' ? judge(exchange.response, site) : { kind: 'unknown' };
  }
}

import { parseAddress } from '../../core/connection/endpoint';
import type { Exchange, HttpRequest, HttpResponse, Send } from '../../core/network/http';
import {
  idsQuery,
  readPageResponse,
  readPagesResponse,
  readSpaceResponse,
  readTokenTrialResponse,
  readUserResponse,
  maxPagesPerRequest,
  pageRequest,
  pagesOfSpace,
  pagesRequest,
  pagesInSpaceQuery,
  spaceRequest,
  titleQuery,
  tokenTrialRequest,
  userRequest,
  type LookupResult,
  type FoundPage,
  type FoundPages,
  type FoundSpace,
  type FoundUser,
  type PagesOfSpace,
  type WantedSpace,
} from '../../core/wiki/lookups';
import { redactExchange } from '../../core/network/redact';
import {
  sentTokenForms,
  serializePlatformToken,
  type PlatformToken,
  type PlatformTokenStatus,
} from '../../core/wiki/platformToken';
import { isNumericId, isSameTitle, type Target } from '../../core/wiki/target';
import { notFoundCause, type NamesOfPlace, type NotFoundCause } from '../../core/wiki/notFoundCause';
import type { PlatformTokens } from '../connection/platformTokens';
import type { Sites } from '../connection/sites';

export interface LookupDependencies {
  readonly send: Send;
  readonly tokens: Pick<PlatformTokens, 'get' | 'recordStatus' | 'statusOf'>;
  readonly sites: Pick<Sites, 'of'>;
  /** `id`: a space’s ID. Returns the key that an earlier lookup found with it. */
  readonly spaceKey: (site: string, id: string) => string | undefined;
  readonly log: (request: HttpRequest, exchange: Exchange) => void;
  readonly names?: (place: { readonly endpoint: string } & Target) => NamesOfPlace;
}

type LookupValue = FoundUser | FoundPage | FoundSpace | FoundPages;

type LookupOf<T extends LookupValue> = [
  endpoint: string,
  requestWith: (site: string, token: PlatformToken) => HttpRequest,
  judge: (response: HttpResponse, site: string) => LookupResult<T>,
  signal?: AbortSignal | undefined,
];

const deadlineMs = 10_000;
/**
 * The most answers that are read for one lookup (contract 4.3 (4)): a server could name a next page of results
 * forever.
 */
const mostAnswers = 4;
/** The most pages of a space that are read (contract 4.3 (4)), and the most answers, since each may have few pages. */
const mostOfSpace = { pages: 1_000, answers: 40 };

/** The read-only lookups of contract 4.3. Without a platform token nothing is looked up, and every result is undefined. */
export class Lookups {
  readonly #trials = new Map<string, Promise<PlatformTokenStatus>>();

  constructor(private readonly lookingUp: LookupDependencies) {}

  async canLookUp(endpoint: string): Promise<boolean> {
    return (await this.platformTokenStatus(endpoint)) !== undefined;
  }

  /** Sends no request. Undefined without a stored token, or if it can’t be read. */
  async platformTokenStatus(endpoint: string): Promise<PlatformTokenStatus | undefined> {
    const access = await this.#access(endpoint).catch(() => undefined);
    return access && this.lookingUp.tokens.statusOf(access.site, access.token);
  }

  async tryStoredToken(endpoint: string): Promise<PlatformTokenStatus | undefined> {
    const access = await this.#access(endpoint);
    return access && this.tryToken(access.site, access.token);
  }

  /** `site`: from `Sites.of` or the person, since the token is sent there. Calls at the same time share one request. */
  tryToken(site: string, token: PlatformToken, signal?: AbortSignal): Promise<PlatformTokenStatus> {
    const key = `${site} ${serializePlatformToken(token)}`;
    const trial =
      this.#trials.get(key) ?? this.#try(site, token, signal).finally(() => this.#trials.delete(key));
    this.#trials.set(key, trial);
    return trial;
  }

  space(
    endpoint: string,
    wanted: WantedSpace,
    signal?: AbortSignal,
  ): Promise<LookupResult<FoundSpace> | undefined> {
    return this.#find(
      endpoint,
      (site, token) => spaceRequest(site, wanted, token),
      (response) => readSpaceResponse(response, wanted),
      signal,
    );
  }

  page(endpoint: string, id: string, signal?: AbortSignal): Promise<LookupResult<FoundPage> | undefined> {
    return this.#find(
      endpoint,
      (site, token) => pageRequest(site, id, token),
      (response, site) => readPageResponse(response, id, site),
      signal,
    );
  }

  async pageAt(
    endpoint: string,
    { space, parent, title }: Pick<Target, 'space' | 'parent' | 'title'>,
    signal: AbortSignal,
  ): Promise<LookupResult<FoundPage> | undefined> {
    const found = await this.pagesTitled(endpoint, { space, title }, signal);
    if (found?.kind !== 'found') {
      return found;
    }
    const page = found.value.find((each) => each.parentId === parent && isSameTitle(each.title, title));
    return page === undefined ? { kind: 'missing' } : { kind: 'found', value: page };
  }

  /**
   * An empty list counts only once the wiki has accepted the token: without access, the answer is empty too. `space`:
   * undefined for pages of all spaces.
   */
  async pagesTitled(
    endpoint: string,
    { space, title }: { readonly space?: string } & Pick<Target, 'title'>,
    signal: AbortSignal,
  ): Promise<LookupResult<readonly FoundPage[]> | undefined> {
    const spaceId = space === undefined ? '' : await this.#spaceId(endpoint, space, signal);
    if (typeof spaceId !== 'string') {
      return spaceId;
    }
    const found = await this.#pages(endpoint, titleQuery(spaceId, title), signal);
    if (found?.kind !== 'found') {
      return found;
    }
    const value = found.value.filter((each) => spaceId === '' || each.spaceId === spaceId);
    const none = value.length === 0 ? await this.#notFound(endpoint, signal) : undefined;
    return none === undefined || none.kind === 'missing' ? { kind: 'found', value } : none;
  }

  async pagesIn(
    endpoint: string,
    space: string,
    signal: AbortSignal,
  ): Promise<LookupResult<PagesOfSpace> | undefined> {
    const spaceId = await this.#spaceId(endpoint, space, signal);
    if (typeof spaceId !== 'string') {
      return spaceId;
    }
    const found = await this.#answers(endpoint, pagesInSpaceQuery(spaceId), signal, mostOfSpace);
    return found?.kind === 'found'
      ? { kind: 'found', value: pagesOfSpace(found.value, spaceId, mostOfSpace.pages) }
      : found;
  }

  /** Looks up only the first `maxPagesPerRequest` IDs; missing pages are left out. */
  async pagesById(
    endpoint: string,
    ids: readonly string[],
    signal: AbortSignal,
  ): Promise<LookupResult<readonly FoundPage[]> | undefined> {
    const wanted = new Set(ids.slice(0, maxPagesPerRequest));
    const found = await this.#pages(endpoint, idsQuery([...wanted]), signal);
    return found?.kind === 'found'
      ? { kind: 'found', value: found.value.filter(({ id }) => wanted.has(id)) }
      : found;
  }

  user(
    endpoint: string,
    accountId: string,
    signal: AbortSignal,
  ): Promise<LookupResult<FoundUser> | undefined> {
    return this.#find(
      endpoint,
      (site, token) => userRequest(site, accountId, token),
      (response) => readUserResponse(response, accountId),
      signal,
    );
  }

  /** Explains a 404 of an import (contract 4.3): the space or the parent page may be missing. */
  async findNotFoundCause(endpoint: string, target: Target): Promise<NotFoundCause | undefined> {
    const known = this.lookingUp.spaceKey(this.lookingUp.sites.of(endpoint), target.space);
    const key = known ?? (isNumericId(target.space) ? undefined : target.space);
    const [space, page] = await Promise.all([
      key === undefined ? undefined : this.space(endpoint, { key }),
      this.page(endpoint, target.parent),
    ]);
    const names = this.lookingUp.names?.({ endpoint, ...target });
    const inSpace = space && key !== undefined ? { ...space, key } : undefined;
    return page && notFoundCause(target, { space: inSpace, page, names });
  }

  async #pages(
    endpoint: string,
    query: string,
    signal: AbortSignal,
  ): Promise<LookupResult<readonly FoundPage[]> | undefined> {
    const found = await this.#answers(endpoint, query, signal, { answers: mostAnswers, pages: Infinity });
    if (found?.kind !== 'found') {
      return found;
    }
    return found.value.next === undefined ? { kind: 'found', value: found.value.pages } : { kind: 'unknown' };
  }

  async #answers(
    endpoint: string,
    query: string,
    signal: AbortSignal,
    most: { readonly answers: number; readonly pages: number },
  ): Promise<LookupResult<FoundPages> | undefined> {
    const pages: FoundPage[] = [];
    let next: string | undefined = query;
    for (
      let answers = 0;
      next !== undefined && answers < most.answers && pages.length < most.pages;
      answers++
    ) {
      const asked: string = next;
      const found: LookupResult<FoundPages> | undefined = await this.#find(
        endpoint,
        (site, token) => pagesRequest(site, asked, token),
        (response, site) => readPagesResponse(response, site),
        signal,
      );
      if (found?.kind !== 'found') {
        return found;
      }
      pages.push(...found.value.pages);
      ({ next } = found.value);
    }
    return { kind: 'found', value: { pages, next } };
  }

  async #spaceId(
    endpoint: string,
    space: string,
    signal: AbortSignal,
  ): Promise<string | Exclude<LookupResult<FoundSpace>, { kind: 'found' }> | undefined> {
    if (isNumericId(space)) {
      return space;
    }
    const found = await this.space(endpoint, { key: space }, signal);
    return found?.kind === 'found' ? found.value.id : found;
  }

  /** The only place that pairs a stored token with its site; a new token comes with its site (`tryToken`). */
  async #access(
    endpoint: string,
  ): Promise<{ readonly site: string; readonly token: PlatformToken } | undefined> {
    const { tokens, sites } = this.lookingUp;
    const site = sites.of(endpoint);
    const token = parseAddress(site).problem === undefined ? await tokens.get(site) : undefined;
    return token && { site, token };
  }

  /** An error counts as `unknown`, since the caller’s work goes on without the lookup. */
  async #find<T extends LookupValue>(...lookup: LookupOf<T>): Promise<LookupResult<T> | undefined> {
    try {
      return await this.#ask(...lookup);
    } catch {
      return { kind: 'unknown' };
    }
  }

  async #ask<T extends LookupValue>(
    ...[endpoint, requestWith, judge, signal]: LookupOf<T>
  ): Promise<LookupResult<T> | undefined> {
    const access = await this.#access(endpoint);
    if (access === undefined) {
      return undefined;
    }
    const { tokens } = this.lookingUp;
    const { site, token } = access;
    const response = await this.#answer(requestWith(site, token), token, signal);
    const found = response === undefined ? { kind: 'unknown' as const } : judge(response, site);
    switch (found.kind) {
      case 'found':
        if (tellsSomething(found.value)) {
          tokens.recordStatus(site, token, 'accepted');
        }
        return found;
      case 'missing':
        return this.#notFound(endpoint, signal);
      case 'refused':
        // The wiki may refuse this lookup alone, so the token is tried with another request.
        return tokens.statusOf(site, token) === 'refused' ||
          (await this.tryToken(site, token, signal)) === 'refused'
          ? found
          : { kind: 'unknown' };
      default:
        return found;
    }
  }

  /** A page that the token may not see looks missing, so `missing` needs a token that the wiki has accepted. */
  async #notFound(
    endpoint: string,
    signal: AbortSignal | undefined,
  ): Promise<{ readonly kind: 'missing' | 'unseen' | 'refused' } | undefined> {
    const access = await this.#access(endpoint);
    if (access === undefined) {
      return undefined;
    }
    const { site, token } = access;
    const isAccepted = this.lookingUp.tokens.statusOf(site, token) === 'accepted';
    const tokenStatus = isAccepted ? 'accepted' : await this.tryToken(site, token, signal);
    return { kind: kindByToken[tokenStatus] };
  }

  async #try(site: string, token: PlatformToken, signal?: AbortSignal): Promise<PlatformTokenStatus> {
    const response = await this.#answer(tokenTrialRequest(site, token), token, signal);
    const tokenStatus = response === undefined ? 'untried' : readTokenTrialResponse(response);
    if (tokenStatus !== 'untried') {
      this.lookingUp.tokens.recordStatus(site, token, tokenStatus);
    }
    return tokenStatus;
  }

  async #answer(
    request: HttpRequest,
    token: PlatformToken,
    signal: AbortSignal | undefined,
  ): Promise<HttpResponse | undefined> {
    const { send, log } = this.lookingUp;
    const sent = await send(request, { timeoutMs: deadlineMs, signal });
    const exchange = sentTokenForms(token).reduce(redactExchange, sent);
    // Lookups with a signal are not logged, since one plan or search makes many of them.
    if (signal === undefined) {
      log(request, exchange);
    }
    return exchange.kind === 'answered' ? exchange.response : undefined;
  }
}

/** An empty list proves nothing, since a token without access gets one too. */
function tellsSomething(found: LookupValue): boolean {
  return !('pages' in found) || found.pages.length > 0;
}

const kindByToken = { accepted: 'missing', refused: 'refused', untried: 'unseen' } as const;

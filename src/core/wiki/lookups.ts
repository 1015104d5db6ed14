import type { HttpRequest, HttpResponse } from '../network/http';
import { membersOf, parseObject } from '../text/json';
import { authorizationHeader, type PlatformToken, type PlatformTokenStatus } from './platformToken';
import { readAccountId, readAddress, readId, readSpaceKey, readVersion } from './ids';
import { addressOnSite } from './site';
import { composedTitle, isNumericId } from './target';

/**
 * `refused`: the wiki refused the platform token. `unseen`: nothing was found by a token
 * that the wiki never accepted, and that may not see everything. `unknown`: no answer tells.
 */
export type LookupResult<T> =
  | { readonly kind: 'found'; readonly value: T }
  | { readonly kind: 'missing' | 'unseen' | 'refused' | 'unknown' };

export type WantedSpace = Pick<FoundSpace, 'key'> | Pick<FoundSpace, 'id'>;

export interface FoundSpace {
  readonly id: string;
  readonly key: string;
  readonly name?: string | undefined;
}

/** What an installation does not send, or sends in another form, is undefined (contract 4.3). */
export interface FoundPage {
  readonly id: string;
  readonly title: string;
  readonly spaceId: string | undefined;
  readonly parentId?: string | undefined;
  readonly version?: number | undefined;
  readonly changedAt?: number | undefined;
  readonly authorId?: string | undefined;
  /** Undefined also if it leads to another site than the one that was asked. */
  readonly address?: string | undefined;
  /** Such as `current`, `archived` or `trashed` (contract 4.3 (3)). */
  readonly status?: string | undefined;
}

export function isCurrent({ status = 'current' }: FoundPage): boolean {
  return status === 'current';
}

/** `isApp`: the account is that of an app, such as the import, and of no person. */
export interface FoundUser {
  readonly name: string;
  readonly isApp: boolean;
}

export interface FoundPages {
  readonly pages: readonly FoundPage[];
  /** The query string that asks for further results. */
  readonly next?: string | undefined;
}

export interface PagesOfSpace {
  readonly pages: readonly FoundPage[];
  /** The space may have more pages than these. */
  readonly isCut: boolean;
}

const longestName = 1_000;

/** Far more than the platform answers for one request. */
const longestCopy = 500_000;

/** The platform’s own limit for one request (contract 4.3). */
export const maxPagesPerRequest = 250;

/** Asks for any space, since only whether the token is accepted matters. */
export function tokenTrialRequest(site: string, token: PlatformToken): HttpRequest {
  return lookupRequest(`${site}/wiki/api/v2/spaces?limit=1`, token);
}

export function readTokenTrialResponse(response: HttpResponse): PlatformTokenStatus {
  const spaces = resultsOf(response)?.map(spaceIn) ?? [];
  return spaces.some((space) => space !== undefined)
    ? 'accepted'
    : refusalKind(response) === 'refused'
      ? 'refused'
      : 'untried';
}

export function spaceRequest(site: string, wanted: WantedSpace, token: PlatformToken): HttpRequest {
  const query =
    'key' in wanted ? `keys=${encodeURIComponent(wanted.key)}` : `ids=${encodeURIComponent(wanted.id)}`;
  return lookupRequest(`${site}/wiki/api/v2/spaces?${query}`, token);
}

export function pageRequest(site: string, id: string, token: PlatformToken): HttpRequest {
  return lookupRequest(`${site}/wiki/api/v2/pages/${encodeURIComponent(id)}`, token);
}

/** `query`: from `titleQuery`, `pagesInSpaceQuery` or `idsQuery`, or `next` of a `FoundPages`. */
export function pagesRequest(site: string, query: string, token: PlatformToken): HttpRequest {
  return lookupRequest(`${site}/wiki/api/v2/pages?${query}`, token);
}

/** `spaceId`: empty for all spaces. */
export function titleQuery(spaceId: string, title: string): string {
  return new URLSearchParams({
    ...(spaceId !== '' && { 'space-id': spaceId }),
    title: composedTitle(title),
    status: 'current',
  }).toString();
}

export function pagesInSpaceQuery(spaceId: string): string {
  return new URLSearchParams({
    'space-id': spaceId,
    status: 'current',
    limit: String(maxPagesPerRequest),
  }).toString();
}

export function idsQuery(ids: readonly string[]): string {
  return `id=${ids.map(encodeURIComponent).join(',')}&limit=${maxPagesPerRequest}`;
}

export function userRequest(site: string, accountId: string, token: PlatformToken): HttpRequest {
  return lookupRequest(`${site}/wiki/rest/api/user?accountId=${encodeURIComponent(accountId)}`, token);
}

/** Some installations answer an unknown key with no results, others with 404. */
export function readSpaceResponse(response: HttpResponse, wanted: WantedSpace): LookupResult<FoundSpace> {
  const results = resultsOf(response);
  if (results === undefined) {
    return { kind: refusalKind(response) };
  }
  const spaces = results.map(spaceIn).filter((space) => space !== undefined);
  const space = spaces.find((each) =>
    'id' in wanted ? each.id === wanted.id : each.key.toLowerCase() === wanted.key.toLowerCase(),
  );
  if (space !== undefined) {
    return { kind: 'found', value: space };
  }
  return { kind: results.length === 0 ? 'missing' : 'unknown' };
}

/**
 * Reads an answer that a person copied from the browser, which may show words around it. Returns the space with
 * the `key`, or else the only one.
 */
export function spaceInText(text: string, key: string | undefined): FoundSpace | undefined {
  const answer = parseObject(
    text.length > longestCopy ? '' : text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1),
  );
  const listed = Array.isArray(answer?.results) ? answer.results : [answer];
  const spaces = listed.map(spaceIn).filter((space) => space !== undefined && isNumericId(space.id));
  return (
    spaces.find((space) => space?.key.toLowerCase() === key?.toLowerCase()) ??
    (spaces.length === 1 ? spaces[0] : undefined)
  );
}

export function readPageResponse(response: HttpResponse, id: string, site: string): LookupResult<FoundPage> {
  const members = response.status === 200 ? answerOf(response) : undefined;
  const page = pageIn(members, site, baseOf(members));
  return page?.id === id ? { kind: 'found', value: page } : { kind: refusalKind(response) };
}

export function readPagesResponse(response: HttpResponse, site: string): LookupResult<FoundPages> {
  const results = resultsOf(response);
  if (results === undefined) {
    return { kind: refusalKind(response) };
  }
  const members = answerOf(response);
  const pages = results.map((each) => pageIn(each, site, baseOf(members)));
  const { next } = membersOf(members?._links);
  const query = next === undefined || next === '' ? undefined : nextQuery(next, site);
  // If a page can’t be read or the link to further results can’t be followed, the result is incomplete.
  return pages.includes(undefined) || query === 'elsewhere'
    ? { kind: 'unknown' }
    : { kind: 'found', value: { pages: pages.filter((page) => page !== undefined), next: query } };
}

/** Answers may repeat a page, or have pages of other spaces. `most` limits the pages returned. */
export function pagesOfSpace({ pages, next }: FoundPages, spaceId: string, most: number): PagesOfSpace {
  const unique = new Map(pages.filter((page) => page.spaceId === spaceId).map((page) => [page.id, page]));
  return { pages: [...unique.values()].slice(0, most), isCut: next !== undefined || unique.size > most };
}

export function readUserResponse(response: HttpResponse, accountId: string): LookupResult<FoundUser> {
  const members = response.status === 200 ? answerOf(response) : undefined;
  const name = [members?.displayName, members?.publicName].find(
    (each) => typeof each === 'string' && each.trim() !== '',
  );
  return typeof name === 'string' && [undefined, accountId].includes(readAccountId(members?.accountId))
    ? { kind: 'found', value: { name: shortenedName(name), isApp: members?.accountType === 'app' } }
    : { kind: refusalKind(response) };
}

function lookupRequest(url: string, token: PlatformToken): HttpRequest {
  return {
    method: 'GET',
    url,
    headers: { Authorization: authorizationHeader(token), Accept: 'application/json' },
  };
}

/** Returns the query alone: the token must go to no other site. `elsewhere`: the link leads to one, or is unreadable. */
function nextQuery(next: unknown, site: string): string | undefined {
  if (typeof next !== 'string' || !URL.canParse(next, site)) {
    return 'elsewhere';
  }
  const { origin, search } = new URL(next, site);
  return origin === new URL(site).origin && search.length > 1 ? search.slice(1) : 'elsewhere';
}

function answerOf({ body, truncated }: HttpResponse): Readonly<Record<string, unknown>> | undefined {
  return truncated ? undefined : parseObject(body);
}

function resultsOf(response: HttpResponse): readonly unknown[] | undefined {
  const results = response.status === 200 ? answerOf(response)?.results : undefined;
  return Array.isArray(results) ? results : undefined;
}

/** A 404 without a JSON object may come from a proxy, and says nothing about the wiki. */
function refusalKind(response: HttpResponse): 'missing' | 'refused' | 'unknown' {
  switch (response.status) {
    case 401:
    case 403:
      return 'refused';
    case 404:
      return answerOf(response) === undefined ? 'unknown' : 'missing';
    default:
      return 'unknown';
  }
}

function spaceIn(entry: unknown): FoundSpace | undefined {
  const { name, ...ids } = membersOf(entry);
  const [id, key] = [readId(ids.id), readSpaceKey(ids.key)];
  return id !== undefined && key !== undefined
    ? { id, key, name: typeof name === 'string' && name.trim() !== '' ? shortenedName(name) : undefined }
    : undefined;
}

function pageIn(entry: unknown, site: string, base: unknown): FoundPage | undefined {
  const { title, spaceId, parentId, status, version, _links: links, ...ids } = membersOf(entry);
  const id = readId(ids.id);
  if (id === undefined || typeof title !== 'string') {
    return undefined;
  }
  const { number, createdAt, authorId } = membersOf(version);
  const changedAt = typeof createdAt === 'string' ? Date.parse(createdAt) : NaN;
  return {
    id,
    title: shortenedName(title),
    spaceId: readId(spaceId),
    parentId: readId(parentId),
    version: readVersion(number),
    changedAt: Number.isNaN(changedAt) ? undefined : changedAt,
    authorId: readAccountId(authorId),
    address: addressIn(links, site, base),
    status: typeof status === 'string' ? status : undefined,
  };
}

function addressIn(links: unknown, site: string, base: unknown): string | undefined {
  const { webui } = membersOf(links);
  if (typeof webui !== 'string' || webui === '') {
    return undefined;
  }
  const from = typeof base === 'string' ? base : `${site}/wiki`;
  return readAddress(addressOnSite(site, /^https?:/i.test(webui) ? webui : from + webui));
}

function baseOf(members: Readonly<Record<string, unknown>> | undefined): unknown {
  return membersOf(members?._links).base;
}

/** The cut may split a surrogate pair, hence `toWellFormed`. */
function shortenedName(name: string): string {
  return name.slice(0, longestName).toWellFormed();
}

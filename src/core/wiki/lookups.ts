import type { HttpRequest, HttpResponse } from '../network/http';
import { parseObject } from '../text/json';
import type { Secret } from '../text/secret';

/** What a lookup on the wiki platform found (contract 4.3). `refused`: the platform token is not good. */
export type Found<T> =
  { readonly kind: 'found'; readonly value: T } | { readonly kind: 'missing' | 'refused' | 'unknown' };

export interface FoundSpace {
  readonly id: string;
  readonly key: string;
}

export interface FoundPage {
  readonly id: string;
  readonly title: string;
  readonly spaceId: string | undefined;
}

/** {base_url} of the contract: what stands before the endpoint's documented path, else the endpoint's origin. */
export function siteOf(endpoint: string): string {
  const { origin, pathname } = new URL(endpoint);
  return origin + (/^(.*?)\/wiki\/apps\//.exec(pathname)?.[1] ?? '');
}

export function spaceRequest(site: string, key: string, token: Secret): HttpRequest {
  return lookup(`${site}/wiki/api/v2/spaces?keys=${encodeURIComponent(key)}`, token);
}

export function pageRequest(site: string, id: string, token: Secret): HttpRequest {
  return lookup(`${site}/wiki/api/v2/pages/${encodeURIComponent(id)}`, token);
}

/** An unknown key is answered with no results by some installations, with 404 by others. */
export function judgeSpace(response: HttpResponse, key: string): Found<FoundSpace> {
  const { status } = response;
  const results = status === 200 ? membersOf(response)?.results : undefined;
  if (!Array.isArray(results)) {
    return { kind: refusalKind(response) };
  }
  const spaces = results.map(spaceIn).filter((space) => space !== undefined);
  const space = spaces.find((each) => each.key.toLowerCase() === key.toLowerCase());
  if (space !== undefined) {
    return { kind: 'found', value: space };
  }
  return { kind: results.length === 0 ? 'missing' : 'unknown' };
}

export function judgePage(response: HttpResponse, id: string): Found<FoundPage> {
  const members = response.status === 200 ? membersOf(response) : undefined;
  if (members === undefined || textOf(members.id) !== id || typeof members.title !== 'string') {
    return { kind: refusalKind(response) };
  }
  return { kind: 'found', value: { id, title: members.title, spaceId: textOf(members.spaceId) } };
}

function lookup(url: string, token: Secret): HttpRequest {
  return {
    method: 'GET',
    url,
    headers: { Authorization: `Bearer ${token.reveal()}`, Accept: 'application/json' },
  };
}

function membersOf({ body, truncated }: HttpResponse): Readonly<Record<string, unknown>> | undefined {
  return truncated ? undefined : parseObject(body);
}

/** A 404 of something else, such as a proxy's page, says nothing about the wiki. */
function refusalKind(response: HttpResponse): 'missing' | 'refused' | 'unknown' {
  switch (response.status) {
    case 401:
    case 403:
      return 'refused';
    case 404:
      return membersOf(response) === undefined ? 'unknown' : 'missing';
    default:
      return 'unknown';
  }
}

function spaceIn(entry: unknown): FoundSpace | undefined {
  const { id, key } = (entry ?? {}) as Record<keyof FoundSpace, unknown>;
  const text = textOf(id);
  return text !== undefined && typeof key === 'string' ? { id: text, key } : undefined;
}

/** Some installations spell ids as numbers. */
function textOf(id: unknown): string | undefined {
  return typeof id === 'string' ? id : Number.isSafeInteger(id) ? String(id) : undefined;
}

import type { HttpRequest, HttpResponse } from '../network/http';
import { parseObject } from '../text/json';
import type { Secret } from '../text/secret';
import type { Target } from './target';

/** What an answer of the import endpoint means (contract 7). */
export type ImportMeaning =
  | 'published'
  | 'already exists'
  | 'rejected'
  | 'unauthorized'
  | 'license inactive'
  | 'forbidden'
  | 'not found'
  | 'temporary'
  | 'redirect'
  | 'too large'
  /** A 403 that is not the wiki’s own: something on the way there, such as a firewall, refused the request. */
  | 'intercepted'
  | 'unexpected';

export interface ImportAnswer {
  readonly meaning: ImportMeaning;
  readonly status: number;
  /** The member `body` of the answer (contract 2.2); undefined if the answer is truncated, or not the documented JSON. */
  readonly message: string | undefined;
  /** The answer ended early, or was too long to read. */
  readonly truncated: boolean;
}

/** Contract 4.1 defines the request, and 2.1 its body. */
export function importRequest(endpoint: string, token: Secret, target: Target, content: string): HttpRequest {
  return {
    method: 'POST',
    url: endpoint,
    headers: { Authorization: `Bearer ${token.reveal()}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      spaceId: target.space,
      parentId: target.parent,
      pageTitle: target.title,
      content,
      overwrite: target.overwrite,
    }),
  };
}

export interface ImportResponseContext {
  readonly overwrite: boolean;
  /** Whether a record says that the page exists: a 400 without `overwrite` then means that it does (contract 7). */
  readonly pageExists?: boolean | undefined;
}

/** Reads an answer by contract 2.2 (its message) and 7 (its status). */
export function readImportResponse(response: HttpResponse, asked: ImportResponseContext): ImportAnswer {
  const message = response.truncated ? undefined : documentedMessage(response.body);
  const { status, truncated } = response;
  return { meaning: meaningOf(status, message, asked), status, message, truncated };
}

/** True for a 401, 402 or 403 with the JSON of contract 2.2: without that JSON, it may not be the wiki’s own answer. */
export function needsNewToken(meaning: ImportMeaning): boolean {
  return meaning === 'unauthorized' || meaning === 'license inactive' || meaning === 'forbidden';
}

/** A gateway may answer 408, 5xx or an undocumented 2xx although the wiki has made the page; `published` leaves no doubt. */
export function mayHaveMadePage({ meaning, status }: ImportAnswer): boolean {
  return meaning !== 'published' && (status < 300 || status === 408 || status >= 500);
}

function meaningOf(
  status: number,
  message: string | undefined,
  { overwrite, pageExists }: ImportResponseContext,
): ImportMeaning {
  if (status >= 300 && status < 400) {
    return 'redirect';
  }
  if ([429, 500, 502, 503, 504].includes(status)) {
    return 'temporary';
  }
  // Gateways answer 413 without the documented JSON, so `message` does not matter.
  if (status === 413) {
    return 'too large';
  }
  if (message === undefined) {
    return status === 403 ? 'intercepted' : 'unexpected';
  }
  switch (status) {
    case 200:
    case 201:
      return 'published';
    case 400:
      return !overwrite && (pageExists === true || saysExists(message)) ? 'already exists' : 'rejected';
    case 401:
      return 'unauthorized';
    case 402:
      return 'license inactive';
    case 403:
      return 'forbidden';
    case 404:
      return 'not found';
    default:
      return 'unexpected';
  }
}

/** The result is a guess, since messages are not documented (contract 2.2). */
export function saysExists(message: string): boolean {
  return /exist/i.test(message) && !/(?:\bnot?\b|n['\u2019]t|\bnon-?|\bnor\b)[^.]{0,20}exist/i.test(message);
}

function documentedMessage(body: string): string | undefined {
  const message = parseObject(body)?.body;
  return typeof message === 'string' ? message : undefined;
}

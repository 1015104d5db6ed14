import type { HttpResponse } from '../network/http';
import { parseObject } from '../text/json';
import { retryAfterMs } from '../network/retry';
import { Secret } from '../text/secret';

export type TokenResponse =
  | { readonly kind: 'tokens'; readonly accessToken: Secret; readonly refreshToken: Secret }
  /** The access token is missing or malformed, but the refresh token has replaced the old one all the same. */
  | { readonly kind: 'refreshTokenOnly'; readonly refreshToken: Secret }
  | { readonly kind: 'refused' }
  | ({ readonly kind: 'temporary' } & TokenFailure);

export interface TokenFailure {
  readonly status: number;
  /** One of `registeredErrors` or undefined, so that no other text of the provider is logged or shown. */
  readonly error: string | undefined;
  readonly retryAfterMs: number | undefined;
  /** The answer is 4xx with an OAuth error that is not temporary, so sending the request again would not help. */
  readonly rejects: boolean;
}

const registeredErrors = new Set([
  ...['invalid_request', 'invalid_client', 'invalid_grant', 'unauthorized_client'],
  ...['unsupported_grant_type', 'invalid_scope', 'access_denied', 'server_error'],
  ...['temporarily_unavailable', 'invalid_target', 'slow_down'],
]);

const temporaryErrors = new Set(['server_error', 'temporarily_unavailable', 'slow_down']);

/** A refresh token in a 2xx answer replaces the old one (contract 5.2 (5)), whatever else the answer has. */
export function readTokenResponse(response: HttpResponse, now: number): TokenResponse {
  const { status, headers } = response;
  const members = parseObject(response.body);
  const refreshToken = status >= 200 && status < 300 && refreshTokenOf(members?.refresh_token);
  if (refreshToken) {
    const accessToken = accessTokenOf(members?.access_token);
    return accessToken
      ? { kind: 'tokens', accessToken, refreshToken }
      : { kind: 'refreshTokenOnly', refreshToken };
  }
  const error = members?.error;
  const isRequestsFault = status >= 400 && status < 500 && typeof error === 'string';
  if (isRequestsFault && error === 'invalid_grant') {
    return { kind: 'refused' };
  }
  return {
    kind: 'temporary',
    status,
    error: typeof error === 'string' && registeredErrors.has(error) ? error : undefined,
    retryAfterMs: retryAfterMs(headers['retry-after'], now),
    rejects: isRequestsFault && !temporaryErrors.has(error),
  };
}

/** RFC 6749 appendix A.12 allows spaces as well, but the value of a header can’t end with one. */
function accessTokenOf(value: unknown): Secret | undefined {
  return typeof value === 'string' && /^[\x21-\x7e]+$/.test(value) ? new Secret(value) : undefined;
}

/** RFC 6749 appendix A.17 allows spaces, which do no harm in a request body. */
function refreshTokenOf(value: unknown): Secret | undefined {
  return typeof value === 'string' && /^[\x20-\x7e]+$/.test(value) && value.trim() !== ''
    ? new Secret(value)
    : undefined;
}

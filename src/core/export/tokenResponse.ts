import type { HttpResponse } from '../network/http';
import { parseObject } from '../text/json';
import { retryAfterMs } from '../network/retry';
import { Secret } from '../text/secret';

export type TokenResponse =
  | { readonly kind: 'tokens'; readonly accessToken: Secret; readonly refreshToken: Secret }
  /** The access token is missing or unusable, but the refresh token replaces the old one all the same. */
  | { readonly kind: 'refreshTokenOnly'; readonly refreshToken: Secret }
  | { readonly kind: 'refused' }
  | ({ readonly kind: 'temporary' } & TokenFailure);

export interface TokenFailure {
  readonly status: number;
  /** A registered OAuth error code, and no other text of the provider. */
  readonly error: string | undefined;
  readonly retryAfterMs: number | undefined;
  /** The OAuth error says that the request itself is wrong, so sending it again would not help. */
  readonly rejects: boolean;
}

const registeredErrors = new Set([
  ...['invalid_request', 'invalid_client', 'invalid_grant', 'unauthorized_client'],
  ...['unsupported_grant_type', 'invalid_scope', 'access_denied', 'server_error'],
  ...['temporarily_unavailable', 'invalid_target', 'slow_down'],
]);

/** The registered OAuth errors that are temporary. */
const temporaryErrors = new Set(['server_error', 'temporarily_unavailable', 'slow_down']);

/**
 * Reads a token response by contract 4.2 and 5.2 (5), with the errors of RFC 6749 §5.2. Any refresh token of a success
 * replaces the old one, whatever else the answer has. Only `invalid_grant` with a 4xx status is a refusal.
 */
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

/** RFC 6749 appendix A.12, except that a header value can't end with a space. */
function accessTokenOf(value: unknown): Secret | undefined {
  return typeof value === 'string' && /^[\x21-\x7e]+$/.test(value) ? new Secret(value) : undefined;
}

/** RFC 6749 appendix A.17 allows spaces, which do no harm in a request body. */
function refreshTokenOf(value: unknown): Secret | undefined {
  return typeof value === 'string' && /^[\x20-\x7e]+$/.test(value) && value.trim() !== ''
    ? new Secret(value)
    : undefined;
}

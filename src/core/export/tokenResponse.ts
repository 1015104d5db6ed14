import type { HttpResponse } from '../network/http';
import { parseObject } from '../text/json';
import { retryAfterMs } from '../network/retry';
import { Secret } from '../text/secret';

export type TokenJudgement =
  | { readonly kind: 'tokens'; readonly accessToken: Secret; readonly refreshToken: Secret }
  /** Rotated, but the access token can't be put in a header: the new refresh token must be kept. */
  | { readonly kind: 'refreshTokenOnly'; readonly refreshToken: Secret }
  | { readonly kind: 'refused' }
  | ({ readonly kind: 'temporary' } & TokenFailure);

export interface TokenFailure {
  readonly status: number;
  /** A registered OAuth error code, nothing else that the provider wrote. */
  readonly error: string | undefined;
  readonly retryAfterMs: number | undefined;
  /** The OAuth error says that the request itself is at fault, so sending it again will hardly help. */
  readonly rejects: boolean;
}

const registeredErrors = new Set([
  ...['invalid_request', 'invalid_client', 'invalid_grant', 'unauthorized_client'],
  ...['unsupported_grant_type', 'invalid_scope', 'access_denied', 'server_error'],
  ...['temporarily_unavailable', 'invalid_target', 'slow_down'],
]);

/** The registered OAuth errors that pass by themselves. */
const passing = new Set(['server_error', 'temporarily_unavailable', 'slow_down']);

/**
 * Contract 4.2 and 5.2 (5); errors by RFC 6749 §5.2. Any refresh token of a success is the one that counts from now on,
 * whatever else the answer holds. Only `invalid_grant` of a 4xx is a refusal.
 */
export function judgeTokenResponse(response: HttpResponse, now: number): TokenJudgement {
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
    rejects: isRequestsFault && !passing.has(error),
  };
}

/** RFC 6749 appendix A.12, without the space that no header value may end in. */
function accessTokenOf(value: unknown): Secret | undefined {
  return typeof value === 'string' && /^[\x21-\x7e]+$/.test(value) ? new Secret(value) : undefined;
}

/** RFC 6749 appendix A.17: it goes into a body, where a space does no harm. */
function refreshTokenOf(value: unknown): Secret | undefined {
  return typeof value === 'string' && /^[\x20-\x7e]+$/.test(value) && value.trim() !== ''
    ? new Secret(value)
    : undefined;
}

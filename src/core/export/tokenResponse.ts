import type { HttpResponse } from '../network/http';
import { parseObject } from '../text/json';
import { retryAfterMs } from '../network/retry';
import { Secret } from '../text/secret';

export type TokenJudgement =
  | { readonly kind: 'tokens'; readonly accessToken: Secret; readonly refreshToken: Secret }
  /** Rotated, but the access token can't be put in a header: the new refresh token must be kept. */
  | { readonly kind: 'refreshTokenOnly'; readonly refreshToken: Secret }
  | { readonly kind: 'refused' }
  | ({ readonly kind: 'temporary' } & TokenTrouble);

export interface TokenTrouble {
  readonly status: number;
  /** A registered OAuth error code, nothing else that the provider wrote. */
  readonly error: string | undefined;
  readonly retryAfterMs: number | undefined;
}

const registeredErrors = new Set([
  ...['invalid_request', 'invalid_client', 'invalid_grant', 'unauthorized_client'],
  ...['unsupported_grant_type', 'invalid_scope', 'access_denied', 'server_error'],
  ...['temporarily_unavailable', 'invalid_target', 'slow_down'],
]);

/** Contract 4.2 and 5.2 (5); errors by RFC 6749 §5.2. Only `invalid_grant` of a 4xx is a refusal. */
export function judgeTokenResponse(response: HttpResponse, now: number): TokenJudgement {
  const { status, headers } = response;
  const members = parseObject(response.body);
  if (members && status >= 200 && status < 300 && members.error === undefined) {
    const refreshToken = printable(members.refresh_token);
    const accessToken = printable(members.access_token);
    if (refreshToken && accessToken) {
      return { kind: 'tokens', accessToken, refreshToken };
    }
    if (refreshToken) {
      return { kind: 'refreshTokenOnly', refreshToken };
    }
  }
  const error = members?.error;
  if (error === 'invalid_grant' && status >= 400 && status < 500) {
    return { kind: 'refused' };
  }
  return {
    kind: 'temporary',
    status,
    error: typeof error === 'string' && registeredErrors.has(error) ? error : undefined,
    retryAfterMs: retryAfterMs(headers['retry-after'], now),
  };
}

/** RFC 6749 appendix A.12 and A.17, without the space that no header value may end in. */
function printable(value: unknown): Secret | undefined {
  return typeof value === 'string' && /^[\x21-\x7e]+$/.test(value) ? new Secret(value) : undefined;
}

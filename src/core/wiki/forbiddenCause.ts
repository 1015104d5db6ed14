import { clockToleranceMs, type Lifetime } from '../connection/apiToken';
import { parseHttpDate } from '../network/retry';

export type ForbiddenCause =
  /**
   * `verification`: the token itself is not valid. `unverified`:
   * without a `Date` header, the clocks can’t be compared.
   */
  | { readonly kind: 'expired' | 'verification' | 'unverified' }
  /** `aheadMs`: how far the service’s clock is ahead of the local one; negative when behind. */
  | { readonly kind: 'clocks'; readonly aheadMs: number };

/**
 * A smaller difference between the clocks explains a 403 only
 * if the service’s clock has not yet reached the time of issue.
 */
export const noticeableMs = 5 * 60_000;

/** Returns the most likely cause of a 403 (contract 5.1 (3)), from the answer’s `Date` header. */
export function forbiddenCause(token: Lifetime, dateHeader: string | undefined, now: number): ForbiddenCause {
  const serverNow = parseHttpDate(dateHeader);
  if (serverNow === undefined) {
    return { kind: token.expiresAt <= now ? 'expired' : 'unverified' };
  }
  const aheadMs = serverNow - now;
  if (token.expiresAt <= now && token.expiresAt <= serverNow) {
    return { kind: 'expired' };
  }
  const issuedLater = serverNow + clockToleranceMs < token.issuedAt && aheadMs < -clockToleranceMs;
  if (Math.abs(aheadMs) >= noticeableMs || issuedLater) {
    return { kind: 'clocks', aheadMs };
  }
  return { kind: token.expiresAt <= serverNow ? 'expired' : 'verification' };
}

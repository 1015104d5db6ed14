import { clockToleranceMs, type Lifetime } from '../connection/apiToken';
import { parseHttpDate } from '../network/retry';

export type ForbiddenCause =
  /**
   * `verification`: the token itself is not valid. `unverified`:
   * without a readable `Date` header, the clocks can’t be compared.
   */
  | { readonly kind: 'expired' | 'verification' | 'unverified' }
  /** `aheadMs`: how far the service’s clock is ahead of the local one; negative when behind. */
  | { readonly kind: 'clocks'; readonly aheadMs: number };

/**
 * A smaller gap between the service’s clock and this computer’s is harmless, unless by the service’s clock the
 * token is not yet issued.
 */
export const noticeableClockGapMs = 5 * 60_000;

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
  if (Math.abs(aheadMs) >= noticeableClockGapMs || issuedLater) {
    return { kind: 'clocks', aheadMs };
  }
  return { kind: token.expiresAt <= serverNow ? 'expired' : 'verification' };
}

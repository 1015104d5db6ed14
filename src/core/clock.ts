import { clockToleranceMs, type Lifetime } from './apiToken';

export type ForbiddenCause =
  /** `unverified`: the answer carries no time to compare with. */
  | { readonly kind: 'expired' | 'verification' | 'unverified' }
  /** `aheadMs`: how far the service's clock is ahead of the local one; negative when behind. */
  | { readonly kind: 'clocks'; readonly aheadMs: number };

/** Clocks that differ by less than this are not the reason for a refusal. */
const noticeableMs = 5 * 60_000;

/** What a 403 most likely means (contract 5.1, rule 3), from the answer's `Date` header. */
export function forbiddenCause(token: Lifetime, dateHeader: string | undefined, now: number): ForbiddenCause {
  const serverNow = Date.parse(dateHeader ?? '');
  const aheadMs = serverNow - now;
  if (Math.abs(aheadMs) >= noticeableMs || serverNow + clockToleranceMs < token.issuedAt) {
    return { kind: 'clocks', aheadMs };
  }
  const expired = token.expiresAt <= now || token.expiresAt <= serverNow;
  return { kind: expired ? 'expired' : Number.isNaN(serverNow) ? 'unverified' : 'verification' };
}

import { expiresAt } from '../../core/export/accessToken';
import type { Secret } from '../../core/text/secret';
import type { Pair } from './store/journal';
import type { Times } from './sessionParts';

/** Contract 5.2 (8): at least five minutes left. An unreadable token is used until it is refused. */
export function isFresh(pair: Pair, now: number, times: Times, refused: Secret | undefined): boolean {
  if (!pair.accessToken || pair.accessToken.is(refused)) {
    return false;
  }
  return leftMs(pair, now) >= times.earlyMs || isRecent(pair, now, times);
}

/** A token that may still be used when no newer one can be had. */
export function isUsable(pair: Pair, now: number, refused: Secret | undefined): boolean {
  return pair.accessToken !== undefined && !pair.accessToken.is(refused) && leftMs(pair, now) > 0;
}

/** Refreshed a moment ago: another refresh would bring nothing, whatever `exp` and the clocks say. */
export function isRecent(pair: Pair, now: number, times: Times): boolean {
  return Math.abs(now - pair.refreshedAt) < times.leastBetweenMs;
}

function leftMs({ accessToken, clockOffsetMs }: Pair, now: number): number {
  const expiry = accessToken && expiresAt(accessToken);
  return expiry === undefined ? Infinity : expiry - (now + clockOffsetMs);
}

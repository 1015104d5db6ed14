import { accessTokenExpiresAt } from '../../core/export/accessToken';
import type { Secret } from '../../core/text/secret';
import type { TokenSet } from './store/journal';
import type { Durations } from './store/sessionDependencies';

/** Whether at least five minutes are left (contract 5.2 (8)). A token without a readable `exp` is used until it is refused. */
export function isFresh(
  tokens: TokenSet,
  now: number,
  durations: Durations,
  refused: Secret | undefined,
): boolean {
  if (!tokens.accessToken || tokens.accessToken.is(refused)) {
    return false;
  }
  return leftMs(tokens, now) >= durations.earlyMs || wasJustRefreshed(tokens, now, durations);
}

/** Whether a token may still be used if no newer one can be obtained. */
export function isUsable(tokens: TokenSet, now: number, refused: Secret | undefined): boolean {
  return tokens.accessToken !== undefined && !tokens.accessToken.is(refused) && leftMs(tokens, now) > 0;
}

/** Whether the token was refreshed a moment ago, so that another refresh would not help, whatever `exp` and the clocks say. */
export function wasJustRefreshed(tokens: TokenSet, now: number, durations: Durations): boolean {
  return Math.abs(now - tokens.refreshedAt) < durations.minRefreshIntervalMs;
}

function leftMs({ accessToken, clockOffsetMs }: TokenSet, now: number): number {
  const expiry = accessToken && accessTokenExpiresAt(accessToken);
  return expiry === undefined ? Infinity : expiry - (now + clockOffsetMs);
}

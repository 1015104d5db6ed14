import { accessTokenExpiresAt } from '../../core/export/accessToken';
import type { Secret } from '../../core/text/secret';
import type { TokenSet } from './store/journal';
import type { Durations } from './store/sessionDependencies';

/**
 * True if the access token is not `refused`, and either has five minutes left (contract 5.2 (8)), has no
 * readable `exp`, or was just refreshed.
 */
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

/** Unlike `isFresh`, accepts a token in its last five minutes, for when no newer one can be obtained. */
export function isUsable(tokens: TokenSet, now: number, refused: Secret | undefined): boolean {
  return tokens.accessToken !== undefined && !tokens.accessToken.is(refused) && leftMs(tokens, now) > 0;
}

/** True for a minute after a refresh, in which another refresh would not help, whatever `exp` and the clocks say. */
export function wasJustRefreshed(tokens: TokenSet, now: number, durations: Durations): boolean {
  return Math.abs(now - tokens.refreshedAt) < durations.minRefreshIntervalMs;
}

function leftMs({ accessToken, clockOffsetMs }: TokenSet, now: number): number {
  const expiry = accessToken && accessTokenExpiresAt(accessToken);
  return expiry === undefined ? Infinity : expiry - (now + clockOffsetMs);
}

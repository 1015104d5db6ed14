import { dayMs } from '../text/duration';

/** The provider ends a session after 90 days without a refresh (contract 5.2 (7)). */
export const idleLimitMs = 90 * dayMs;
/** The least time between two attempts to refresh an idle session. */
export const keepAliveEveryMs = dayMs;
const keepAliveAfterMs = 30 * dayMs;
const warnAfterMs = 80 * dayMs;

export type IdleStage = 'active' | 'keepAlive' | 'warn' | 'over';

/** From day 30 on, the session is refreshed unasked (`keepAlive`); from day 80 on, the person is warned as well. */
export function idleStage(refreshedAt: number, now: number): IdleStage {
  const idleMs = now - refreshedAt;
  if (idleMs >= idleLimitMs) {
    return 'over';
  }
  if (idleMs >= warnAfterMs) {
    return 'warn';
  }
  return idleMs >= keepAliveAfterMs ? 'keepAlive' : 'active';
}

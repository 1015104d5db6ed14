import type { Decision } from './decide';
import { hasSeenAll } from '../records/makers';

/** Whether a new decision equals the one that the person was shown, so that the page may be sent. */
export function isStillDecided(before: Decision | undefined, now: Decision | undefined): boolean {
  return keyOf(before) === keyOf(now) && hasSeenAll(now?.otherSendKeys ?? [], before?.otherSendKeys ?? []);
}

function keyOf(decision: Decision | undefined): string {
  const { connection, target, questions } = decision ?? {};
  return JSON.stringify([connection?.endpoint, target, questions]);
}

import type { Decision } from './decide';
import { hasSeenAll } from '../records/makers';

/** False also if others have sent to the page since the person saw the decision. */
export function isStillDecided(before: Decision | undefined, now: Decision | undefined): boolean {
  return keyOf(before) === keyOf(now) && hasSeenAll(now?.otherSendKeys ?? [], before?.otherSendKeys ?? []);
}

function keyOf(decision: Decision | undefined): string {
  const { connection, target, questions } = decision ?? {};
  return JSON.stringify([connection?.endpoint, target, questions]);
}

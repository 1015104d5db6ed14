import type { Decision } from './decide';
import { areSeen } from '../records/makers';

/** Whether what was decided is decided again, so that what was shown may be sent. */
export function isStillDecided(before: Decision | undefined, now: Decision | undefined): boolean {
  return keyOf(before) === keyOf(now) && areSeen(now?.others ?? [], before?.others ?? []);
}

function keyOf(decision: Decision | undefined): string {
  const { connection, target, questions } = decision ?? {};
  return JSON.stringify([connection?.endpoint, target, questions]);
}

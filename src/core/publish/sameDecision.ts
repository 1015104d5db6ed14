import { decide, type DecideInput, type Decision } from './decide';
import { areSeen } from './makers';
import type { RecordIndex } from './recordIndex';

/** Whether the same is decided with other records, so that what was shown may be sent. */
export function isStillDecided(
  input: DecideInput,
  decision: Decision,
  { ofFile, at, titled }: Pick<RecordIndex, 'ofFile' | 'at' | 'titled'>,
): boolean {
  const now = decide({ ...input, own: ofFile(input.file), at, titled });
  return keyOf(decision) === keyOf(now) && areSeen(now.others, decision.others);
}

function keyOf({ connection, target, questions }: Decision): string {
  return JSON.stringify([connection?.endpoint, target, questions]);
}

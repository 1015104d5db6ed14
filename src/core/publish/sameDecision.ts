import { decide, type DecideInput, type Decision } from './decide';
import type { RecordIndex } from './recordIndex';

/** Whether the same is decided with other records, so that what was shown may be sent. */
export function isStillDecided(
  input: DecideInput,
  decision: Decision,
  { ofFile, at, titled }: Pick<RecordIndex, 'ofFile' | 'at' | 'titled'>,
): boolean {
  return isSameDecision(decision, decide({ ...input, own: ofFile(input.file), at, titled }));
}

/** Whether both send the same to the same page, which nobody else has been published to since the first. */
export function isSameDecision(shown: Decision, now: Decision): boolean {
  return keyOf(shown) === keyOf(now) && now.others.every((send) => shown.others.includes(send));
}

function keyOf({ connection, target, questions }: Decision): string {
  return JSON.stringify([connection?.endpoint, target, questions]);
}

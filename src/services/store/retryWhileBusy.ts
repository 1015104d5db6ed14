import { faultOf } from './faults';

/** A longer pause counts as this long, since the computer slept or the process was stopped meanwhile. */
const longestPauseMs = 100;

export async function retryWhileBusy<T>(work: () => T, limitMs: number): Promise<T> {
  for (let waitedMs = 0; ; waitedMs += await pause()) {
    try {
      return work();
    } catch (error) {
      if (faultOf(error) !== 'busy' || waitedMs > limitMs) {
        throw error;
      }
    }
  }
}

/**
 * Waits 2 to 5 ms: short enough to find a gap while another window writes without a pause, and random
 * so that two windows don’t collide again.
 */
async function pause(): Promise<number> {
  const before = performance.now();
  await new Promise((resolve) => setTimeout(resolve, 2 + 3 * Math.random()));
  return Math.min(performance.now() - before, longestPauseMs);
}

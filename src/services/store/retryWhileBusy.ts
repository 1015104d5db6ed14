import { faultOf } from './faults';

/** A longer pause is not counted in full: the computer slept, or this window was stopped. */
const longestPauseMs = 100;

/** Repeats the work while another window locks the file. After the limit, it throws the work’s error. */
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
 * Short pauses get a turn beside a window that writes without one. A random part keeps two windows from
 * colliding again.
 */
async function pause(): Promise<number> {
  const before = performance.now();
  await new Promise((resolve) => setTimeout(resolve, 2 + 3 * Math.random()));
  return Math.min(performance.now() - before, longestPauseMs);
}

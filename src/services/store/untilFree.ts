import { faultOf } from './faults';

/** A pause that took longer was none: the computer slept, or this window was stopped. */
const longestPauseMs = 100;

/** Does the work again, from the event loop, while another window is in the way. Then it throws what the work did. */
export async function untilFree<T>(work: () => T, limitMs: number): Promise<T> {
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

/** With longer pauses, a window that writes without one would keep the others out; chance keeps two from meeting again and again. */
async function pause(): Promise<number> {
  const before = performance.now();
  await new Promise((resolve) => setTimeout(resolve, 2 + 3 * Math.random()));
  return Math.min(performance.now() - before, longestPauseMs);
}

import { setTimeout as delay } from 'node:timers/promises';

export interface Clock {
  now(): number;
  /** Resolves early, instead of rejecting, when the signal aborts. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  wait: (ms, signal) => delay(ms, undefined, { signal }).catch(() => undefined),
};

/** Resolves with `late` after `ms`, although `work` itself goes on. */
export async function withTimeout<T, L>(
  clock: Clock,
  ms: number,
  work: PromiseLike<T>,
  late: L,
): Promise<T | L> {
  const settled = new AbortController();
  try {
    return await Promise.race([work, clock.wait(ms, settled.signal).then(() => late)]);
  } finally {
    settled.abort();
  }
}

/**
 * Aborts after `ms` without the time that a laptop sleeps: an ordinary timer would fire on waking, before the
 * answer in the socket is read.
 */
export function awakeDeadline(
  clock: Clock,
  ms: number,
): {
  readonly signal: AbortSignal;
  readonly cancel: () => void;
} {
  const deadline = new AbortController();
  const cancelled = new AbortController();
  const tickMs = Math.min(1000, ms);
  void (async () => {
    for (let awakeMs = 0; awakeMs < ms && !cancelled.signal.aborted; awakeMs += tickMs) {
      await clock.wait(tickMs, cancelled.signal);
    }
    if (!cancelled.signal.aborted) {
      deadline.abort();
    }
  })();
  return { signal: deadline.signal, cancel: () => cancelled.abort() };
}

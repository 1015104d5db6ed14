import type { Exchange } from '../../core/network/http';
import { Pace } from '../../core/run/pace';
import type { Run } from '../../core/run/run';

export interface PacingDependencies {
  readonly now: () => number;
  /** Resolves after the time, or at once when the signal aborts. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Delays the sends of a run as the wiki asks for. */
export class Pacing {
  readonly #pace = new Pace();

  constructor(
    private readonly run: Run,
    private readonly dependencies: PacingDependencies,
  ) {}

  /** Resolves when one more send may begin. A further answer of 429 can delay it. */
  async turn(): Promise<void> {
    const { now, pause } = this.dependencies;
    const { stopping } = this.run;
    do {
      const waitMs = this.#pace.take(now()) - now();
      if (waitMs > 0) {
        await pause(waitMs, stopping);
      }
    } while (now() < this.#pace.heldUntil && !stopping.aborted);
  }

  answered(exchange: Exchange): void {
    if (exchange.kind === 'answered' && exchange.response.status !== 429) {
      this.#pace.ease();
    }
  }

  /** Stops all sends for a time, because the wiki answered 429. */
  hold(pauseMs: number): void {
    this.#pace.slow(this.dependencies.now(), pauseMs);
    this.run.pause(this.#pace.heldUntil);
  }
}

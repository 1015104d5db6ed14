const firstGapMs = 250;
const longestGapMs = 10_000;
/** A shorter gap makes no difference and is none. */
const shortestGapMs = 20;

/** When the next send of a run may leave. One answer of 429 holds back all of them, and spaces them afterwards. */
export class Pace {
  #nextAt = 0;
  #gapMs = 0;
  #heldUntil = 0;

  /** The earliest moment for one more send, which is then taken. */
  take(now: number): number {
    const at = Math.max(now, this.#nextAt);
    this.#nextAt = at + this.#gapMs;
    return at;
  }

  /** The wiki asked for a pause. Answers to sends that left before it add nothing but a longer one. */
  slow(now: number, pauseMs: number): void {
    if (now >= this.#heldUntil) {
      this.#gapMs = Math.min(longestGapMs, Math.max(firstGapMs, this.#gapMs * 2));
    }
    this.#heldUntil = Math.max(this.#heldUntil, now + pauseMs);
    this.#nextAt = Math.max(this.#nextAt, this.#heldUntil);
  }

  /** An answer without complaint: a little faster. */
  ease(): void {
    this.#gapMs = this.#gapMs * 0.9 < shortestGapMs ? 0 : this.#gapMs * 0.9;
  }

  /** The time until which no send leaves at all. */
  get heldUntil(): number {
    return this.#heldUntil;
  }
}

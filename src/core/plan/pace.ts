const firstGapMs = 250;
const longestGapMs = 10_000;
/** A shorter gap counts as none. */
const shortestGapMs = 20;

/** Says when the next send of a run may begin. One answer of 429 delays all sends and increases the gaps between them. */
export class Pace {
  #nextAt = 0;
  #gapMs = 0;
  #pausedUntil = 0;

  /** Returns the earliest time for one more send, and reserves it. */
  reserve(now: number): number {
    const at = Math.max(now, this.#nextAt);
    this.#nextAt = at + this.#gapMs;
    return at;
  }

  /** Delays all sends because the wiki asked for it. A later answer can only lengthen the pause. */
  slow(now: number, pauseMs: number): void {
    if (now >= this.#pausedUntil) {
      this.#gapMs = Math.min(longestGapMs, Math.max(firstGapMs, this.#gapMs * 2));
    }
    this.#pausedUntil = Math.max(this.#pausedUntil, now + pauseMs);
    this.#nextAt = Math.max(this.#nextAt, this.#pausedUntil);
  }

  /** Shortens the gap after an answer that asks for no pause. */
  ease(): void {
    this.#gapMs = this.#gapMs * 0.9 < shortestGapMs ? 0 : this.#gapMs * 0.9;
  }

  /** The time before which no send begins. */
  get pausedUntil(): number {
    return this.#pausedUntil;
  }
}

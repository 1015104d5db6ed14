const firstGapMs = 250;
const longestGapMs = 10_000;
/** A shorter gap counts as none. */
const shortestGapMs = 20;

/** Spaces the sends of a run. An answer of 429 to one of them delays all, and lengthens the gaps between them. */
export class Pace {
  #nextAt = 0;
  #gapMs = 0;
  #pausedUntil = 0;

  /** Returns the time at which the caller may send; that of the next caller is one gap later. */
  reserve(now: number): number {
    const at = Math.max(now, this.#nextAt);
    this.#nextAt = at + this.#gapMs;
    return at;
  }

  /**
   * Called for each 429. Only the first one of a pause lengthens
   * the gap, since requests already under way get a 429 as well.
   */
  slow(now: number, pauseMs: number): void {
    if (now >= this.#pausedUntil) {
      this.#gapMs = Math.min(longestGapMs, Math.max(firstGapMs, this.#gapMs * 2));
    }
    this.#pausedUntil = Math.max(this.#pausedUntil, now + pauseMs);
    this.#nextAt = Math.max(this.#nextAt, this.#pausedUntil);
  }

  /** Called for each answer other than 429. */
  ease(): void {
    this.#gapMs = this.#gapMs * 0.9 < shortestGapMs ? 0 : this.#gapMs * 0.9;
  }

  get pausedUntil(): number {
    return this.#pausedUntil;
  }
}

const recent = 40;
const least = 3;

/** Estimates the rest of a run from how the last files of it went. */
export class TimeLeft {
  readonly #endedAt: number[];

  constructor(startedAt: number) {
    this.#endedAt = [startedAt];
  }

  ended(now: number): void {
    this.#endedAt.push(now);
    if (this.#endedAt.length > recent) {
      this.#endedAt.shift();
    }
  }

  /** Undefined while there is too little to tell from. */
  ms(left: number, now: number): number | undefined {
    const count = this.#endedAt.length - 1;
    const [first] = this.#endedAt;
    return count < least || first === undefined ? undefined : ((now - first) / count) * left;
  }
}

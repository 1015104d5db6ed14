import type { Run } from './run';

const mostRecentFiles = 40;
const fewestFiles = 3;

/** Returns how many sends are still to come. `twice`: how many pages were expected to be sent again. */
export function sendsLeft({ counts, secondPass }: Pick<Run, 'counts' | 'secondPass'>, twice: number): number {
  return counts.waiting + counts.sending + (secondPass.all === 0 ? twice : 0);
}

/** Estimates how long the rest of a run takes, from the last files. */
export class TimeLeft {
  readonly #endedAt: number[];

  constructor(startedAt: number) {
    this.#endedAt = [startedAt];
  }

  ended(now: number): void {
    this.#endedAt.push(now);
    if (this.#endedAt.length > mostRecentFiles) {
      this.#endedAt.shift();
    }
  }

  /** Returns undefined while too few files are done. */
  ms(left: number, now: number): number | undefined {
    const count = this.#endedAt.length - 1;
    const [first] = this.#endedAt;
    return count < fewestFiles || first === undefined ? undefined : ((now - first) / count) * left;
  }
}

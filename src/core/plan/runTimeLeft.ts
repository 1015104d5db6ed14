import type { Run } from './run';

const mostRecentFiles = 40;
const fewestFiles = 3;

/** `twice`: an estimate of how many pages will be sent again for their links, used while `secondPass.all` is 0. */
export function sendsLeft({ counts, secondPass }: Pick<Run, 'counts' | 'secondPass'>, twice: number): number {
  return counts.waiting + counts.sending + (secondPass.all === 0 ? twice : 0);
}

/** Estimates by the average of the last files, so that it follows a wiki that becomes slower or faster. */
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

  ms(left: number, now: number): number | undefined {
    const count = this.#endedAt.length - 1;
    const [first] = this.#endedAt;
    return count < fewestFiles || first === undefined ? undefined : ((now - first) / count) * left;
  }
}

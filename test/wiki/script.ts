/** What happens to one coming request; without a step it is processed and answered. */
export type Step =
  | { do: 'process' }
  /** Answers this instead, with `held` not before `release`; with `processed` the page or token is made all the same. */
  | {
      do: 'answer';
      status: number;
      headers?: Record<string, string>;
      body?: string | Buffer;
      processed?: boolean;
      held?: boolean;
    }
  /** Writes these bytes, status line included, as the whole answer and ends the connection. */
  | { do: 'answerBytes'; bytes: string | Buffer; processed?: boolean }
  | { do: 'delay'; milliseconds: number }
  /** Cuts without processing after this many bytes of head and body; 0 cuts the next connection on arrival. */
  | { do: 'cutRequest'; afterBytes: number | 'all'; reset?: boolean }
  /** Processes, then cuts after this many bytes of the answer; with `reset` bytes on their way may be lost. */
  | { do: 'cutAnswer'; afterBytes: number; reset?: boolean }
  /** No answer until `release` or `close`; processes before or, without `processed`, after the release. */
  | { do: 'stall'; processed?: boolean }
  | { do: 'trickle'; everyMilliseconds: number }
  /** Refuses connections as soon as it is next, for this long or until `acceptAgain`. */
  | { do: 'refuse'; milliseconds?: number };

export class Script {
  readonly #requestLine: string;
  readonly #steps: Step[] = [];
  readonly #onChange: () => void;

  constructor(path: string, onChange: () => void) {
    this.#requestLine = `POST ${path}`;
    this.#onChange = onChange;
  }

  get next(): Step | undefined {
    return this.#steps[0];
  }

  add(steps: readonly Step[]): void {
    this.#steps.push(...steps);
    this.#onChange();
  }

  take(): Step | undefined {
    const step = this.#steps.shift();
    this.#onChange();
    return step;
  }

  /** Whether a request that starts like this is for this script; undefined while too little is there. */
  concerns(start: Buffer): boolean | undefined {
    const text = start.toString('latin1');
    if (text.length <= this.#requestLine.length) {
      return this.#requestLine.startsWith(text) ? undefined : false;
    }
    const after = text.charAt(this.#requestLine.length);
    return text.startsWith(this.#requestLine) && (after === ' ' || after === '?');
  }
}

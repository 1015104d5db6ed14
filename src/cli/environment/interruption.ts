import { exitCodes } from './usageError';

/** What SIGINT and SIGTERM do: they end the process, or, once pages are being sent, only abort `signal`. */
export class Interruption {
  readonly #aborting = new AbortController();
  #isSending = false;

  /** `ends`: is called before the process exits. */
  constructor(ends: () => void) {
    for (const [name, exitCode] of [
      ['SIGINT', exitCodes.interrupted],
      ['SIGTERM', exitCodes.terminated],
    ] as const) {
      process.once(name, () => {
        this.#aborting.abort(exitCode);
        if (!this.#isSending) {
          ends();
          process.exit(exitCode);
        }
      });
    }
  }

  /** Its reason is the exit code. */
  get signal(): AbortSignal {
    return this.#aborting.signal;
  }

  /** From here on, what is under way has to finish after `signal`. */
  beginSending(): void {
    this.#isSending = true;
  }
}

import { createHash } from 'node:crypto';
import type { Clipboard, Disposable, Memento } from 'vscode';
import type { Secret } from '../../../core/text/secret';

export const loanMs = 60_000;
/** The time after which no access token is of use any more. */
const lookedForMs = 60 * loanMs;
const key = 'clipboardLoan';

/** What a window leaves behind for the next one, should it close before the minute is over. */
interface Loan {
  readonly digest: string;
  readonly lentAt: number;
}

/** Lends the clipboard a secret: after a minute it is taken back, if it is still there, by whichever window is open. */
export class ClipboardLoan {
  #timer: NodeJS.Timeout | undefined;
  readonly #front: Pick<Disposable, 'dispose'>;

  constructor(
    private readonly clipboard: Pick<Clipboard, 'readText' | 'writeText'>,
    private readonly state: Memento,
    private readonly now: () => number,
    onFront: (look: () => void) => Pick<Disposable, 'dispose'>,
  ) {
    this.#front = onFront(() => {
      if (now() >= (this.#loan()?.lentAt ?? Infinity) + loanMs) {
        void this.takeBack();
      }
    });
    const loan = this.#loan();
    if (loan !== undefined) {
      this.#takeBackIn(Math.min(Math.max(0, loan.lentAt + loanMs - now()), loanMs));
    }
  }

  async lend(secret: Secret): Promise<void> {
    const loan: Loan = { digest: digestOf(secret.reveal()), lentAt: this.now() };
    await this.state.update(key, loan);
    await this.clipboard.writeText(secret.reveal());
    this.#takeBackIn(loanMs);
  }

  async takeBack(): Promise<void> {
    clearTimeout(this.#timer);
    const loan = this.#loan();
    if (loan === undefined) {
      return;
    }
    try {
      const text = await this.clipboard.readText();
      if (digestOf(text) === loan.digest) {
        await this.clipboard.writeText('');
      } else if (text === '' && this.now() < loan.lentAt + lookedForMs) {
        // A window that may not look, as one that is closing, is told that there is nothing
        return;
      }
      await this.state.update(key, undefined);
    } catch {
      // A browser lets only the window in front look at the clipboard; a window that closes leaves it to the next
    }
  }

  dispose(): void {
    this.#front.dispose();
    // Also stops the timer: whoever opens next goes by what was left in the state
    void this.takeBack();
  }

  #takeBackIn(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.takeBack(), ms);
  }

  #loan(): Loan | undefined {
    const { digest, lentAt } = this.state.get<Partial<Loan>>(key) ?? {};
    return typeof digest === 'string' && typeof lentAt === 'number' ? { digest, lentAt } : undefined;
  }
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

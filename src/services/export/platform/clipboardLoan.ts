import { createHash } from 'node:crypto';
import type { Clipboard, Memento } from 'vscode';
import type { Secret } from '../../../core/text/secret';

export const loanMs = 60_000;
const key = 'clipboardLoan';

/** What a window leaves behind for the next one, should it close before the minute is over. */
interface Loan {
  readonly digest: string;
  readonly lentAt: number;
}

/** Lends the clipboard a secret: after a minute it is taken back, if it is still there, by whichever window is open. */
export class ClipboardLoan {
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly clipboard: Pick<Clipboard, 'readText' | 'writeText'>,
    private readonly state: Memento,
    private readonly now: () => number,
  ) {
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
      if (digestOf(await this.clipboard.readText()) === loan.digest) {
        await this.clipboard.writeText('');
      }
      await this.state.update(key, undefined);
    } catch {
      // A browser lets only the window in front look at the clipboard; a window that closes leaves it to the next
    }
  }

  dispose(): void {
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

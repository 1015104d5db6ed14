import type { Clipboard, Disposable, Memento } from 'vscode';
import type { Secret } from '../../../core/text/secret';
import { shortHash } from '../../shared/shortHash';

export const clipboardSecretMs = 60_000;
/** No access token is valid for longer. */
const lookedForMs = 60 * clipboardSecretMs;
const key = 'clipboardLoan';

/** What the next window has to clear, if this one closes within the minute. */
interface Loan {
  readonly digest: string;
  readonly lentAt: number;
}

/** Puts a secret on the clipboard, and removes it after a minute if it is still there, from whichever window is open. */
export class ClipboardSecret {
  #timer: NodeJS.Timeout | undefined;
  readonly #front: Pick<Disposable, 'dispose'>;

  constructor(
    private readonly clipboard: Pick<Clipboard, 'readText' | 'writeText'>,
    private readonly state: Memento,
    private readonly now: () => number,
    onFront: (look: () => void) => Pick<Disposable, 'dispose'>,
  ) {
    this.#front = onFront(() => {
      if (now() >= (this.#loan()?.lentAt ?? Infinity) + clipboardSecretMs) {
        void this.clear();
      }
    });
    const loan = this.#loan();
    if (loan !== undefined) {
      this.#takeBackIn(Math.min(Math.max(0, loan.lentAt + clipboardSecretMs - now()), clipboardSecretMs));
    }
  }

  async copy(secret: Secret): Promise<void> {
    const loan: Loan = { digest: shortHash(secret.reveal()), lentAt: this.now() };
    await this.state.update(key, loan);
    await this.clipboard.writeText(secret.reveal());
    this.#takeBackIn(clipboardSecretMs);
  }

  async clear(): Promise<void> {
    clearTimeout(this.#timer);
    const loan = this.#loan();
    if (loan === undefined) {
      return;
    }
    try {
      const text = await this.clipboard.readText();
      if (shortHash(text) === loan.digest) {
        await this.clipboard.writeText('');
      } else if (text === '' && this.now() < loan.lentAt + lookedForMs) {
        // A window that may not read the clipboard, such as a closing one, gets an empty text.
        return;
      }
      await this.state.update(key, undefined);
    } catch {
      // A browser lets only the front window read the clipboard; a closing window leaves the task to the next one.
    }
  }

  dispose(): void {
    this.#front.dispose();
    // This also stops the timer; the next window continues from the stored state.
    void this.clear();
  }

  #takeBackIn(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.clear(), ms);
  }

  #loan(): Loan | undefined {
    const { digest, lentAt } = this.state.get<Partial<Loan>>(key) ?? {};
    return typeof digest === 'string' && typeof lentAt === 'number' ? { digest, lentAt } : undefined;
  }
}

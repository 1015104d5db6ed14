import type { Clipboard, Disposable, Memento } from 'vscode';
import { hourMs } from '../../../core/text/duration';
import type { Secret } from '../../../core/text/secret';
import { shortHash } from '../../shared/shortHash';

export const clipboardSecretMs = 60_000;
/** After an hour an access token has expired (contract 5.2 (2)), so the clipboard need not be cleared any more. */
const tokenLifeMs = hourMs;
const key = 'clipboardLoan';

/** Stored, so that another window clears the clipboard if this one closes first. `digest`: the hash of the secret. */
interface Loan {
  readonly digest: string;
  readonly lentAt: number;
}

/** A minute after `copy`, clears the clipboard if it still has the secret, in whichever window is open then. */
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
      } else if (text === '' && this.now() < loan.lentAt + tokenLifeMs) {
        // VS Code returns an empty text to a window that may not read the clipboard, so a later attempt
        // decides.
        return;
      }
      await this.state.update(key, undefined);
    } catch {
      // In a browser, reading fails unless the window is in front; `onFront` tries again.
    }
  }

  dispose(): void {
    this.#front.dispose();
    // A closing window may not be able to clear the clipboard; the stored `Loan` lets the next window do so.
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

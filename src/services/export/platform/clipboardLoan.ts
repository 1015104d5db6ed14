import type { Clipboard } from 'vscode';
import type { Secret } from '../../../core/text/secret';

export const loanMs = 60_000;

/** Lends the clipboard a secret: after a minute it is taken back, if it is still there. */
export class ClipboardLoan {
  #lent: { readonly secret: Secret; readonly timer: NodeJS.Timeout } | undefined;

  constructor(private readonly clipboard: Pick<Clipboard, 'readText' | 'writeText'>) {}

  async lend(secret: Secret): Promise<void> {
    await this.clipboard.writeText(secret.reveal());
    clearTimeout(this.#lent?.timer);
    const timer = setTimeout(() => void this.takeBack(), loanMs);
    this.#lent = { secret, timer };
  }

  async takeBack(): Promise<void> {
    const lent = this.#lent;
    this.#lent = undefined;
    clearTimeout(lent?.timer);
    try {
      if (lent?.secret.reveal() === (await this.clipboard.readText())) {
        await this.clipboard.writeText('');
      }
    } catch {
      // A browser lets only the window in front look at the clipboard
    }
  }
}

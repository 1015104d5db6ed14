import { setTimeout as pause } from 'node:timers/promises';
import type { QuickInput } from './quickInput.js';
import type { Screen } from './screen.js';

/** The command palette. */
export class Palette {
  readonly #screen: Screen;
  readonly #quick: QuickInput;

  constructor(screen: Screen, quick: QuickInput) {
    this.#screen = screen;
    this.#quick = quick;
  }

  /**
   * Opens it and replaces what stands in it. What comes to the front meanwhile closes it; a preview that is only being
   * drawn takes the keys until the person clicks elsewhere.
   */
  async ask(text: string): Promise<void> {
    await this.#screen.until('the command palette', async () => {
      const begins = await this.#quick.openWith('F1').catch(() => undefined);
      if (begins === undefined) {
        await this.#screen.page.locator('.part.titlebar').click({ timeout: 2000 });
        return false;
      }
      return begins.startsWith('>') && this.#quick.tryToType(text);
    });
  }

  async run(title: string): Promise<void> {
    await this.#screen.until(`the command ${title}`, async () => this.#tryToRun(title), 60_000);
  }

  /** Whether the palette lists the command now. */
  async offers(title: string): Promise<boolean> {
    await this.ask(`>${title}`);
    const rows = await this.#screen.until('an answer of the palette', async () => {
      const found = await this.#quick.rows();
      return found.length > 0 && found;
    });
    await this.#quick.escape();
    return rows.some(({ label }) => isCommand(label, title));
  }

  async #tryToRun(title: string): Promise<boolean> {
    await this.ask(`>${title}`);
    // An open palette does not look again for commands of an extension that is only just starting
    const deadlineAt = Date.now() + 3000;
    while (Date.now() < deadlineAt) {
      const row = (await this.#quick.rows()).find(({ label }) => isCommand(label, title));
      if (row !== undefined) {
        if (row.focused) {
          await this.#quick.accept();
        } else {
          await this.#quick.pick(row.label);
        }
        return true;
      }
      await pause(30);
    }
    await this.#quick.escape();
    return false;
  }
}

function isCommand(label: string, title: string): boolean {
  return label === title || label.endsWith(`: ${title}`);
}

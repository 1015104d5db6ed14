import type { QuickInput, QuickRow } from './quickInput.js';
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

  run = async (title: string): Promise<void> =>
    this.take(`>${title}`, ({ label }) => isCommand(label, title));

  /** Types this and takes the row that is meant; types anew once something else has closed the palette. */
  async take(text: string, isMeant: (row: QuickRow) => boolean): Promise<void> {
    await this.#screen.until(
      `the row of ${text}`,
      async () => {
        await this.ask(text);
        return this.#quick.tryToTake(isMeant);
      },
      60_000,
    );
  }

  /** Whether the palette lists the command now. */
  async offers(title: string): Promise<boolean> {
    const rows = await this.#screen.until('an answer of the palette', async () => {
      await this.ask(`>${title}`);
      const found = await this.#quick.rowsNow();
      return (await this.#quick.isLeftWith('Escape')) && found.length > 0 && found;
    });
    return rows.some(({ label }) => isCommand(label, title));
  }
}

function isCommand(label: string, title: string): boolean {
  return label === title || label.endsWith(`: ${title}`);
}

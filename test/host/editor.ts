import { matches, type Screen } from './screen.js';
import type { Palette } from './palette.js';
import type { QuickInput } from './quickInput.js';

/** The active text editor. A window that is busy may let keys go by: whether the cursor is where they lead is looked at. */
export class Editor {
  readonly #screen: Screen;
  readonly #palette: Palette;
  readonly #quick: QuickInput;

  constructor(screen: Screen, palette: Palette, quick: QuickInput) {
    this.#screen = screen;
    this.#palette = palette;
    this.#quick = quick;
  }

  async focus(): Promise<void> {
    const editor = this.#screen.page.locator('.editor-group-container.active .monaco-editor').first();
    await this.#screen.until('the editor to have the focus', async () => {
      if (/\bfocused\b/.test((await editor.getAttribute('class')) ?? '')) {
        return true;
      }
      await editor.locator('.view-lines').click();
      return false;
    });
  }

  /** The whole text. */
  async text(): Promise<string> {
    const { page } = this.#screen;
    await this.#selectAll();
    await page.evaluate("navigator.clipboard.writeText('')");
    return this.#screen.until('the text in the clipboard', async () => {
      await page.keyboard.press('ControlOrMeta+C');
      return (await this.#screen.clipboard()) || undefined;
    });
  }

  /** Types at the cursor as one insertion, so that nothing is completed or indented. */
  async type(text: string): Promise<void> {
    await this.focus();
    await this.#screen.page.keyboard.insertText(text);
  }

  /** Types at the end of the first line, or at that of the last one. */
  async typeAt(line: 'first' | 'last', text: string): Promise<void> {
    await this.#press('Control+Home', 'Ln 1, Col 1');
    await this.#press(line === 'first' ? 'End' : 'Control+End', /^(?!Ln 1, Col 1$)/);
    await this.#screen.page.keyboard.insertText(text);
  }

  /** As a paste does: what is typed may be completed. */
  async replaceAll(text: string): Promise<void> {
    const { page } = this.#screen;
    await this.#selectAll();
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
    await page.keyboard.press('ControlOrMeta+V');
    await this.#screen.until(
      'the text to be replaced',
      async () => !(await this.#place()).endsWith(' selected)'),
    );
  }

  /** Replaces the rest of a line from here, as `line:column`. */
  async replaceRest(here: string, text: string): Promise<void> {
    await this.goTo(here);
    await this.#press('Shift+End', / selected\)$/);
    await this.#screen.page.keyboard.insertText(text);
  }

  /** Goes to a place, as `line:column`. */
  async goTo(here: string): Promise<void> {
    const [line, column] = here.split(':');
    await this.#screen.until(`the cursor at ${here}`, async () => {
      await this.#palette.ask(`:${here}`);
      await this.#quick.tryToAccept();
      await this.#quick.hidden();
      return (await this.#place()) === `Ln ${line}, Col ${column}`;
    });
    await this.focus();
  }

  /** Waits until something else has put the cursor here. */
  async at(place: string): Promise<void> {
    await this.#screen.until(`the cursor at ${place}`, async () => (await this.#place()) === place);
  }

  async save(): Promise<void> {
    const unsaved = this.#screen.page.locator('.editor-group-container.active .tab.active.dirty');
    await this.#screen.until('the text to be saved', async () => {
      await this.focus();
      await this.#screen.page.keyboard.press('ControlOrMeta+s');
      await unsaved.waitFor({ state: 'detached', timeout: 2_000 });
      return true;
    });
  }

  async undo(): Promise<void> {
    await this.focus();
    await this.#screen.page.keyboard.press('ControlOrMeta+z');
  }

  async #selectAll(): Promise<void> {
    // What the status bar still says of another editor is not taken for this one
    await this.#press('Control+Home', 'Ln 1, Col 1');
    await this.#press('ControlOrMeta+A', / selected\)$/);
  }

  /** Presses a key until the status bar shows this place. */
  async #press(key: string, place: string | RegExp): Promise<void> {
    await this.#screen.until(`the cursor at ${String(place)}`, async () => {
      await this.focus();
      await this.#screen.page.keyboard.press(key);
      return matches(await this.#place(), place);
    });
  }

  #place = async (): Promise<string> =>
    this.#screen.page.locator('#status\\.editor\\.selection').innerText({ timeout: 500 });
}

import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import type { Screen } from './screen.js';

export class Menus {
  readonly #screen: Screen;

  constructor(screen: Screen) {
    this.#screen = screen;
  }

  /** The labels of the buttons at the top right of the active editor. */
  async editorTitle(): Promise<string[]> {
    await this.#screen.visible('a button in the editor title', this.#titleButtons());
    const buttons = await this.#titleButtons().filter({ visible: true }).all();
    return Promise.all(buttons.map(async (button) => (await button.getAttribute('aria-label')) ?? ''));
  }

  /** At a person’s pace: right after another tab was chosen, the button still is for the one before. */
  async clickEditorTitle(label: string): Promise<void> {
    const button = await this.#screen.visible(`the editor title's ${label}`, this.#titleButtons(label));
    await pause(200);
    // One that is drawn anew meanwhile is found again; a click that took its time is not another one
    await button.click();
  }

  async openFile(file: string): Promise<void> {
    await (await this.#explorerRow(file)).click();
  }

  async explorer(file: string, item: string): Promise<void> {
    await this.choose(await this.#explorerRow(file), item);
  }

  /** The same for several files at once. */
  async explorerSelection(files: readonly string[], item: string): Promise<void> {
    const rows = await Promise.all(files.map((file) => this.#explorerRow(file)));
    const isSelected = async (row: Locator): Promise<boolean> =>
      (await row.getAttribute('aria-selected')) === 'true';
    const [first, ...others] = rows;
    await first?.click();
    // The Explorer selects the file alone once more when its editor has opened
    const tab = this.#screen.page.locator('.tab.active').filter({ hasText: path.basename(files[0] ?? '') });
    await this.#screen.visible(`the editor of ${files[0]}`, tab);
    await this.#screen.until(`${files.join(', ')} to be selected`, async () => {
      for (const row of others) {
        if (!(await isSelected(row))) {
          await row.click({ modifiers: ['ControlOrMeta'] });
        }
      }
      return (await Promise.all(rows.map(isSelected))).every(Boolean);
    });
    await (first && this.choose(first, item));
  }

  async editor(item: string): Promise<void> {
    await this.choose(await this.#activeEditor(), item);
  }

  /** The items of the context menu, which is closed again. */
  async itemsOfExplorer(file: string): Promise<string[]> {
    return this.#list(await this.#explorerRow(file));
  }

  async itemsOfEditor(): Promise<string[]> {
    return this.#list(await this.#activeEditor());
  }

  /** Takes an item of the context menu, or of the menu that a button opens. */
  async choose(target: Locator, item: string, button: 'left' | 'right' = 'right'): Promise<void> {
    const entry = this.#items()
      .filter({ has: this.#screen.page.locator(`[aria-label="${item}"]`) })
      .first();
    let isClicked = false;
    await this.#screen.until(`the menu item ${item} to be taken`, async () => {
      // Whatever takes the focus meanwhile closes a menu: a person opens it again
      if (!isClicked && !(await entry.isVisible())) {
        await target.click({ button });
        await entry.waitFor({ timeout: 5_000 });
        // A menu takes no click in its first 100 ms, in which no person clicks
        await pause(200);
      }
      if (await entry.isVisible()) {
        await entry.click({ timeout: 5_000 });
        isClicked = true;
      }
      // Closed before it was clicked, it did nothing
      return isClicked && !(await entry.isVisible());
    });
  }

  async #list(target: Locator): Promise<string[]> {
    await target.click({ button: 'right' });
    await this.#screen.visible('a context menu', this.#items());
    const labels = await this.#items().locator('.action-label').all();
    const texts = await Promise.all(
      labels.map(async (label) => (await label.getAttribute('aria-label')) ?? ''),
    );
    await this.#screen.until('the context menu to close', async () => {
      await this.#screen.page.keyboard.press('Escape');
      return (await this.#items().count()) === 0;
    });
    return texts.filter((text) => text !== '');
  }

  #titleButtons(label?: string): Locator {
    const wanted = label === undefined ? '' : `[aria-label^="${label}"]`;
    return this.#screen.page.locator(`.editor-group-container.active .editor-actions .action-label${wanted}`);
  }

  #items(): Locator {
    return this.#screen.page.locator('.monaco-menu .action-item');
  }

  async #explorerRow(file: string): Promise<Locator> {
    const name = this.#screen.page.getByText(path.basename(file), { exact: true });
    const rows = this.#screen.page.locator('.explorer-folders-view .monaco-list-row').filter({ has: name });
    return this.#screen.visible(`${file} in the explorer`, rows);
  }

  async #activeEditor(): Promise<Locator> {
    const lines = '.editor-group-container.active .monaco-editor .view-line';
    return this.#screen.visible('an editor', this.#screen.page.locator(lines));
  }
}

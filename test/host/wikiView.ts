import type { Locator } from 'playwright-core';
import { oneLine } from './screen.js';
import { TreeView } from './treeView.js';

/** The view in the Explorer’s side bar. */
export class WikiView extends TreeView {
  protected get view(): Locator {
    return this.screen.page.locator('.pane', {
      has: this.screen.page.locator('.pane-header[aria-label^="Wiki"]'),
    });
  }

  async isThere(): Promise<boolean> {
    return this.view.isVisible();
  }

  async open(): Promise<void> {
    await this.#expand(this.view.locator('.pane-header'), true);
  }

  /** Closes the files above, so that there is room for all rows; or opens them again. */
  async showFiles(wanted: boolean): Promise<void> {
    await this.#expand(this.screen.page.locator('.pane-header[aria-label^="Explorer Section"]'), wanted);
  }

  /** The letters of the files in the Explorer, by their names. */
  async letters(): Promise<ReadonlyMap<string, string>> {
    const read = await this.screen.page.evaluate<[string, string][]>(
      `[...document.querySelectorAll('.explorer-folders-view .monaco-list-row')].map((row) => [
        row.querySelector('.label-name').innerText,
        getComputedStyle(row.querySelector('.monaco-icon-label'), '::after').content.replaceAll('"', ''),
      ])`,
    );
    return new Map(read);
  }

  async #expand(header: Locator, wanted: boolean): Promise<void> {
    await this.screen.visible('the header of a view', header);
    await this.screen.until('the view to be open or closed', async () => {
      const isOpen = async (): Promise<boolean> => (await header.getAttribute('aria-expanded')) === 'true';
      if ((await isOpen()) !== wanted) {
        await header.locator('.title').click();
      }
      return (await isOpen()) === wanted;
    });
  }

  async clickTitle(button: string): Promise<void> {
    await this.view.locator('.pane-header').hover();
    const action = this.view.locator(`.pane-header .action-label[aria-label^="${button}"]`);
    await (await this.screen.visible(`${button} in the view’s title`, action)).click();
  }

  async welcome(): Promise<string> {
    const welcome = this.view.locator('.welcome-view-content');
    return oneLine(await (await this.screen.visible('the welcome text', welcome)).innerText());
  }

  async clickWelcome(button: string): Promise<void> {
    await this.view.locator('.welcome-view-content .monaco-button', { hasText: button }).click();
  }
}

import type { Locator } from 'playwright-core';
import { clickInline, onKnownRow } from './knownRow.js';
import { Menus } from './menus.js';
import { matches, oneLine, type PageElement, type Screen } from './screen.js';

/** A row of the Wiki view. */
export interface WikiRow {
  /** As it is seen: “Setup Changed, docs/setup.md, published 2 hours ago”. */
  readonly text: string;
  /** As a screen reader speaks it. */
  readonly spoken: string;
  readonly icon: string;
  readonly level: number;
}

/** The view in the Explorer’s side bar. */
export class WikiView {
  constructor(readonly screen: Screen) {}

  get #pane(): Locator {
    return this.screen.page.locator('.pane', {
      has: this.screen.page.locator('.pane-header[aria-label^="Wiki"]'),
    });
  }

  async isThere(): Promise<boolean> {
    return this.#pane.isVisible();
  }

  async open(): Promise<void> {
    await this.#expand(this.#pane.locator('.pane-header'), true);
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

  async rows(): Promise<WikiRow[]> {
    const rows = this.#pane.locator('.monaco-list-row');
    const read = await rows.evaluateAll((elements: PageElement[]) =>
      elements.map((row) => ({
        text: ['.label-name', '.label-description']
          .map((part) => row.querySelector(part)?.innerText ?? '')
          .join(' '),
        spoken: row.getAttribute('aria-label') ?? '',
        icon: row.querySelector('.custom-view-tree-node-item-icon')?.className ?? '',
        level: Number(row.getAttribute('aria-level')),
      })),
    );
    return read.map(({ text, spoken, icon, level }) => ({
      text: oneLine(text),
      spoken: oneLine(spoken),
      icon: /codicon-([\w-]+)(?!.*codicon-[\w-]+)/.exec(icon)?.[1] ?? '',
      level,
    }));
  }

  /** Waits for a row that begins so, or matches. */
  async row(wanted: string | RegExp): Promise<WikiRow> {
    let seen: readonly WikiRow[] = [];
    return this.screen
      .until(`the row ${String(wanted)}`, async () => {
        seen = await this.rows();
        return seen.find(({ text }) =>
          typeof wanted === 'string' ? text.startsWith(wanted) : matches(text, wanted),
        );
      })
      .catch((error: unknown) => {
        throw new Error(`${String(error)}\nThe rows: ${seen.map(({ text }) => text).join(' | ')}`);
      });
  }

  /** Waits until these are its rows, from the top. */
  async shows(...wanted: readonly RegExp[]): Promise<void> {
    let seen: readonly string[] = [];
    await this.screen
      .until(`the rows ${wanted.join(', ')}`, async () => {
        seen = (await this.rows()).map(({ text }) => text);
        return seen.length === wanted.length && wanted.every((row, index) => row.test(seen[index] ?? ''));
      })
      .catch((error: unknown) => {
        throw new Error(`${String(error)}\nThe rows: ${seen.join(' | ')}`);
      });
  }

  async click(label: string): Promise<void> {
    await (await this.#row(label)).click();
  }

  /** One of the buttons that a row has while the mouse is on it. */
  async clickInline(label: string, button: string): Promise<void> {
    await clickInline(this.screen, button, await this.#row(label));
  }

  /** Takes an item of a row's context menu. */
  async context(label: string, item: string): Promise<void> {
    const menus = new Menus(this.screen);
    await onKnownRow(this.screen, async () => menus.choose(await this.#row(label), item));
  }

  async clickTitle(button: string): Promise<void> {
    await this.#pane.locator('.pane-header').hover();
    const action = this.#pane.locator(`.pane-header .action-label[aria-label^="${button}"]`);
    await (await this.screen.visible(`${button} in the view’s title`, action)).click();
  }

  async welcome(): Promise<string> {
    const welcome = this.#pane.locator('.welcome-view-content');
    return oneLine(await (await this.screen.visible('the welcome text', welcome)).innerText());
  }

  async clickWelcome(button: string): Promise<void> {
    await this.#pane.locator('.welcome-view-content .monaco-button', { hasText: button }).click();
  }

  async #row(label: string): Promise<Locator> {
    const name = this.screen.page.locator('.label-name', { hasText: label });
    return this.screen.visible(
      `the row ${label}`,
      this.#pane.locator('.monaco-list-row').filter({ has: name }),
    );
  }
}

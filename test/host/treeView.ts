import { isDeepStrictEqual } from 'node:util';
import type { Locator } from 'playwright-core';
import { clickInline, onKnownRow } from './knownRow.js';
import { Menus } from './menus.js';
import { matches, oneLine, type PageElement, type Screen } from './screen.js';

export interface TreeRow {
  /** As it is seen: “docs/setup.md Setup → page 100102 in space 1001”. */
  readonly text: string;
  /** As a screen reader speaks it. */
  readonly spoken: string;
  readonly icon: string;
  readonly level: number;
  /** Undefined where the row has no check box. */
  readonly checked: boolean | undefined;
}

/** The tree of a view. */
export abstract class TreeView {
  constructor(readonly screen: Screen) {}

  protected abstract get view(): Locator;

  protected get tree(): Locator {
    return this.view.locator('.customview-tree');
  }

  async #rows(): Promise<readonly TreeRow[]> {
    const rows = this.tree.locator('.monaco-list-row');
    const read = await rows.evaluateAll((elements: PageElement[]) =>
      elements.map((row) => ({
        text: ['.label-name', '.label-description']
          .map((part) => row.querySelector(part)?.innerText ?? '')
          .join(' '),
        spoken: row.getAttribute('aria-label') ?? '',
        icon: row.querySelector('.custom-view-tree-node-item-icon')?.className ?? '',
        level: Number(row.getAttribute('aria-level')),
        checked: row.querySelector('.monaco-checkbox')?.getAttribute('aria-checked') ?? '',
      })),
    );
    return read.map(({ text, spoken, icon, level, checked }) => ({
      text: oneLine(text),
      spoken: oneLine(spoken),
      icon: /codicon-([\w-]+)(?!.*codicon-[\w-]+)/.exec(icon)?.[1] ?? '',
      level,
      checked: checked === '' ? undefined : checked === 'true',
    }));
  }

  /** Waits for a row that begins so, or matches. */
  async row(wanted: string | RegExp): Promise<TreeRow> {
    return this.#until(`the row ${String(wanted)}`, (rows) =>
      rows.find(({ text }) => (typeof wanted === 'string' ? text.startsWith(wanted) : matches(text, wanted))),
    );
  }

  /** Waits until these are its rows, from the top. */
  async shows(...wanted: readonly RegExp[]): Promise<readonly TreeRow[]> {
    return this.#until(
      `the rows ${wanted.join(', ')}`,
      (rows) =>
        rows.length === wanted.length &&
        wanted.every((row, index) => row.test(rows[index]?.text ?? '')) &&
        rows,
    );
  }

  /** Waits until this is read of its rows: they are drawn after its sentence, and those of before stand there until then. */
  async rowsOnce<T>(read: (rows: readonly TreeRow[]) => T, wanted: T): Promise<readonly TreeRow[]> {
    return this.#until(
      `rows with ${JSON.stringify(wanted)}`,
      (rows) => isDeepStrictEqual(read(rows), wanted) && rows,
    );
  }

  async #until<T>(what: string, find: (rows: readonly TreeRow[]) => T | undefined | false): Promise<T> {
    let seen: readonly TreeRow[] = [];
    return this.screen
      .until(what, async () => find((seen = await this.#rows())))
      .catch((error: unknown) => {
        throw new Error(`${String(error)}\nThe rows: ${seen.map(({ text }) => text).join(' | ')}`);
      });
  }

  async click(label: string): Promise<void> {
    await (await this.rowOf(label)).click();
  }

  /** One of the buttons that a row has while the mouse is on it. */
  async clickInline(label: string, button: string): Promise<void> {
    await clickInline(this.screen, button, await this.rowOf(label));
  }

  /** Takes an item of a row's context menu. */
  async context(label: string, item: string): Promise<void> {
    const menus = new Menus(this.screen);
    await onKnownRow(this.screen, async () => menus.choose(await this.rowOf(label), item));
  }

  protected async rowOf(label: string): Promise<Locator> {
    const name = this.screen.page.locator('.label-name').filter({ hasText: label });
    return this.screen.visible(
      `the row ${label}`,
      this.tree.locator('.monaco-list-row').filter({ has: name }).first(),
    );
  }
}

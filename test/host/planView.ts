import { setTimeout as pause } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import { Menus } from './menus.js';
import { clickInline, onKnownRow } from './knownRow.js';
import { matches, oneLine, type PageElement, type Screen } from './screen.js';

/** A row of the view of a plan. */
export interface PlanRow {
  /** As it is seen: “docs/setup.md Setup → page 100102 in space 1001”. */
  readonly text: string;
  /** As a screen reader speaks it. */
  readonly spoken: string;
  readonly icon: string;
  readonly level: number;
  /** Undefined where the row has no check box. */
  readonly checked: boolean | undefined;
}

/** The view of a plan, its run and its outcome, in the panel. */
export class PlanView {
  constructor(readonly screen: Screen) {}

  get #panel(): Locator {
    return this.screen.page.locator('.part.panel');
  }

  /** Other views in the panel have trees too. */
  get #view(): Locator {
    return this.#panel.locator('[id="workbench.view.extension.publishToWikiPlan"]');
  }

  async rows(): Promise<PlanRow[]> {
    const rows = this.#view.locator('.customview-tree .monaco-list-row');
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

  /** What the plan, the run or its outcome says in a sentence. */
  async sentence(): Promise<string> {
    const message = this.#view.locator('.tree-explorer-viewlet-tree-view .message');
    return (await message.isVisible()) ? oneLine(await message.innerText()) : '';
  }

  /** Waits until the sentence matches. */
  async says(wanted: string | RegExp): Promise<string> {
    let seen = '';
    return this.screen
      .until(`the plan to say ${String(wanted)}`, async () => {
        seen = await this.sentence();
        return (typeof wanted === 'string' ? seen.includes(wanted) : matches(seen, wanted)) && seen;
      })
      .catch((error: unknown) => {
        throw new Error(`${String(error)}\nThe plan says: ${seen}`);
      });
  }

  /** Waits for a row that begins so, or matches. */
  async row(wanted: string | RegExp): Promise<PlanRow> {
    let seen: readonly PlanRow[] = [];
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

  async isOpen(): Promise<boolean> {
    return this.#view.locator('.customview-tree').isVisible();
  }

  /** Gives the view the room of the editors, so that all rows are drawn; or takes it back. */
  async maximize(wanted: boolean): Promise<void> {
    await this.screen.until('the panel to be as large as wanted', async () => {
      const button = this.#panel.locator(
        `.global-actions .action-label[aria-label^="${wanted ? 'Maximize' : 'Restore'} Panel"]`,
      );
      if (await button.isVisible()) {
        await button.click({ timeout: 1_000 });
        return false;
      }
      return true;
    });
  }

  async gone(): Promise<void> {
    await this.screen.until('no plan', async () => !(await this.isOpen()));
  }

  async click(label: string): Promise<void> {
    await (await this.#row(label)).click();
  }

  /** Selects all rows from one to another; where they are drawn again meanwhile, once more. */
  async select(from: string, to: string): Promise<void> {
    const selected = this.#view.locator('.customview-tree .monaco-list-row[aria-selected="true"]');
    await this.screen.until(`${from} to ${to} to be selected`, async () => {
      await this.click(from);
      await (await this.#row(to)).click({ modifiers: ['Shift'] });
      await pause(500);
      return (await selected.count()) > 1;
    });
  }

  /** Checks or unchecks a row; those of a group stand for all in it. */
  async toggle(label: string): Promise<void> {
    const checked = async (): Promise<string | null> =>
      (await this.#row(label)).locator('.monaco-checkbox').getAttribute('aria-checked', { timeout: 1_000 });
    const before = await checked();
    await this.screen.until(`${label} to be checked or unchecked`, async () => {
      if ((await checked()) === before) {
        await (await this.#row(label)).locator('.monaco-checkbox').click({ timeout: 2_000 });
      }
      // A list that is drawn again at the click may show the old state once more
      await pause(200);
      return (await checked()) !== before;
    });
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

  /** What a row says when the mouse rests on it. */
  async tooltip(label: string): Promise<string> {
    const row = await this.#row(label);
    const { page } = this.screen;
    const shown = page.locator('.workbench-hover-container .workbench-hover').filter({ hasText: label });
    return this.screen.until(`the tooltip of ${label}`, async () => {
      // A row that is drawn again takes its tooltip back, and opens it only for a mouse that comes anew
      await page.mouse.move(0, 0);
      await row.locator('.label-name').hover();
      await shown.waitFor({ timeout: 3_000 });
      const text = oneLine(await shown.innerText());
      // That of another row may still be there
      return text.startsWith(label) && text;
    });
  }

  async clickTitle(button: string): Promise<void> {
    const action = this.#panel.locator(`.title-actions .action-label[aria-label^="${button}"]`);
    await (await this.screen.visible(`${button} in the view’s title`, action)).click();
  }

  /** Takes an item of the “…” in the view’s title. */
  async more(item: string): Promise<void> {
    const button = this.#panel.locator('.title-actions .action-label.codicon-toolbar-more');
    await new Menus(this.screen).choose(
      await this.screen.visible('“…” in the view’s title', button),
      item,
      'left',
    );
  }

  /** Waits until keys go to the rows. */
  async focused(): Promise<void> {
    await this.screen.visible('the rows to have the focus', this.#view.locator('.monaco-list:focus'));
  }

  /** Gives it the focus, as a click below its rows does. */
  async focus(): Promise<void> {
    await this.#view.locator('.tree-explorer-viewlet-tree-view .message').click();
    await this.screen.page.keyboard.press('Tab');
    await this.focused();
  }

  /** Publishes what is checked, as a person does who has the keyboard alone. Rows that are still drawn may take the focus, and close a question. */
  async publish(): Promise<void> {
    await this.focused();
    const before = await this.#shown();
    const isAnswered = async (): Promise<boolean> => (await this.#shown()) !== before;
    await this.screen.until('an answer to Ctrl+Enter', async () => {
      await this.screen.page.keyboard.press('Control+Enter');
      await this.screen.until('something else to be shown', isAnswered, 2_000);
      await pause(200);
      return isAnswered();
    });
  }

  /** What changes once a plan is published: its sentence, a question, a notification. */
  async #shown(): Promise<string> {
    const places = this.screen.page.locator('.quick-input-title, .notification-list-item-message');
    const texts = await places.filter({ visible: true }).allInnerTexts();
    const isAsked = await this.screen.page.locator('.quick-input-widget').isVisible();
    return [await this.sentence(), String(isAsked), ...texts].join('\n');
  }

  async #row(label: string): Promise<Locator> {
    const name = this.screen.page.locator('.label-name').filter({ hasText: label });
    return this.screen.visible(
      `the row ${label}`,
      this.#view.locator('.customview-tree .monaco-list-row').filter({ has: name }).first(),
    );
  }
}

import { setTimeout as pause } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import { Menus } from './menus.js';
import { matches, oneLine } from './screen.js';
import { TreeView } from './treeView.js';

/** The view of a plan, its run and its outcome, in the panel. */
export class PlanView extends TreeView {
  get #panel(): Locator {
    return this.screen.page.locator('.part.panel');
  }

  /** Other views in the panel have trees too. */
  protected get view(): Locator {
    return this.#panel.locator('[id="workbench.view.extension.publishToWikiPlan"]');
  }

  /** What the plan, the run or its outcome says in a sentence. */
  async sentence(): Promise<string> {
    const message = this.view.locator('.tree-explorer-viewlet-tree-view .message');
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

  async isOpen(): Promise<boolean> {
    return this.tree.isVisible();
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

  /** Selects all rows from one to another; where they are drawn again meanwhile, once more. */
  async select(from: string, to: string): Promise<void> {
    const selected = this.tree.locator('.monaco-list-row[aria-selected="true"]');
    await this.screen.until(`${from} to ${to} to be selected`, async () => {
      await this.click(from);
      await (await this.rowOf(to)).click({ modifiers: ['Shift'] });
      await pause(500);
      return (await selected.count()) > 1;
    });
  }

  /** Checks or unchecks a row; those of a group stand for all in it. */
  async toggle(label: string): Promise<void> {
    const checked = async (): Promise<string | null> =>
      (await this.rowOf(label)).locator('.monaco-checkbox').getAttribute('aria-checked', { timeout: 1_000 });
    const before = await checked();
    await this.screen.until(`${label} to be checked or unchecked`, async () => {
      if ((await checked()) === before) {
        await (await this.rowOf(label)).locator('.monaco-checkbox').click({ timeout: 2_000 });
      }
      // A list that is drawn again at the click may show the old state once more
      await pause(200);
      return (await checked()) !== before;
    });
  }

  /** What a row says when the mouse rests on it. */
  async tooltip(label: string): Promise<string> {
    const row = await this.rowOf(label);
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
    await this.screen.visible('the rows to have the focus', this.view.locator('.monaco-list:focus'));
  }

  /** Gives it the focus, as a click below its rows does. */
  async focus(): Promise<void> {
    await this.view.locator('.tree-explorer-viewlet-tree-view .message').click();
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
}

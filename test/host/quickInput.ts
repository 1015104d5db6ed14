import { setTimeout as pause } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import { matches, oneLine, type PageElement, type Screen } from './screen.js';

export interface QuickRow {
  readonly label: string;
  readonly description: string;
  readonly detail: string;
  /** The group that begins at this row. */
  readonly separator: string;
  readonly focused: boolean;
  readonly buttons: string[];
}

/** The one quick pick or input box that a window shows at a time. */
export class QuickInput {
  readonly #screen: Screen;
  readonly #widget: Locator;
  readonly #input: Locator;
  readonly #rows: Locator;

  constructor(screen: Screen) {
    this.#screen = screen;
    this.#widget = screen.page.locator('.quick-input-widget').filter({ visible: true });
    this.#input = this.#widget.locator('.quick-input-filter input').first();
    this.#rows = this.#widget.locator('.quick-input-list .monaco-list-row');
  }

  /** Waits until one is shown. */
  async shown(): Promise<void> {
    await this.#screen.until('a quick input', async () => this.#input.isVisible());
  }

  /** Waits for a question of this title; answers with the title. A box that only says what is waited for may have the same one, and no placeholder. */
  async titled(title: string | RegExp): Promise<string> {
    return this.#screen.until(`a quick input ${String(title)}`, async () => {
      const isQuestion = (await this.#input.isVisible()) && (await this.placeholder()) !== '';
      const text = await this.#titleNow();
      return isQuestion && matches(text, title) ? text : undefined;
    });
  }

  async hidden(): Promise<void> {
    await this.#screen.until('the quick input to close', async () => !(await this.#widget.isVisible()));
  }

  /** Opens one with a key, and answers with what stands in it. Pressed again while it comes, the key would take a row. */
  async openWith(key: string): Promise<string> {
    await this.#screen.page.keyboard.press(key);
    await this.#input.waitFor({ timeout: 2000 });
    return this.#input.inputValue({ timeout: 2000 });
  }

  /** Whether a key closes the one that is shown: it does not where something else has taken the focus. */
  async isLeftWith(key: string): Promise<boolean> {
    await this.#screen.page.keyboard.press(key);
    return this.#widget.waitFor({ state: 'hidden', timeout: 2000 }).then(
      () => true,
      () => false,
    );
  }

  async isShown(): Promise<boolean> {
    return this.#input.isVisible();
  }

  async rows(): Promise<QuickRow[]> {
    await this.shown();
    return this.rowsNow();
  }

  /** Waits for nothing: none where no box is shown. */
  async rowsNow(): Promise<QuickRow[]> {
    return this.#rows.evaluateAll((elements: PageElement[]) => {
      const text = (row: PageElement, selector: string): string =>
        (row.querySelector(selector)?.innerText ?? '').replaceAll(/\s+/g, ' ').trim();
      return elements.map((row) => ({
        label: text(row, '.label-name'),
        description: text(row, '.label-description'),
        detail: text(row, '.quick-input-list-label-meta'),
        // A row that begins no group keeps the text of one that did
        separator: (row.querySelector('.quick-input-list-separator')?.getAttribute('style') ?? '').includes(
          'none',
        )
          ? ''
          : text(row, '.quick-input-list-separator'),
        focused: row.className.includes('focused'),
        buttons: Array.from(row.querySelectorAll('.quick-input-list-entry-action-bar .action-label')).map(
          (button) => button.getAttribute('aria-label') ?? '',
        ),
      }));
    });
  }

  /** Waits until this is so of its rows. */
  async rowsOnce(isSo: (rows: readonly QuickRow[]) => boolean): Promise<readonly QuickRow[]> {
    return this.#screen.until(`rows of which ${String(isSo)}`, async () => {
      const rows = await this.rows();
      return isSo(rows) && rows;
    });
  }

  /** Goes down to a row, and does not take it. */
  async moveTo(isMeant: (row: QuickRow) => boolean): Promise<void> {
    await this.#screen.until(`to point at a row of which ${String(isMeant)}`, async () => {
      const pointedAt = (await this.rows()).find(({ focused }) => focused);
      const isThere = pointedAt !== undefined && isMeant(pointedAt);
      if (!isThere) {
        await this.#input.press('ArrowDown');
      }
      return isThere;
    });
  }

  /** Takes the row with exactly this label, scrolling to it where the list is longer than the box. */
  async pick(label: string | RegExp): Promise<void> {
    let before = -1;
    const row = await this.#screen.until(`the row ${String(label)}`, async () => {
      const at = (await this.rowsNow()).findIndex((each) => matches(each.label, label));
      if (at < 0) {
        await this.#scroll();
      }
      // The rows of a list that has only just come may still move
      const stays = at >= 0 && at === before;
      before = at;
      return stays && this.#rows.nth(at);
    });
    const taken = await row.elementHandle();
    const hasCheckMark = await row.locator('.quick-input-list-checkbox').isVisible();
    // Not where the name of its group may stand
    await row.locator('.label-name').first().click();
    // What is typed next is for the next box; a row with a check mark stays
    if (!hasCheckMark) {
      await taken.waitForElementState('hidden', { timeout: 1000 }).catch(() => undefined);
    }
  }

  /** Whether the row that is meant was taken. False once the box is closed: what comes to the front does that. */
  async tryToTake(isMeant: (row: QuickRow) => boolean): Promise<boolean> {
    // An open palette does not look again for commands of an extension that is only just starting
    const deadlineAt = Date.now() + 3000;
    let before = -1;
    while (Date.now() < deadlineAt && (await this.isShown())) {
      const rows = await this.rowsNow();
      const at = rows.findIndex((row) => isMeant(row));
      if (at >= 0 && at === before) {
        const isFocused = rows[at]?.focused === true;
        const name = this.#rows.nth(at).locator('.label-name').first();
        await (isFocused ? this.tryToAccept() : name.click({ timeout: 2000 }));
        return true;
      }
      before = at;
      await pause(30);
    }
    if (await this.isShown()) {
      await this.escape();
    }
    return false;
  }

  /** Fails where the box is closed: what comes to the front does that. */
  async tryToAccept(): Promise<void> {
    await this.#input.press('Enter', { timeout: 2000 });
  }

  /** Presses a button at the end of a row. */
  async pressRowButton(label: string, button: string): Promise<void> {
    const row = this.#rows.filter({ has: this.#screen.page.getByText(label, { exact: true }) }).first();
    await row.hover();
    await row.locator(`.action-label[aria-label^="${button}"]`).click();
  }

  /** Replaces the text. */
  async type(text: string): Promise<void> {
    await this.#screen.until(`the text ${text} to stay`, async () => {
      await this.shown();
      return this.tryToType(text);
    });
  }

  /** Saves under a path in the box that asks for one: it fills itself when it has read its folder, and takes nothing before. */
  async saveAs(file: string): Promise<void> {
    await this.#screen.until('the name that VS Code suggests', async () =>
      (await this.value()).endsWith('.md'),
    );
    await this.#screen.until(`${file} to be taken`, async () => {
      if (await this.tryToType(file)) {
        await this.tryToAccept();
      }
      return this.#widget.waitFor({ state: 'hidden', timeout: 2000 }).then(
        () => true,
        () => false,
      );
    });
  }

  /** Whether it stays: a box that has only just appeared may still be filled by its owner. */
  async tryToType(text: string): Promise<boolean> {
    await this.#input.fill(text, { timeout: 2000 });
    await pause(50);
    return (await this.#input.inputValue({ timeout: 2000 })) === text;
  }

  async value(): Promise<string> {
    await this.shown();
    return this.#input.inputValue();
  }

  async placeholder(): Promise<string> {
    await this.shown();
    return (await this.#input.getAttribute('placeholder', { timeout: 2000 })) ?? '';
  }

  /** Waits for nothing: undefined where none is shown, and empty where what is shown has no placeholder. */
  async placeholderNow(): Promise<string | undefined> {
    if (!(await this.#input.isVisible())) {
      return undefined;
    }
    return (await this.#input.getAttribute('placeholder', { timeout: 500 }).catch(() => null)) ?? '';
  }

  /** Waits for the box of this placeholder: where steps are not counted, one title is that of several boxes. */
  async asks(placeholder: string | RegExp): Promise<void> {
    await this.#screen.until(`the box “${String(placeholder)}”`, async () =>
      matches(await this.placeholder(), placeholder),
    );
  }

  async isPassword(): Promise<boolean> {
    await this.shown();
    return (await this.#input.getAttribute('type')) === 'password';
  }

  /** Waits for the line under the box to say this: what is wrong with the text, else the prompt. */
  async message(wanted: RegExp): Promise<string> {
    return this.#screen.until(`the line ${String(wanted)} under the box`, async () => {
      const text = oneLine(await this.#widget.locator('.quick-input-message').innerText());
      return wanted.test(text) && text;
    });
  }

  /** How the box is marked. */
  async severity(): Promise<'error' | 'warning' | 'info' | undefined> {
    await this.shown();
    const classes =
      (await this.#widget.locator('.quick-input-filter .monaco-inputbox').getAttribute('class')) ?? '';
    return (['error', 'warning', 'info'] as const).find((kind) => classes.split(' ').includes(kind));
  }

  async isBusy(): Promise<boolean> {
    return this.#widget.locator('.quick-input-progress.active').isVisible();
  }

  async back(): Promise<void> {
    await this.press('Back');
  }

  /** Presses a button beside the title or the box. */
  async press(label: string): Promise<void> {
    const button = this.#widget.locator(
      `.quick-input-titlebar .action-label[aria-label^="${label}"], ` +
        `.quick-input-inline-action-bar .action-label[aria-label^="${label}"]`,
    );
    await (await this.#screen.visible(`the button ${label}`, button)).click();
  }

  async accept(): Promise<void> {
    await this.shown();
    await this.#input.press('Enter');
  }

  async escape(): Promise<void> {
    await this.#screen.page.keyboard.press('Escape');
  }

  async #titleNow(): Promise<string> {
    const titles = await this.#widget.locator('.quick-input-title').filter({ visible: true }).allInnerTexts();
    return oneLine(titles.join(' '));
  }

  async #scroll(): Promise<void> {
    if ((await this.#rows.count()) === 0) {
      return;
    }
    const box = await this.#widget.locator('.quick-input-list').boundingBox();
    if (box !== null) {
      await this.#screen.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    }
    const atEnd = (await this.#rows.last().getAttribute('data-last-element')) === 'true';
    await this.#screen.page.mouse.wheel(0, atEnd ? -100_000 : 200);
  }
}

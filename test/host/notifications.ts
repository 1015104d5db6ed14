import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import { type PageElement, type Screen } from './screen.js';

export interface NotificationText {
  readonly severity: 'info' | 'warning' | 'error';
  readonly message: string;
  readonly buttons: string[];
  /** How many links the message has: text that VS Code would open or run at a click. */
  readonly links: number;
  /** Whether it shows a running progress bar. */
  readonly inProgress: boolean;
}

export interface Notification extends NotificationText {
  click(button: string): Promise<void>;
  close(): Promise<void>;
  /** Waits until it is shown no more. */
  gone(): Promise<void>;
}

export class Notifications {
  readonly #screen: Screen;
  readonly #items: Locator;
  readonly #bell: Locator;
  readonly #read = new Set<string>();

  constructor(screen: Screen) {
    this.#screen = screen;
    this.#items = screen.page.locator('.notification-list-item').filter({ visible: true });
    this.#bell = screen.page.locator('#status\\.notifications .codicon-bell-dot');
    // A reload leaves none
    screen.page.on('load', () => this.#read.clear());
  }

  /** Runs what clears all of them, and waits until they are gone: what is under way stays. */
  async clear(run: () => Promise<void>): Promise<void> {
    const label = this.#screen.page.locator('#status\\.notifications');
    // Those that were looked at before are there without a dot on the bell
    if ((await label.getAttribute('aria-label')) !== 'No Notifications') {
      const texts = async (): Promise<string[]> =>
        (await this.all()).filter(({ inProgress }) => !inProgress).map(({ message }) => message);
      const before = await texts();
      await run();
      await this.#screen.until(
        'the notifications to go',
        async () => !(await texts()).some((text) => before.includes(text)),
      );
    }
    this.#read.clear();
  }

  /** The notifications that are shown, the newest first. */
  async all(): Promise<NotificationText[]> {
    return this.#items.evaluateAll(read);
  }

  /** Waits for one whose message contains the text. The same message again may be the old one: that has to be closed first. */
  async one(wanted: string | RegExp, timeoutMs?: number): Promise<Notification> {
    const item = this.#item(wanted);
    // One that came with too many others is behind the bell, as for a person
    let bellAt = Date.now() + 1_500;
    const text = await this.#screen.until(
      `the notification ${String(wanted)}`,
      async () => {
        const [found] = await item.evaluateAll(read);
        if (found === undefined && Date.now() >= bellAt && (await this.#bell.isVisible())) {
          bellAt = Number.POSITIVE_INFINITY;
          await this.#bell.click();
        }
        return found;
      },
      timeoutMs,
    );
    const ended = async (work: Promise<void>): Promise<void> => {
      await work;
      this.#read.delete(text.message);
    };
    if (!text.inProgress) {
      assert.ok(!this.#read.has(text.message), `“${text.message}” was read before, and is not closed since.`);
      this.#read.add(text.message);
    }
    return {
      ...text,
      click: async (button) => ended(this.#click(item, button)),
      close: async () => {
        await this.#pointAt(item);
        await item.locator('.codicon-notifications-clear').click();
        await ended(this.#gone(wanted));
      },
      gone: async () => ended(this.#gone(wanted)),
    };
  }

  async #click(item: Locator, label: string): Promise<void> {
    // One that has hidden itself meanwhile is behind the bell
    if (!(await item.isVisible()) && (await this.#bell.isVisible())) {
      await this.#bell.click();
    }
    // It stays for as long as the mouse is over it
    await this.#pointAt(item);
    // VS Code hides all but the first three notifications that come within 800 ms
    await pause(800);
    await this.#pointAt(item);
    const buttons = item.locator('.notification-list-item-buttons-container');
    await buttons.getByText(label, { exact: true }).click();
  }

  /** The tooltip of what was pointed at before may lie over it, and goes then. */
  async #pointAt(item: Locator): Promise<void> {
    const box = await item.boundingBox();
    if (box !== null) {
      await this.#screen.page.mouse.move(box.x + 10, box.y + box.height / 2);
    }
  }

  #item(wanted: string | RegExp): Locator {
    const message = this.#screen.page.locator('.notification-list-item-message', { hasText: wanted });
    return this.#items.filter({ has: message }).first();
  }

  async #gone(wanted: string | RegExp): Promise<void> {
    await this.#screen.until(
      `the notification ${String(wanted)} to go`,
      async () => !(await this.#item(wanted).isVisible()),
    );
  }
}

/** Runs inside the page. */
function read(items: PageElement[]): NotificationText[] {
  return items.map((item) => {
    const message = item.querySelector('.notification-list-item-message');
    const icon = item.querySelector('.notification-list-item-icon')?.className ?? '';
    return {
      severity: icon.includes('codicon-error')
        ? 'error'
        : icon.includes('codicon-warning')
          ? 'warning'
          : 'info',
      message: (message?.innerText ?? '').replaceAll(/\s+/g, ' ').trim(),
      buttons: Array.from(
        item.querySelectorAll('.notification-list-item-buttons-container .monaco-button'),
        (button) => button.innerText.trim(),
      ),
      links: Array.from(message?.querySelectorAll('a') ?? []).length,
      inProgress: item.querySelector('.monaco-progress-container.active') !== null,
    };
  });
}

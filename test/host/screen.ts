import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { screenshots } from './folders.js';

/** What the browser shows now: the ground under every part of the page object. */
export class Screen {
  constructor(
    readonly page: Page,
    readonly timeoutMs: number,
  ) {}

  /** Looks until `look` finds something; its failures (an element went away) count as not yet. */
  async until<T>(
    what: string,
    look: () => Promise<T | undefined | false>,
    timeoutMs = this.timeoutMs,
  ): Promise<T> {
    const beganAt = Date.now();
    const deadlineAt = beganAt + timeoutMs;
    let failure = '';
    while (Date.now() < deadlineAt) {
      try {
        const found = await look();
        if (found !== undefined && found !== false) {
          return found;
        }
        failure = '';
      } catch (error) {
        failure = String(error);
      }
      // Whoever waits for long costs the others less
      await pause(Math.min(150, 30 + (Date.now() - beganAt) / 20));
    }
    throw new Error(await this.#failed(`Waited ${timeoutMs} ms for ${what}. ${failure}`));
  }

  /** The first visible element, once there is one. */
  async visible(what: string, locator: Locator, timeoutMs = this.timeoutMs): Promise<Locator> {
    const first = locator.filter({ visible: true }).first();
    return this.until(what, async () => (await first.isVisible()) && first, timeoutMs);
  }

  async clipboard(): Promise<string> {
    return this.page.evaluate<string>('navigator.clipboard.readText()');
  }

  /** For people who look at pictures: each takes a tenth of a second, so they are made where `SCREENSHOTS` is set. */
  async screenshot(name: string): Promise<void> {
    if (process.env.SCREENSHOTS !== undefined) {
      await this.#picture(name);
    }
  }

  async #picture(name: string): Promise<string> {
    const file = path.join(screenshots, `${name}.png`);
    await this.page.screenshot({ path: file });
    return file;
  }

  /** The text of what lies over the editor. */
  async describe(): Promise<string> {
    const parts = [
      '.monaco-dialog-box',
      '.monaco-menu',
      '.quick-input-widget',
      '.notification-list-item',
      '.tab.active',
    ];
    const lines = await Promise.all(
      parts.map(async (part) => {
        const texts = await this.page.locator(part).filter({ visible: true }).allInnerTexts();
        return texts.map((text) => `  ${part} ${oneLine(text)}`);
      }),
    );
    return lines.flat().join('\n') || '  nothing over the editor';
  }

  async #failed(sentence: string): Promise<string> {
    try {
      const picture = await this.#picture(`failed-${Date.now()}`);
      return `${sentence}\nOn screen (${picture}):\n${await this.describe()}`;
    } catch (error) {
      return `${sentence}\nThe window could not be looked at: ${String(error)}`;
    }
  }
}

export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

export function matches(text: string, wanted: string | RegExp): boolean {
  return typeof wanted === 'string' ? text === wanted : wanted.test(text);
}

/** The little of the browser's DOM that runs inside the page; the project compiles without its types. */
export interface PageElement {
  readonly innerText: string;
  readonly className: string;
  getAttribute(name: string): string | null;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
}

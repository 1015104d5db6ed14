import { setTimeout as pause } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import type { Screen } from './screen.js';

/** How long a command takes to say that its row is not known any more. */
const tellingMs = 600;

/** Works on a row; once more where it was just drawn again, and the extension says so. */
export async function onKnownRow(screen: Screen, work: () => Promise<void>): Promise<void> {
  const lost = screen.page.locator('.statusbar-item', { hasText: 'The row has just changed.' });
  await screen.until('a row that is known', async () => {
    await screen.until('no word of another row', async () => !(await lost.isVisible()));
    await work();
    for (const beganAt = Date.now(); Date.now() - beganAt < tellingMs;) {
      if (await lost.isVisible()) {
        return false;
      }
      await pause(100);
    }
    return true;
  });
}

/** Clicks a button that a row has while the mouse is on it. */
export async function clickInline(screen: Screen, button: string, row: Locator): Promise<void> {
  const action = row.locator(`.actions .action-label[aria-label^="${button}"]`).filter({ visible: true });
  await onKnownRow(screen, async () => {
    await screen.until(`${button} on a row`, async () => {
      // What a row says while the mouse rests on it lies over the next one
      await screen.page.mouse.move(0, 0);
      // The rows may move away from under the mouse when they are drawn again
      await row.hover({ timeout: 2_000 });
      await action.first().click({ timeout: 1_000 });
      return true;
    });
  });
}

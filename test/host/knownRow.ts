import { setTimeout as pause } from 'node:timers/promises';
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

import type { BrowserContext } from 'playwright-core';

/** Runs inside each page: a key, a click and a paste are one action each, wherever they go. */
const watch = `{
  let typing = false;
  addEventListener('keydown', ({ key }) => {
    if (!['Control', 'Meta', 'Shift', 'Alt'].includes(key)) {
      typing = true;
      // What a key writes comes before this
      setTimeout(() => (typing = false));
      acted(key);
    }
  }, true);
  addEventListener('pointerdown', (event) => {
    // One that missed what it was for is stopped, and made again
    setTimeout(() => event.defaultPrevented || acted('click'));
  }, true);
  addEventListener('input', () => typing || acted('text'), true);
}`;

/** What a person did in the pages of a browser profile, in order: counted where it arrives. */
export async function countActions(context: BrowserContext): Promise<readonly string[]> {
  const actions: string[] = [];
  await context.exposeFunction('acted', (action: string) => void actions.push(action));
  await context.addInitScript(watch);
  return actions;
}

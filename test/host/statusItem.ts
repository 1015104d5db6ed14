import { oneLine, type Screen } from './screen.js';

export interface StatusItem {
  readonly text: string;
  readonly ariaLabel: string;
  readonly background: 'warning' | 'error' | undefined;
  /** Hovers and reads. */
  tooltip(): Promise<string>;
  click(): Promise<void>;
}

/** Waits for the item whose id (`publisher.extension.id`) ends so and, when given, whose text is so. */
export async function statusItem(screen: Screen, id: string, text?: string | RegExp): Promise<StatusItem> {
  const item = screen.page.locator(
    `.statusbar-item[id$="${id}"]`,
    text === undefined ? {} : { hasText: text },
  );
  const shown = await screen.visible(`the status bar item ${id} ${String(text ?? '')}`, item);
  const classes = (await shown.getAttribute('class')) ?? '';
  return {
    text: oneLine(await shown.innerText()),
    ariaLabel: (await shown.getAttribute('aria-label')) ?? '',
    background: (['warning', 'error'] as const).find((kind) => classes.includes(`${kind}-kind`)),
    tooltip: async () => {
      await shown.hover();
      const hover = await screen.visible('a tooltip', screen.page.locator('.workbench-hover, .monaco-hover'));
      return oneLine(await hover.innerText());
    },
    click: async () => shown.click(),
  };
}

export async function hasStatusItem(screen: Screen, id: string): Promise<boolean> {
  return screen.page.locator(`.statusbar-item[id$="${id}"]`).isVisible();
}

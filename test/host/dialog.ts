import { oneLine, type Screen } from './screen.js';

export interface Dialog {
  readonly message: string;
  readonly detail: string;
  readonly buttons: string[];
  click(button: string): Promise<void>;
}

/** Waits for a modal dialog. */
export async function dialog(screen: Screen): Promise<Dialog> {
  const box = await screen.visible('a modal dialog', screen.page.locator('.monaco-dialog-box'));
  const buttons = box.locator('.dialog-buttons .monaco-button');
  const text = async (part: string): Promise<string> =>
    oneLine((await box.locator(part).allInnerTexts()).join(' '));
  return {
    message: await text('.dialog-message-text'),
    detail: await text('.dialog-message-detail'),
    buttons: (await buttons.allInnerTexts()).map(oneLine),
    click: async (button) => box.locator('.dialog-buttons').getByText(button, { exact: true }).click(),
  };
}

import { onStage } from './stage.js';

describe('The page of the extension in VS Code', () => {
  const stage = onStage({ files: { 'page.md': '# Page\n' } });

  it('shows the pictures of its README', async () => {
    const { window } = stage;
    await window.command('Show Installed Extensions');
    const item = window.page.locator('.extensions-list .monaco-list-row', { hasText: 'Publish to Wiki' });
    await (await window.screen.visible('the extension', item)).click();
    await window.screen.until('all pictures', async () => {
      for (const frame of window.page.frames()) {
        const widths = await frame
          .evaluate<number[]>(`[...document.querySelectorAll('img')].map((image) => image.naturalWidth)`)
          .catch(() => []);
        if (widths.length >= 5 && widths.every((width) => width > 100)) {
          return true;
        }
      }
      return false;
    });
    await window.screenshot('extension-page');
  });
});

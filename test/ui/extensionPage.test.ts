import assert from 'node:assert/strict';
import { onStage } from './stage.js';

describe('The page of the extension in VS Code', () => {
  const stage = onStage({ files: { 'page.md': '# Page\n' } });

  it('begins with what it does, and shows no picture that is not there', async () => {
    const { window } = stage;
    await window.command('Show Installed Extensions');
    const item = window.page.locator('.extensions-list .monaco-list-row', { hasText: 'Publish to Wiki' });
    await (await window.screen.visible('the extension', item)).click();
    const frame = await window.screen.until('the page', async () => {
      for (const each of window.page.frames()) {
        const text = await each
          .locator('body')
          .innerText({ timeout: 500 })
          .catch(() => '');
        if (/^Publish to Wiki\s+Publish the Markdown file[\s\S]*Your first publish/.test(text)) {
          return each;
        }
      }
      return undefined;
    });
    await window.screenshot('extension-page');
    assert.equal(await frame.locator('img').count(), 0);
  });
});

import assert from 'node:assert/strict';
import { startWiki } from '../wiki/wiki.js';
import { onStage } from './stage.js';
import { guides, savedByHand, wantsPage } from './steps.js';

describe('What a person does', () => {
  const stage = onStage({
    connected: false,
    counted: true,
    userSettings: savedByHand,
    files: { 'docs/notes.md': '# Release Notes\n\nAll new.\n' },
  });

  /** A click, a key or a paste is one. */
  async function actions(work: () => Promise<void>): Promise<string> {
    const before = stage.window.actions.length;
    await work();
    return stage.window.actions.slice(before).join(', ');
  }

  async function answerSpace(): Promise<void> {
    await stage.window.quick.asks(/^Enter the ID of the space DOCS/);
    await stage.window.quickType(guides.space);
    await stage.window.accept();
  }

  it('is eight actions for the first page, from nothing to the page', async () => {
    const { window, wiki } = stage;
    await window.openFile('docs/notes.md');
    const done = await actions(async () => {
      await window.clickEditorTitle('Publish to Wiki');
      await window.quickTitle('Connect to a Wiki');
      await window.quickType(`${wiki.importEndpoint} ${await wiki.createToken()}`);
      await window.accept();
      await window.quick.asks(wantsPage);
      await window.quickType(`${wiki.origin}/wiki/spaces/DOCS/pages/${guides.parent}/Guides`);
      await window.accept();
      await answerSpace();
      await window.quick.asks('Press Enter to publish');
      await window.accept();
      await window.notification('“Release Notes” was published.');
    });
    assert.equal(done, 'click, text, Enter, text, Enter, text, Enter, Enter');
  });

  it('is two for a change, once it is written', async () => {
    const { window, wiki } = stage;
    await window.editor.typeAt('last', 'More.');
    const done = await actions(async () => {
      await window.clickEditorTitle('Publish to Wiki');
      await window.quick.asks('Press Enter to publish');
      await window.accept();
      await window.screen.until('the change', () => {
        const page = wiki.pages.findPage(guides.space, guides.parent, 'Release Notes');
        return Promise.resolve(page?.version === 2);
      });
    });
    assert.equal(done, 'click, Enter');
  });

  it('is four for another page in a space that is known', async () => {
    const { window } = stage;
    await window.closeNotifications();
    await window.newUntitled('# Beside');
    const done = await actions(async () => {
      await window.clickEditorTitle('Publish to Wiki');
      await window.quick.asks(wantsPage);
      await window.quickType(`${stage.wiki.origin}/wiki/spaces/DOCS/pages/100103/Reference`);
      await window.accept();
      await window.quick.asks('Press Enter to publish');
      await window.accept();
      await window.notification('“Beside” was published.');
    });
    assert.equal(done, 'click, text, Enter, Enter');
  });

  it('is eight for a second wiki, which is connected on the way', async () => {
    const { window } = stage;
    const second = await startWiki();
    try {
      await window.closeNotifications();
      await window.openFile('docs/notes.md');
      const done = await actions(async () => {
        await window.clickEditorTitle('Publish to Wiki');
        await window.quickTitle('Publish to Wiki');
        await window.quickPick('To Another Wiki…');
        await window.quickTitle('Connect to a Wiki');
        const page = `${second.origin}/wiki/spaces/DOCS/pages/${guides.parent}/Guides`;
        await window.quickType(`${second.importEndpoint} ${await second.createToken()} ${page}`);
        await window.accept();
        await window.quickMessage(/^The name that lists and questions show for this wiki\./);
        await window.accept();
        await answerSpace();
        await window.quickTitle(/^Publish to Wiki · /);
        await window.accept();
        await window.notification(/“Release Notes” was published to/);
      });
      assert.equal(done, 'click, click, text, Enter, Enter, text, Enter, Enter');
    } finally {
      await second.close();
    }
  });
});

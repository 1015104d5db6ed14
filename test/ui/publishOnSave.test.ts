import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { onStage } from './stage.js';
import { enterNewToken, guides, inGuides, lastBody } from './steps.js';

describe('Publish on save', () => {
  const saving = (title: string): string => `${inGuides('  publishOnSave: true')}# ${title}\n\n`;
  const stage = onStage({
    files: {
      'queued.md': saving('Queued'),
      'retitled.md': saving('Retitled'),
    },
    userSettings: {
      'files.autoSave': 'off',
      'publishToWiki.publishOnSave': true,
    },
  });

  before(async () => {
    await enterNewToken(stage.window, stage.wiki);
  });

  async function save(file: string, text: string, line: 'first' | 'last' = 'last'): Promise<void> {
    const { window, folder } = stage;
    await window.editor.typeAt(line, text);
    await window.editor.save();
    await window.screen.until(`“${text}” on disk`, async () =>
      (await readFile(path.join(folder, file), 'utf8')).includes(text),
    );
  }

  it('waits for a publish that is under way, and sends the newest save, without what was typed after it', async () => {
    const { window, wiki } = stage;
    await window.openFile('queued.md');
    await window.command('Publish to Wiki');
    await window.notification('“Queued” was published.');
    await window.editor.typeAt('last', 'By hand.\n');
    wiki.script({ do: 'stall' });
    await window.command('Publish Again');
    await window.screen.until('the request to arrive', () => Promise.resolve(wiki.stalled === 1));
    const before = wiki.requests.length;
    await save('queued.md', 'Saved first.\n');
    await save('queued.md', 'Saved second.\n');
    await window.editor.typeAt('last', 'Not saved.');
    // A command comes to the extension after what was saved before it
    await window.command('Copy Endpoint');
    await window.statusMessage('Endpoint copied');
    wiki.release();
    const saved = 'By hand.\nSaved first.\nSaved second.\n';
    await window.screen.until('the last save in the wiki', () =>
      Promise.resolve(wiki.pages.findPage(guides.space, guides.parent, 'Queued')?.content === saved),
    );
    assert.equal(wiki.requests.length, before + 1);
  });

  it('sends what was saved in the encoding that the person chose for the file', async () => {
    const { window, wiki, folder } = stage;
    await writeFile(path.join(folder, 'latin.md'), Buffer.from(`${saving('Latin')}Grüße.\n`, 'latin1'));
    await window.openFile('latin.md');
    await window.command('Change File Encoding');
    await window.quickPick('Reopen with Encoding');
    await window.quickType('Western (Windows 1252)');
    await window.accept();
    await window.quick.hidden();
    // VS Code names the encoding before it has read the file in it
    await window.screen.until('the text in it', async () => (await window.editor.text()).includes('Grüße'));
    await save('latin.md', 'More.\n');
    await window.screen.until('the page', () =>
      Promise.resolve(wiki.pages.findPage(guides.space, guides.parent, 'Latin')),
    );
    assert.equal(lastBody(wiki).content, 'Grüße.\nMore.\n');
  });

  it('says once what has to be answered, for as long as it stays so', async () => {
    const { window, wiki } = stage;
    await window.openFile('retitled.md');
    await save('retitled.md', 'Text.\n');
    await window.screen.until('the page', () =>
      Promise.resolve(wiki.pages.findPage(guides.space, guides.parent, 'Retitled')),
    );
    await window.closeNotifications();
    const before = wiki.requests.length;
    await window.editor.goTo('7:11');
    await window.editor.type(' Again');
    await window.editor.save();
    const told = await window.notification(/^retitled\.md was saved but not published/);
    await told.close();
    await save('retitled.md', 'More.\n');
    await window.screen.visible(
      'the sentence in the status bar',
      window.page.locator('.statusbar-item', { hasText: 'retitled.md was saved but not published' }),
    );
    assert.deepEqual(await window.notifications(), []);
    assert.equal(wiki.requests.length, before);
    await window.command('Publish Again');
    await window.quickTitle('Publish to Wiki');
    assert.equal(await window.quickPlaceholder(), 'The title has changed since the last publish');
    await window.escape();
  });
});

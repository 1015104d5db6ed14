import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { filesIn } from '../host/filesIn.js';
import { onStage } from './stage.js';
import { enterNewToken, guides, inGuides, lastBody } from './steps.js';

const moved = 'The connection Team Wiki has a new address.';

describe('What is known of published pages', () => {
  const stage = onStage({
    files: {
      'gone.md': `${inGuides()}# Gone\n\nThe text that goes.\n`,
      'kept.md': `${inGuides()}# Kept\n\nThe text that is kept.\n`,
      'moved.md': `${inGuides()}# Moved\n\nText.\n`,
    },
    persistentSecrets: true,
    userSettings: { 'files.autoSave': 'off', 'workbench.editor.useModal': 'off' },
  });

  before(() => enterNewToken(stage.window, stage.wiki));

  beforeEach(() => stage.window.closeNotifications());

  let settings: object;
  before(async () => {
    settings = JSON.parse(await readFile(stage.server.settingsFile, 'utf8')) as object;
  });
  /** As settings that were synchronized: they hold when the window opens. */
  async function connect(host: string): Promise<void> {
    const endpoint = stage.wiki.importEndpoint.replace('127.0.0.1', host);
    const connections = [{ name: 'Team Wiki', endpoint }];
    const all = { ...settings, 'publishToWiki.connections': connections };
    await writeFile(stage.server.settingsFile, JSON.stringify(all));
    await stage.window.reload();
    await stage.window.openFile('moved.md');
  }
  async function publishedTexts(): Promise<string[]> {
    const texts: string[] = [];
    for await (const { path: file, text } of filesIn(stage.server.dataDir)) {
      if (file.includes(path.join('globalStorage', 'publish-to-wiki.publish-to-wiki', 'pages', 'texts'))) {
        texts.push(text);
      }
    }
    return texts;
  }

  it('holds no text of a file that is deleted', async () => {
    const { window } = stage;
    await window.openFile('gone.md');
    await window.command('Publish to Wiki');
    await window.notification('“Gone” was published.');
    assert.deepEqual(await publishedTexts(), ['The text that goes.\n']);
    await window.explorerContext('gone.md', 'Delete Permanently');
    await (await window.dialog()).click('Delete');
    await window.screen.until('the text to be gone', async () => (await publishedTexts()).length === 0);
  });

  it('holds no text any more when the setting says so, and knows still what changed', async () => {
    const { window } = stage;
    await window.openFile('kept.md');
    await window.command('Publish to Wiki');
    await window.notification('“Kept” was published.');
    assert.deepEqual(await publishedTexts(), ['The text that is kept.\n']);
    await window.closeNotifications();
    const all = { ...settings, 'publishToWiki.keepPublishedText': false };
    await window.command('Open User Settings (JSON)');
    await window.activeTab('settings.json');
    await window.editor.replaceAll(JSON.stringify(all));
    await window.editor.save();
    await window.screen.until('the text to be gone', async () => (await publishedTexts()).length === 0);
    await window.openFile('kept.md');
    await window.command('Publish Again');
    await window.notification('Nothing has changed since “Kept” was published.');
    await window.command('Compare with Last Published');
    await window.notification('The last published text of kept.md is no longer kept.');
    await window.closeNotifications();
    await window.editor.typeAt('last', 'More.');
    await window.command('Publish Again');
    await window.notification('“Kept” was published.');
    assert.deepEqual(await publishedTexts(), []);
  });

  it('is another wiki’s when the person says that the address is', async () => {
    const { window, wiki } = stage;
    await window.openFile('moved.md');
    await window.command('Publish to Wiki');
    await window.notification('“Moved” was published.');
    await window.closeNotifications();
    await connect('[::1]');
    const offer = await window.notification(moved);
    assert.deepEqual(offer.buttons, ['Take Over Pages', 'It’s a Different Wiki']);
    await offer.click('It’s a Different Wiki');
    await connect('127.0.0.1');
    assert.deepEqual(await window.notifications(), []);
    await window.command('Publish Again');
    await window.notification('Nothing has changed since “Moved” was published.');
    assert.equal(wiki.pages.findPage(guides.space, guides.parent, 'Moved')?.version, 1);
  });

  it('goes with a connection to its new address when the person says so, and each file updates its page', async () => {
    const { window, wiki } = stage;
    await connect('localhost');
    const offer = await window.notification(moved);
    await window.screenshot('movedConnection');
    await offer.click('Take Over Pages');
    await enterNewToken(window, wiki);
    await window.command('Publish Again');
    await window.notification('Nothing has changed since “Moved” was published.');
    await window.closeNotifications();
    await window.editor.typeAt('last', 'More.');
    await window.command('Publish Again');
    await window.notification('“Moved” was published.');
    assert.deepEqual([lastBody(wiki).pageTitle, lastBody(wiki).overwrite], ['Moved', true]);
    assert.equal(wiki.pages.findPage(guides.space, guides.parent, 'Moved')?.version, 2);
    assert.match(String(wiki.requests.at(-1)?.headers.host), /^localhost:/);
  });
});

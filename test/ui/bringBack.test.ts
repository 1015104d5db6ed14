import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { projectRoot } from '../host/folders.js';
import { enterRefreshToken, goToRefreshToken } from './signingIn.js';
import { exportClient } from './setStage.js';
import { probe } from './probe.js';
import { onStage } from './stage.js';
import { writtenTexts } from './writtenTexts.js';
import {
  changeUserSettings,
  enterNewToken,
  enterPlatformToken,
  guides,
  inGuides,
  lastBody,
  savedByHand,
} from './steps.js';

const guide = inGuides() + readFileSync(path.join(projectRoot, 'test', 'ui', 'install.md'), 'utf8');

describe('A page that was published', function () {
  const stage = onStage({
    files: {
      'install.md': guide,
      'gone.md': `${inGuides()}# Gone\n\nThe text that goes.\n`,
      'kept.md': `${inGuides()}# Kept\n\nThe text that is kept.\n`,
      'shared.md': `${inGuides()}# Shared\n\nOne.\n\nTwo.\n\nThree.\n`,
      'moved.md': `${inGuides()}# Moved\n\nText.\n`,
      'other.md': `${inGuides().replace('wiki:', 'wiki:\n  connection: Other')}# Other\n\nText.\n`,
    },
    exporting: true,
    pageExport: ({ exportEndpoint }) => ({
      url: exportEndpoint,
      body: { pageId: '{pageId}', spaceKey: '{spaceKey}' },
      markdown: '/markdown',
    }),
    persistentSecrets: true,
    neighbours: [probe],
    userSettings: savedByHand,
  });

  const connectedTo = (...hosts: string[]) => ({
    'publishToWiki.connections': hosts.map((host, order) => ({
      name: ['Team Wiki', 'Other'][order],
      endpoint: stage.wiki.importEndpoint.replace('127.0.0.1', host),
    })),
  });

  before(() => enterNewToken(stage.window, stage.wiki));
  beforeEach(() => stage.window.closeNotifications());

  describe('is brought back', () => {
    const page = () =>
      stage.wiki.pages.findPage(guides.space, guides.parent, 'Install the product') ?? assert.fail();
    const addressOf = (id: string): string => `${stage.wiki.origin}/wiki/spaces/DOCS/pages/${id}/Install`;
    const onDisk = (name: string): Promise<string> => readFile(path.join(stage.folder, name), 'utf8');
    const text = async (): Promise<string> => (await stage.window.editor.text()).replaceAll('\r\n', '\n');

    async function asPage(id: string): Promise<void> {
      await stage.window.quickType(addressOf(id));
      await stage.window.accept();
    }

    it('beside what would be sent, once the person is signed in', async () => {
      const { window, wiki } = stage;
      await window.openFile('install.md');
      await window.command('Publish to Wiki');
      await window.notification('“Install the product” was published.');
      await window.command('Compare with the Wiki');
      await window.quickTitle('Compare with the Wiki');
      assert.equal(await window.quickPlaceholder(), 'Page: enter its ID, or paste its address');
      await asPage(page().id);
      const said = await window.notification('You are not signed in for export.');
      assert.deepEqual(said.buttons, ['Sign In to Compare']);
      await said.click('Sign In to Compare');
      await goToRefreshToken(stage);
      await enterRefreshToken(stage);
      await window.quickTitle('Compare with the Wiki');
      await window.escape();
      await window.closeNotifications();
      const before = page().content;
      wiki.pages.updatePage(
        page(),
        before
          .replace('ten minutes', 'five minutes')
          // As another program spells it
          .replace('## Steps', 'Steps\n-----')
          .replace('Write to the team.', 'Write to the team.\n\nOr ask in the forum.'),
      );
      await window.openFile('install.md');
      await window.command('Compare with the Wiki');
      await window.quickTitle('Compare with the Wiki');
      assert.equal(await window.quickValue(), addressOf(page().id));
      await window.accept();
      await window.screen.visible(
        'the comparison',
        window.page.locator('.tab.active', { hasText: 'install.md: in the wiki ↔ now' }),
      );
      const removed = window.page.locator('.monaco-diff-editor .original .line-delete');
      await window.screen.visible('what is in the wiki alone', removed);
      await window.page.keyboard.press('Control+b');
      await window.closeNotifications();
      await window.screenshot('compare-with-wiki');
      const shown = await window.page.locator('.monaco-diff-editor').first().innerText();
      assert.match(shown.replaceAll('\u00a0', ' '), /five minutes/);
      assert.doesNotMatch(shown, /-----|old installer|Kim/);
      assert.equal(wiki.requests.length, 1);
      const [request] = wiki.exportRequests;
      assert.deepEqual(JSON.parse(request?.body.toString() ?? ''), {
        pageId: page().id,
        spaceKey: 'DOCS',
      });
      await window.page.keyboard.press('Control+b');
    });

    it('into the file, which is not saved and keeps what is not published, with marks where both changed', async () => {
      const { window, wiki } = stage;
      await window.openFile('install.md');
      await window.command('Update File from Wiki');
      await window.quickTitle('Update File from Wiki');
      await window.accept();
      await window.notification(/^install\.md now has what .* not saved yet\. Check it and publish again\.$/);
      await window.screenshot('updated-from-wiki');
      assert.equal(
        await text(),
        guide
          .replace('ten minutes', 'five minutes')
          .replace('Write to the team.', 'Write to the team.\n\nOr ask in the forum.'),
      );
      assert.equal(await onDisk('install.md'), guide);
      await window.editor.undo();
      await window.screen.until('the text of before', async () => (await text()) === guide);
      await window.closeNotifications();
      wiki.pages.updatePage(page(), page().content.replace('Write to the team.', 'Call the team.'));
      await window.editor.typeAt('last', 'Or come by.\n');
      await window.command('Update File from Wiki');
      await window.quickTitle('Update File from Wiki');
      await window.accept();
      const conflict = await window.notification('Resolve the conflict with the wiki.');
      assert.deepEqual(conflict.buttons, []);
      await window.editor.at('Ln 23, Col 1');
      const marked = await text();
      assert.match(
        marked,
        /<<<<<<< install\.md\n(?:.*\n)*?Or come by\.\n=======\n+Call the team\.\n(?:.*\n)*?>>>>>>> wiki\n/,
      );
      assert.match(marked, /five minutes[^]*old installer[^]*Kim/);
      await window.screen.visible('VS Code’s buttons', window.page.getByText('Accept Incoming Change'));
      await window.screenshot('conflict');
      assert.equal(await onDisk('install.md'), guide);
      await window.command('View: Revert and Close Editor');
    });

    it('into a new document that leads back to it, once it is tried again', async () => {
      const { window, wiki } = stage;
      await enterPlatformToken(window, wiki);
      await window.closeNotifications();
      wiki.scriptExports({ do: 'answer', status: 503, body: '' });
      await window.command('Get Page as Markdown…');
      await window.quickTitle('Get Page as Markdown');
      await window.quickType('no id');
      await window.quickMessage(/A page ID consists of digits only/);
      await asPage('100102');
      const said = await window.notification(
        new RegExp(`^${new URL(wiki.origin).host} answered with 503\\.$`),
      );
      assert.deepEqual([said.severity, said.buttons], ['error', ['Try Again', 'Open Settings']]);
      await said.click('Try Again');
      await window.activeTab(/Untitled/);
      await window.screen.until('the page', async () => (await text()).includes('Step-by-step guides'));
      assert.match(
        await text(),
        /^---\nwiki:\n {2}space: "1001"\n {2}parent: "100101"\n {2}title: Guides\n---\n/,
      );
      await window.screenshot('got-page');
      await window.command('View: Revert and Close Editor');
    });

    it('where a colleague changed it, before it is overwritten', async () => {
      const { window, wiki } = stage;
      const shared = () => wiki.pages.findPage(guides.space, guides.parent, 'Shared') ?? assert.fail();
      await window.openFile('shared.md');
      await window.command('Publish to Wiki');
      await (await window.notification('“Shared” was published.')).click('Open in Wiki');
      await (await window.opened(new RegExp(`/pages/${shared().id}/Shared$`))).close();
      wiki.pages.edit(shared(), { content: shared().content.replace('Three.', 'Three, by Mara.') });
      await window.openFile('shared.md');
      await window.editor.typeAt('first', 'Zero. ');
      await window.command('Publish Again');
      const question = /^“Shared” was changed in the wiki by “Mara Lind” .* Nothing was sent\.$/;
      const asked = await window.dialog();
      assert.match(asked.detail, question);
      const offered = ['Update File from Wiki', 'Compare', 'Open in Wiki', 'Replace Page'];
      assert.deepEqual(new Set(asked.buttons), new Set([...offered, 'Cancel']));
      await window.screenshot('changed-in-wiki');
      await asked.click('Compare');
      const comparison = window.page.locator('.tab.active', { hasText: 'shared.md: in the wiki ↔ now' });
      await window.screen.visible('the comparison', comparison);
      const removed = window.page.locator('.monaco-diff-editor .original .line-delete');
      await window.screen.visible('what is in the wiki alone', removed);
      await window.screenshot('changed-in-wiki-compared');
      const updated = /^shared\.md now has what .* not saved yet\. Check it and publish again\.$/;
      await window.clickEditorTitle('Update File from Wiki');
      await (await window.notification(updated)).close();
      await window.command('View: Revert and Close Editor');
      await window.openFile('shared.md');
      await window.editor.typeAt('first', 'Zero, later. ');
      await window.command('Publish Again');
      const asksAgain = await window.dialog();
      assert.match(asksAgain.detail, question);
      await asksAgain.click('Update File from Wiki');
      await (await window.notification(updated)).click('Publish…');
      await window.quickTitle('Publish to Wiki');
      await window.accept();
      await window.notification('“Shared” was published.');
      assert.match(shared().content, /Zero, later\.[^]*Three, by Mara\./);
      await window.command('File: Save');
    });

    it('as soon as it is set how, and from the wiki alone that is read', async () => {
      const { window, wiki } = stage;
      const before = wiki.exportRequests.length;
      await changeUserSettings(stage, connectedTo('127.0.0.1', 'localhost'));
      // A page there may have the number of a page here
      await window.openFile('other.md');
      await window.command('Compare with the Wiki');
      const elsewhere = await window.notification(/^This page is in another wiki than the one at 127\.0/);
      assert.deepEqual([elsewhere.severity, elsewhere.buttons], ['error', ['Open Settings']]);
      const incomplete = { url: '{baseUrl}/export', markdown: '/markdown' };
      await changeUserSettings(stage, {
        ...connectedTo('127.0.0.1'),
        'publishToWiki.export': { ...exportClient(wiki), page: incomplete },
      });
      await window.command('Get Page as Markdown…');
      const wrong = await window.notification(/can’t be used: This is not a complete address\./);
      assert.deepEqual([wrong.severity, wrong.buttons], ['error', ['Open Settings']]);
      await changeUserSettings(stage, { 'publishToWiki.export': exportClient(wiki) });
      for (const command of ['Get Page as Markdown…', 'Compare with the Wiki', 'Update File from Wiki']) {
        await window.closeNotifications();
        await window.openFile('install.md');
        await window.command(command);
        const said = await window.notification(/^Reading pages from this wiki is not set up\. Ask an adm/);
        assert.deepEqual([said.severity, said.buttons], ['info', ['Open Guide', 'Open Settings']]);
        await (command.startsWith('Update') ? said.click('Open Guide') : undefined);
      }
      await window.screen.visible('the guide', window.page.locator('.tab', { hasText: 'export.md' }));
      await window.command('View: Close All Editors');
      assert.equal(wiki.exportRequests.length, before);
    });
  });

  describe('is known', () => {
    const offered = 'The connection Team Wiki has a new address.';
    const moved = () => stage.wiki.pages.findPage(guides.space, guides.parent, 'Moved');

    const publishedTexts = (): Promise<string[]> =>
      writtenTexts(stage.server, path.join('publish-to-wiki.publish-to-wiki', 'texts'));

    it('without the text of a file that is deleted, and without any where the setting says so', async () => {
      const { window } = stage;
      const known = async (text: string): Promise<boolean> => (await publishedTexts()).includes(text);
      for (const name of ['Gone', 'Kept']) {
        await window.openFile(`${name.toLowerCase()}.md`);
        await window.command('Publish to Wiki');
        await window.notification(`“${name}” was published.`);
      }
      assert.ok((await known('The text that goes.\n')) && (await known('The text that is kept.\n')));
      await window.explorerContext('gone.md', 'Delete Permanently');
      await (await window.dialog()).click('Delete');
      await window.screen.until('the text to be gone', async () => !(await known('The text that goes.\n')));
      assert.ok(await known('The text that is kept.\n'));
      await changeUserSettings(stage, { 'publishToWiki.keepPublishedText': false });
      await window.screen.until('no text', async () => (await publishedTexts()).length === 0);
      await window.openFile('kept.md');
      await window.command('Compare with Last Published');
      await window.notification('The last published text of kept.md is no longer kept. “Compare with');
    });

    it('as another wiki’s, or at the new address of its connection, as the person says', async () => {
      const { window, wiki } = stage;
      await window.openFile('moved.md');
      await window.command('Publish to Wiki');
      await window.notification('“Moved” was published.');
      await window.closeNotifications();
      await changeUserSettings(stage, connectedTo('[::1]'));
      const offer = await window.notification(offered);
      assert.deepEqual(offer.buttons, ['Take Over Pages', 'It’s a Different Wiki']);
      await offer.click('It’s a Different Wiki');
      await changeUserSettings(stage, connectedTo('127.0.0.1'));
      await window.openFile('moved.md');
      await window.command('Publish Again');
      await window.notification('Nothing has changed since “Moved” was published.');
      // On a busy machine, progress and what was answered take a moment to go.
      await window.screen.until('no other notification', async () => {
        return (await window.notifications()).length === 1;
      });
      assert.equal(moved()?.version, 1);
      await window.closeNotifications();
      await changeUserSettings(stage, connectedTo('localhost'));
      const again = await window.notification(offered);
      await window.screenshot('movedConnection');
      await again.click('Take Over Pages');
      await window.openFile('moved.md');
      await enterNewToken(window, wiki);
      await window.command('Publish Again');
      await window.notification('Nothing has changed since “Moved” was published.');
      await window.closeNotifications();
      await window.editor.typeAt('last', 'More.');
      await window.command('Publish Again');
      await window.notification('“Moved” was published.');
      assert.deepEqual([lastBody(wiki).pageTitle, lastBody(wiki).overwrite], ['Moved', true]);
      assert.equal(moved()?.version, 2);
      assert.match(String(wiki.requests.at(-1)?.headers.host), /^localhost:/);
    });
  });
});

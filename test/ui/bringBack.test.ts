import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { dayMs } from '../../src/core/text/duration.js';
import { projectRoot } from '../host/folders.js';
import { PlanView } from '../host/planView.js';
import { clientMessage, decide, openedPage, signInTitle, signInWithSecret, signOut } from './signingIn.js';
import { authorizeUrl, exportClient, pageExport } from './setStage.js';
import { probe } from './probe.js';
import { onStage } from './stage.js';
import {
  changeUserSettings,
  comparison,
  enterNewToken,
  enterPlatformToken,
  guides,
  inGuides,
  lookAtChanges,
  savedByHand,
} from './steps.js';

const guide = inGuides() + readFileSync(path.join(projectRoot, 'test', 'ui', 'install.md'), 'utf8');

describe('A page that was published is brought back', () => {
  const stage = onStage({
    files: {
      'install.md': guide,
      'shared.md': `${inGuides()}# Shared\n\nOne.\n\nTwo.\n\nThree.\n`,
      'merged.md': `${inGuides()}# Merged\n\nOne.\n\nTwo.\n`,
      'other.md': `${inGuides().replace('wiki:', 'wiki:\n  connection: Other')}# Other\n\nText.\n`,
    },
    exporting: 'pages',
    counted: true,
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

  const titled = (title: string) =>
    stage.wiki.pages.findPage(guides.space, guides.parent, title) ?? assert.fail();
  const page = () => titled('Install the product');
  const addressOf = (id: string): string => `${stage.wiki.origin}/wiki/spaces/DOCS/pages/${id}/Install`;
  const onDisk = (name: string): string => readFileSync(path.join(stage.folder, name), 'utf8');
  const text = async (): Promise<string> => (await stage.window.editor.text()).replaceAll('\r\n', '\n');

  const updated = /^\w+\.md now has what .* not saved yet\. Check it and publish again\.$/;
  function edit(title: string, from: string, to: string): void {
    const edited = titled(title);
    stage.wiki.pages.edit(edited, { content: edited.content.replace(from, to) });
  }

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
    await signInWithSecret(stage);
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
    await lookAtChanges(window, 'install.md');
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
    assert.equal(onDisk('install.md'), guide);
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
    assert.equal(onDisk('install.md'), guide);
    await window.revertAndClose();
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
    const said = await window.notification(new RegExp(`^${new URL(wiki.origin).host} answered with 503\\.$`));
    assert.deepEqual([said.severity, said.buttons], ['error', ['Try Again', 'Open Settings']]);
    await said.click('Try Again');
    await window.activeTab(/Untitled/);
    await window.screen.until('the page', async () => (await text()).includes('Step-by-step guides'));
    assert.match(
      await text(),
      /^---\nwiki:\n {2}space: "1001"\n {2}parent: "100101"\n {2}title: Guides\n---\n/,
    );
    await window.screenshot('got-page');
    await window.revertAndClose();
  });

  it('where a colleague changed it, before it is overwritten', async () => {
    const { window } = stage;
    await window.openFile('shared.md');
    await window.command('Publish to Wiki');
    await (await window.notification('“Shared” was published.')).click('Open in Wiki');
    await (await window.opened(new RegExp(`/pages/${titled('Shared').id}/Shared$`))).close();
    edit('Shared', 'Three.', 'Three, by Mara.');
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
    await lookAtChanges(window, 'shared.md');
    await window.screenshot('changed-in-wiki-compared');
    await window.clickEditorTitle('Update File from Wiki');
    await (await window.notification(updated)).close();
    await window.revertAndClose();
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
    assert.match(titled('Shared').content, /Zero, later\.[^]*Three, by Mara\./);
    await window.command('File: Save');
  });

  it('from a plan, whose question says who changed it', async () => {
    const { window } = stage;
    const plan = new PlanView(window.screen);
    edit('Shared', 'One.', 'One, by Mara.');
    await window.command('Publish Folder as Wiki Pages…');
    await window.quickTitle('Publish Folder');
    await window.accept();
    await plan.clickInline('shared.md', 'Resolve…');
    await window.quick.rowsOnce((rows) =>
      rows.some(({ label, detail }) => label.endsWith('“shared.md”') && detail.includes('by “Mara Lind”')),
    );
    await window.screenshot('resolve-changed-in-wiki');
    await window.escape();
    await plan.context('shared.md', 'Update File from Wiki');
    await (await window.notification(updated)).close();
    await plan.clickInline('shared.md', 'Compare with the Wiki');
    await window.screen.visible('the comparison', comparison(window, 'shared.md'));
    await window.openFile('shared.md');
    await window.command('File: Save');
  });

  it('beside the token of its wiki, though the last page went to another', async () => {
    const { window, wiki } = stage;
    await changeUserSettings(stage, connectedTo('127.0.0.1', 'localhost'));
    await window.openFile('install.md');
    await window.command('Compare with Last Published');
    const compared = await window.screen.visible(
      'the comparison',
      comparison(window, 'install.md', 'last published'),
    );
    await window.openFile('other.md');
    await window.command('Publish to Wiki');
    await window.quickTitle(/^API Token for/);
    await window.quickType(await wiki.createToken({ expiresAt: Date.now() + 9.5 * dayMs }));
    await window.accept();
    await window.notification('“Other” was published to Other.');
    await window.statusItem('token', '9 d');
    await compared.click();
    await window.statusItem('token', '29 d');
  });

  it('as soon as it is set how, and from the wiki alone that is read', async () => {
    const { window, wiki } = stage;
    const before = wiki.exportRequests.length;
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

  it('by who signs in where they are asked, with an administrator’s message, in eleven actions', async () => {
    const { window, wiki } = stage;
    await window.openFile('merged.md');
    await window.command('Publish to Wiki');
    await (await window.notification('“Merged” was published.')).close();
    await signOut(window);
    await changeUserSettings(stage, { 'publishToWiki.export': { authorizeUrl } });
    edit('Merged', 'Two.', 'Two, by Mara.');
    await window.openFile('merged.md');
    await window.editor.typeAt('first', 'Zero, again. ');
    const before = window.actions.length;
    await window.clickEditorTitle('Publish to Wiki');
    await window.quickTitle('Publish to Wiki');
    await window.accept();
    const asked = await window.dialog();
    assert.match(asked.detail, / sent\. To merge .*, sign in for export: an administrator gives you what /);
    await window.screenshot('sign-in-to-merge');
    await asked.click('Sign In to Compare');
    await window.quickTitle(signInTitle);
    await window.page.keyboard.insertText(clientMessage(wiki, pageExport(wiki)));
    await window.accept();
    await decide(await openedPage(window, wiki), 'Allow');
    await lookAtChanges(window, 'merged.md');
    await window.clickEditorTitle('Update File from Wiki');
    await (await window.notification(updated)).click('Publish…');
    await window.quickTitle('Publish to Wiki');
    await window.accept();
    await window.notification('“Merged” was published.');
    assert.match(titled('Merged').content, /Zero, again\.[^]*Two, by Mara\./);
    const actions = window.actions.slice(before);
    assert.ok(actions.length > 8 && actions.length <= 11, actions.join(', '));
  });
});

import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { enterRefreshToken, goToRefreshToken } from './signingIn.js';
import { exportClient } from './setStage.js';
import { onStage } from './stage.js';
import { enterNewToken, enterPlatformToken, guides, inGuides } from './steps.js';

const guide = `${inGuides()}# Install the product

You need a computer and ten minutes.

<!-- wiki:skip -->

Not for customers: the old installer is still on the share.

<!-- /wiki:skip -->

## Steps

1. Download the package. <!-- ask Kim for the address -->
2. Run the installer.
3. Restart the computer.

## Help

Write to the team.
`;

describe('A page is brought back', function () {
  const stage = onStage({
    files: { 'install.md': guide, 'other.md': '# Other\n\nText.\n' },
    exporting: true,
    persistentSecrets: true,
    userSettings: { 'files.autoSave': 'off', 'workbench.editor.useModal': 'off' },
  });

  const page = () => {
    const found = stage.wiki.pages.findPage(guides.space, guides.parent, 'Install the product');
    assert.ok(found);
    return found;
  };
  const addressOf = (id: string): string => `${stage.wiki.origin}/wiki/spaces/DOCS/pages/${id}/Install`;
  const onDisk = (name: string): Promise<string> => readFile(path.join(stage.folder, name), 'utf8');
  const text = async (): Promise<string> => (await stage.window.editor.text()).replaceAll('\r\n', '\n');

  /** VS Code in a browser may overlook it that the file was changed. */
  async function setExport(pageExport: object): Promise<void> {
    const { server, wiki, window } = stage;
    const settings = JSON.parse(await readFile(server.settingsFile, 'utf8')) as Record<string, unknown>;
    settings['publishToWiki.export'] = { ...exportClient(wiki), page: pageExport };
    await writeFile(server.settingsFile, JSON.stringify(settings));
    await window.reload();
  }

  async function asPage(id: string): Promise<void> {
    await stage.window.quickType(addressOf(id));
    await stage.window.accept();
  }

  before(async () => {
    await enterNewToken(stage.window, stage.wiki);
  });
  beforeEach(async () => {
    await stage.window.closeNotifications();
  });

  it('once it is set how', async () => {
    const { window, wiki } = stage;
    await window.openFile('install.md');
    await window.command('Publish to Wiki');
    await window.notification('“Install the product” was published.');
    await window.closeNotifications();
    for (const command of ['Compare with the Wiki', 'Update File from Wiki', 'Get Page as Markdown…']) {
      await window.command(command);
      const said = await window.notification(/^How a page is read from the wiki is not set: add “page” to/);
      assert.deepEqual([said.severity, said.buttons], ['info', ['Open Settings']]);
      await window.closeNotifications();
    }
    await setExport({ url: '{baseUrl}/export', markdown: '/markdown' });
    await window.command('Get Page as Markdown…');
    const said = await window.notification(/can’t be used: This is not a complete address\./);
    assert.deepEqual([said.severity, said.buttons], ['error', ['Open Settings']]);
    assert.equal(wiki.exportRequests.length, 0);
  });

  it('once the person is signed in', async () => {
    const { window, wiki } = stage;
    await setExport({ url: wiki.exportEndpoint, body: { pageId: '{pageId}' }, markdown: '/markdown' });
    await window.openFile('install.md');
    await window.command('Compare with the Wiki');
    await window.quickTitle('Compare with the Wiki');
    assert.equal(await window.quickPlaceholder(), 'Page: enter its ID, or paste its address');
    await asPage(page().id);
    const said = await window.notification('You are not signed in for export.');
    assert.deepEqual(said.buttons, ['Sign In']);
    await said.click('Sign In');
    await goToRefreshToken(stage);
    await enterRefreshToken(stage);
    await window.notification('You are signed in for export.');
    assert.equal(wiki.exportRequests.length, 0);
  });

  it('beside what would be sent', async () => {
    const { window, wiki } = stage;
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
    assert.deepEqual(JSON.parse(request?.body.toString() ?? ''), { pageId: page().id });
    await window.page.keyboard.press('Control+b');
  });

  it('into the file, which is not saved, and keeps what is not published', async () => {
    const { window } = stage;
    await window.openFile('install.md');
    await window.command('Update File from Wiki');
    await window.quickTitle('Update File from Wiki');
    await window.accept();
    await window.notification('install.md now has what changed in the wiki. It is not saved yet.');
    await window.screenshot('updated-from-wiki');
    assert.equal(
      await text(),
      guide
        .replace('ten minutes', 'five minutes')
        .replace('Write to the team.', 'Write to the team.\n\nOr ask in the forum.'),
    );
    assert.equal(await onDisk('install.md'), guide);
    await window.closeNotifications();
    await window.command('Update File from Wiki');
    await window.quickTitle('Update File from Wiki');
    await window.accept();
    await window.notification('install.md has everything that the page in the wiki has.');
    await window.editor.undo();
    await window.screen.until('the text of before', async () => (await text()) === guide);
  });

  it('with marks where both changed the same', async () => {
    const { window, wiki } = stage;
    wiki.pages.updatePage(page(), page().content.replace('Or ask in the forum.', 'Or call us.'));
    await window.editor.typeAt('last', 'Or come by.\n');
    await window.command('Update File from Wiki');
    await window.quickTitle('Update File from Wiki');
    await window.accept();
    await window.notification(
      /^install\.md now has what changed in the wiki.*resolve the conflicts \(1\)\.$/,
    );
    const marked = await text();
    assert.match(
      marked,
      /<<<<<<< install\.md\n(?:.*\n)*?Or come by\.\n=======\n(?:.*\n)*?Or call us\.\n>>>>>>> wiki\n/,
    );
    assert.match(marked, /five minutes[^]*old installer[^]*Kim/);
    await window.screen.visible('VS Code’s buttons', window.page.getByText('Accept Incoming Change'));
    await window.screenshot('conflict');
    assert.equal(await onDisk('install.md'), guide);
    await window.editor.undo();
    await window.command('View: Revert and Close Editor');
  });

  it('into a new document that leads back to it', async () => {
    const { window, wiki } = stage;
    await enterPlatformToken(window, wiki);
    await window.closeNotifications();
    await window.command('Get Page as Markdown…');
    await window.quickTitle('Get Page as Markdown');
    await window.quickType('no id');
    await window.quickMessage(/A page ID consists of digits only/);
    await asPage('100102');
    await window.activeTab(/Untitled/);
    await window.screen.until('the page', async () => (await text()).includes('Step-by-step guides'));
    assert.match(
      await text(),
      /^---\nwiki:\n {2}space: "1001"\n {2}parent: "100101"\n {2}title: Guides\n---\n/,
    );
    await window.screenshot('got-page');
    await window.command('View: Revert and Close Editor');
  });

  it('out of an archive', async () => {
    const { window, wiki } = stage;
    await setExport({
      url: wiki.exportEndpoint,
      body: { pageId: '{pageId}', spaceKey: '{spaceKey}', format: 'zip' },
      zip: { base64: '/zipBase64' },
    });
    await window.command('Get Page as Markdown…');
    await window.quickTitle('Get Page as Markdown');
    await asPage('100103');
    await window.screen.until('the page', async () => (await text()).includes('settings.yaml'));
    assert.deepEqual(JSON.parse(wiki.exportRequests.at(-1)?.body.toString() ?? ''), {
      pageId: '100103',
      spaceKey: 'DOCS',
      format: 'zip',
    });
    await window.command('View: Revert and Close Editor');
  });

  it('or it is said why not', async () => {
    const { window, wiki } = stage;
    const { host } = new URL(wiki.origin);
    const faults: readonly (readonly [Parameters<typeof wiki.scriptExports>[0], RegExp])[] = [
      [{ do: 'answer', status: 403, body: '{"error":"no scope"}' }, /refuses the access token \(403\)/],
      [{ do: 'answer', status: 404, body: '{}' }, /does not know this page, or you have no access to it/],
      [{ do: 'answer', status: 503, body: '' }, new RegExp(`^${host} answered with 503\\.$`)],
      [
        { do: 'answer', status: 307, headers: { location: 'https://elsewhere.example/' }, body: '' },
        /answered with a redirect \(307\)/,
      ],
      [{ do: 'answer', status: 200, body: '{}' }, /has no text at “\/zipBase64”/],
      [{ do: 'answer', status: 200, body: '{"zipBase64":"UEsD"}' }, /damaged, encrypted or too large/],
      [{ do: 'cutAnswer', afterBytes: 300 }, /broke off, or is larger than|has no text at|did not answer/],
    ];
    for (const [fault, sentence] of faults) {
      wiki.scriptExports(fault);
      await window.command('Get Page as Markdown…');
      await window.quickTitle('Get Page as Markdown');
      await asPage('100102');
      const said = await window.notification(sentence);
      assert.deepEqual([said.severity, said.buttons], ['error', ['Try Again', 'Open Settings']]);
      await window.closeNotifications();
    }
  });
});

import assert from 'node:assert/strict';
import { startWiki } from '../wiki/wiki.js';
import { onStage } from './stage.js';
import { guides } from './steps.js';

describe('Setting up', () => {
  const stage = onStage({ connected: false, files: { 'docs/notes.md': '# Release Notes\n\nAll new.\n' } });
  const host = (): string => new URL(stage.wiki.importEndpoint).host;

  it('leads from endpoint, token and page, pasted at once, to the first page', async () => {
    const { window, wiki } = stage;
    await window.openFile('docs/notes.md');
    await window.command('Set Up…');
    await window.quickTitle('Set Up: Endpoint and API Token (1/2)');
    await window.screenshot('set-up-1');
    const page = `${wiki.origin}/wiki/spaces/DOCS/pages/${guides.parent}/Guides`;
    await window.quickType(`${wiki.importEndpoint} ${await wiki.createToken()} ${page}`);
    await window.screen.until('the token to be hidden', async () => window.quickIsPassword());
    await window.accept();
    await spaceAsked();
    const rows = await window.quickRows();
    assert.deepEqual(
      rows.map(({ label }) => label.split(':')[0]),
      ['Open the Address That Tells It', 'Enter a Platform Token…', 'Names', 'Links', 'Changes'],
    );
    await window.screenshot('set-up-2');
    // Nothing that is wrong is stored, and one is asked again
    await window.quickPick('Enter a Platform Token…');
    await enterPlatformToken('nonsense');
    await window.quickMessage(/^The wiki did not take the token alone\./);
    await window.accept();
    await (await window.notification(/refused the platform token\. It was not stored\.$/)).close();
    await spaceAsked();
    await window.quickType(guides.space);
    await window.screenshot('set-up-3');
    await window.accept();
    await window.quickTitle('Publish to Wiki');
    assert.equal((await window.quickRows())[0]?.label, 'Publish “Release Notes” to 1001 / 100102');
    await window.screenshot('set-up-4');
    await window.accept();
    await window.notification('“Release Notes” was published.');
    assert.ok(wiki.pages.findPage(guides.space, guides.parent, 'Release Notes'));
  });

  it('asks for nothing that is known, and says what is next where no file is open', async () => {
    const { window, wiki } = stage;
    await window.closeNotifications();
    await window.command('Set Up…');
    await window.quickTitle('Publish to Wiki');
    await window.escape();
    await window.command('View: Close All Editors');
    await window.command('Set Up…');
    await window.quickTitle('Set Up: Ready to Publish');
    assert.equal(
      await window.quickPlaceholder(),
      `“${host()}” is connected: the wiki accepted the API token.`,
    );
    await window.screenshot('set-up-5');
    await window.quickPick('Enter a Platform Token…');
    await enterPlatformToken(wiki.platformToken);
    await window.quickTitle('Set Up: Ready to Publish');
    assert.deepEqual(
      (await window.quickRows()).map(({ label }) => label),
      ['Open a Markdown File…', 'Write a New Markdown File'],
    );
    await window.escape();
  });

  it('takes the same file to a second wiki, which is added on the way, with eight actions', async () => {
    const { window } = stage;
    const second = await startWiki();
    try {
      await window.closeNotifications();
      await window.openFile('docs/notes.md');
      await window.command('Publish to Wiki');
      await window.quickTitle('Publish to Wiki');
      await window.screenshot('another-wiki');
      await window.quickPick('Publish to Another Wiki…');
      // Nothing of the first one is proposed
      await window.quickTitle('Connect to a Wiki (1/2)');
      const page = `${second.origin}/wiki/spaces/DOCS/pages/${guides.parent}/Guides`;
      await window.quickType(`${second.importEndpoint} ${await second.createToken()} ${page}`);
      await window.accept();
      await window.screen.until(
        'the question for the space',
        async () => (await window.quickPlaceholder()) === 'Type the number of the space DOCS',
      );
      await window.quickType(guides.space);
      await window.accept();
      const { host } = new URL(second.origin);
      const [row] = await window.quick.rowsOnce(([first]) => first?.detail.includes(host) === true);
      assert.equal(row?.label, 'Publish “Release Notes” to 1001 / 100102');
      await window.screenshot('second-wiki');
      await window.accept();
      await window.notification('“Release Notes” was published.');
      assert.ok(second.pages.findPage(guides.space, guides.parent, 'Release Notes'));
    } finally {
      await second.close();
    }
  });

  async function spaceAsked(): Promise<void> {
    await stage.window.screen.until(
      'the question for the space',
      async () => (await stage.window.quickPlaceholder()) === 'Type the number of the space DOCS',
    );
    await stage.window.quickTitle('Set Up: The Page to Publish Under (1/2)');
  }

  async function enterPlatformToken(token: string): Promise<void> {
    const { window } = stage;
    await window.quickTitle(`Platform Token for ${host()}`);
    await window.quickMessage(new RegExp(`It is sent to ${host()} and nowhere else`));
    await window.quickType(token);
    await window.accept();
  }
});

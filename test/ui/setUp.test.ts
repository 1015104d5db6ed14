import assert from 'node:assert/strict';
import { onStage } from './stage.js';
import { guides } from './steps.js';

describe('Setting up', () => {
  const stage = onStage({ connected: false, files: { 'docs/notes.md': '# Release Notes\n\nAll new.\n' } });

  it('leads from an endpoint and a token, pasted at once, to the first page', async () => {
    const { window, wiki } = stage;
    await window.openFile('docs/notes.md');
    await window.command('Set Up…');
    await window.quickTitle('Set Up: Endpoint and API Token (1/3)');
    await window.quickType(`${wiki.importEndpoint} ${await wiki.createToken()}`);
    await window.screen.until('the token to be hidden', async () => window.quickIsPassword());
    await window.screenshot('set-up-1');
    await window.accept();
    await window.quickTitle('Name of the Wiki (2/3)');
    await window.quickType('Team Wiki');
    await window.accept();
    await window.quickTitle('Set Up: Platform Token');
    const connected = '“Team Wiki” is connected: the wiki accepted the API token.';
    assert.equal(await window.quickPlaceholder(), connected);
    const rows = await window.quickRows();
    assert.deepEqual(
      rows.map(({ label }) => label.split(':')[0]),
      ['Enter a Platform Token…', 'Skip', 'Names', 'Links', 'Changes'],
    );
    await window.screenshot('set-up-2');
    // Nothing that is wrong is stored, and one is asked again
    await window.quickPick('Enter a Platform Token…');
    await enterPlatformToken('nonsense');
    await window.screen.until('the refusal', async () =>
      (await window.quickPlaceholder()).startsWith('The platform token was refused.'),
    );
    await window.quickPick(/^Names/);
    await enterPlatformToken(wiki.platformToken);
    await window.quickTitle('Set Up: The Page to Publish Under');
    await window.quickMessage(/^The wiki accepted the platform token\. Open the page/);
    await window.screenshot('set-up-3');
    await window.quickType('999999');
    await window.accept();
    await window.quickMessage(/^Page 999999 does not exist, or you can’t see it\./);
    await window.quickType(`${wiki.origin}/wiki/spaces/DOCS/pages/${guides.parent}`);
    await window.accept();
    await window.quickTitle('Set Up: Ready to Publish');
    assert.equal(await window.quickPlaceholder(), 'Your pages go under “Guides”.');
    await window.screenshot('set-up-4');
    await window.quickPick('Publish This File');
    await window.quickTitle(/^Publish to Wiki/);
    await window.screenshot('set-up-5');
    await window.accept();
    await window.notification('“Release Notes” was published.');
    assert.ok(wiki.pages.findPage(guides.space, guides.parent, 'Release Notes'));
  });

  it('tries what is stored already, and leaves out what is set', async () => {
    const { window } = stage;
    await window.closeNotifications();
    await window.command('Set Up…');
    await window.quickTitle('Set Up: The Page to Publish Under');
    await window.quickMessage(/^“Team Wiki” is connected: .* The wiki accepted the platform token\./);
    await window.accept();
    await window.quickTitle('Set Up: Ready to Publish');
    await window.escape();
  });

  async function enterPlatformToken(token: string): Promise<void> {
    const { window } = stage;
    await window.quickTitle('Set Up: Platform Token (1/3)');
    if ((await window.quickValue()) === '') {
      await window.quickMessage(/^First comes your wiki’s address, then the token\./);
      await window.quickType('AbcDef0123456789AbcDef=12');
      await window.quickMessage(/^This looks like a token\./);
      assert.ok(await window.quickIsPassword());
      await window.quickType(stage.wiki.origin);
    }
    await window.accept();
    await window.quickTitle('Set Up: Platform Token (2/3)');
    await window.quickType(token);
    await window.accept();
    await window.quickTitle('Set Up: Platform Token (3/3)');
    await window.accept();
  }
});

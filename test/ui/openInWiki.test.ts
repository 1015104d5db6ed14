import { onStage } from './stage.js';

describe('Open in Wiki', () => {
  const stage = onStage({
    files: { 'one.md': '---\nwiki: { space: "1001", parent: "100102" }\n---\n# One\n\nText.\n' },
  });

  it('opens the page once the platform token is set that its button asks for', async () => {
    const { window, wiki } = stage;
    await window.openFile('one.md');
    await window.command('Publish to Wiki');
    await window.quickTitle(/^Publish to Wiki/);
    await window.accept();
    await window.quickTitle('API Token for Team Wiki');
    await window.quickType(await wiki.createToken());
    await window.accept();
    await (await window.notification('“One” was published.')).click('Open in Wiki');
    const asked = await window.notification('To open the page, VS Code needs a platform token.');
    await asked.click('Set Platform Token…');
    await window.quickTitle(/^Platform Token for .* \(1\/3\)/);
    await window.quickMessage(/^Is this your wiki’s address\? Press Enter\./);
    await window.accept();
    await window.quickTitle(/\(2\/3\)/);
    await window.quickType(wiki.platformToken);
    await window.accept();
    await window.quickTitle(/\(3\/3\)/);
    await window.accept();
    await (await window.opened(/\/wiki\/spaces\/DOCS\/pages\/\d+\/One$/)).close();
  });
});

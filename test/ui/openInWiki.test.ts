import { said } from './said.js';
import { onStage } from './stage.js';
import { enterNewToken, guides } from './steps.js';

describe('Open in Wiki', () => {
  const stage = onStage({
    files: { 'one.md': '# One\n\n![A plan](plan.png)\n', 'plan.png': '' },
  });

  before(() => enterNewToken(stage.window, stage.wiki));

  it('opens the page once the platform token is set that its button asks for', async () => {
    const { window, wiki } = stage;
    await window.openFile('one.md');
    await window.command('Publish to Wiki');
    await window.quickTitle('Publish to Wiki (1/4)');
    await window.quickType(guides.space);
    await window.accept();
    await window.quickTitle('Publish to Wiki (2/4)');
    await window.quickType(guides.parent);
    await window.accept();
    await window.quickTitle('Publish to Wiki (3/4)');
    await window.accept();
    await window.quickPick(/^Create the pages?$/);
    const image = '1 image doesn’t work in the wiki: images are not uploaded.';
    // Not more than three, which VS Code does not cut
    const done = await said(window, `“One” was published. ${image}`, 'info', [
      'Open in Wiki',
      'Show Problems',
      'Save Destination',
    ]);
    await done.click('Open in Wiki');
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

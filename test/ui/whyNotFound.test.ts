import assert from 'node:assert/strict';
import { publish, said } from './said.js';
import { onStage } from './stage.js';
import { enterNewToken } from './steps.js';

const buttons = ['Change Destination…'];

describe('Why a page was not found', () => {
  const stage = onStage({ files: { 'page.md': '# Page\n\nText.\n' } });

  /** Publishes to a place that the wiki does not give, and reads what the window says. */
  async function read(
    answers: { space?: string; parent?: string; refused?: RegExp },
    text: string,
  ): Promise<void> {
    const { window } = stage;
    await publish(stage, answers);
    await said(window, text, 'error', buttons);
    await window.closeNotifications();
  }

  it('is looked up with a platform token', async () => {
    const { window, wiki } = stage;
    await window.openFile('page.md');
    await enterNewToken(window, wiki);
    await window.command('Set Platform Token…');
    await window.quickTitle(/^Platform Token for .* \(1\/3\)/);
    assert.equal(await window.quickValue(), wiki.origin);
    await window.accept();
    await window.quickTitle(/\(2\/3\)/);
    assert.equal(await window.quickIsPassword(), true);
    await window.quickType('nonsense');
    await window.accept();
    await window.quickTitle(/\(3\/3\)/);
    assert.equal(await window.quickIsPassword(), false);
    await window.screenshot('platform-token');
    await window.accept();
    const refused = await said(window, /refused the platform token\. It was not stored\.$/, 'error', [
      'Replace Platform Token…',
    ]);
    assert.equal(wiki.lookups.length, 1);
    await refused.click('Replace Platform Token…');
    await window.quickTitle(/\(1\/3\)/);
    await window.accept();
    await window.quickTitle(/\(2\/3\)/);
    await window.quickType(`Bearer ${wiki.platformToken}`);
    await window.accept();
    await window.quickTitle(/\(3\/3\)/);
    wiki.spoilLookups(() => ({ status: 503 }));
    await window.accept();
    const untried = await said(window, /^The platform token is stored, not tried yet: /, 'warning', [
      'Try Again',
      'Replace Platform Token…',
    ]);
    const tooltip = async () => (await window.statusItem('token', '29 d')).tooltip();
    wiki.spoilLookups(undefined);
    await untried.click('Try Again');
    await window.statusMessage('The wiki accepted the platform token.');
    assert.match(await tooltip(), /The wiki accepted the platform token\./);
    await (await window.statusItem('token', '29 d')).click();
    await window.quickTitle('Connection “Team Wiki”');
    const row = (await window.quickRows()).find(({ label }) => label.includes('Replace Platform Token…'));
    assert.equal(row?.description, 'The wiki accepted the platform token.');
    await window.quickPick('Test Connection');
    await window.notification(/^Team Wiki works: .* The wiki accepted the platform token\.$/);
    await window.closeNotifications();
    const missing = 'Page 999 does not exist, or you can’t see it.';
    await read({ parent: '999', refused: /^Page 999 does not exist, or you can’t see it\.$/ }, missing);
    await publish(stage, { space: '1003', parent: '100301' });
    await said(
      window,
      'both exist, and you can see them: it is the API token’s owner who lacks access',
      'error',
      buttons,
    );
    await window.screenshot('why-not-found');
    await window.closeNotifications();
  });
});

import assert from 'node:assert/strict';
import { onStage } from './stage.js';
import { answer, publish, said } from './said.js';
import { enterNewToken } from './steps.js';

describe('A publish that is cancelled', () => {
  const stage = onStage({
    files: {
      'page.md': '# Answers\n\nText.\n',
    },
    userSettings: { 'files.autoSave': 'off' },
  });

  before(async () => {
    await enterNewToken(stage.window, stage.wiki);
    await stage.window.openFile('page.md');
  });

  beforeEach(async () => {
    await stage.window.closeNotifications();
  });

  it('in the pause before the next send ends there', async () => {
    const { window, wiki } = stage;
    const before = wiki.requests.length;
    await publish(stage, {}, answer(503, 'Later.', { 'retry-after': '60' }));
    const progress = await window.notification(/answered 503/);
    await window.screenshot('pausing');
    await progress.click('Cancel');
    await said(stage.window, /^Stopped: .* was not sent again\. The last answer was 503\./, 'error', [
      'Try Again',
      'Show Log',
    ]);
    assert.equal(wiki.requests.length - before, 1);
  });

  it('while it is sent has an unknown outcome, and a second publish is told to wait', async () => {
    const { window, wiki } = stage;
    await publish(stage, {}, { do: 'stall' });
    const progress = await window.notification(/^Publishing “.*sending…/);
    await window.screen.until('the request to arrive', () => Promise.resolve(wiki.stalled === 1));
    await window.command('Publish to Wiki');
    await window.notification('page.md is already being published. Wait until that is done.');
    await progress.click('Cancel');
    await said(stage.window, /^Cancelled after the page had been sent\..* is unknown/, 'warning', [
      'Try Again',
      'Show Log',
    ]);
  });
});

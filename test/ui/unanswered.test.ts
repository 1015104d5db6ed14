import assert from 'node:assert/strict';
import { WikiView } from '../host/wikiView.js';
import { onStage } from './stage.js';
import { publish, said } from './said.js';
import { enterNewToken } from './steps.js';

describe('A publish that is cancelled, or gets no answer', () => {
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

  it('while it is sent has an unknown outcome, and a second publish is told to wait', async () => {
    const { window, wiki } = stage;
    await publish(stage, {}, { do: 'stall' });
    const progress = await window.notification(/^Publishing “.*sending…/);
    await window.screen.until('the request to arrive', () => Promise.resolve(wiki.stalled === 1));
    await window.command('Publish to Wiki');
    await window.notification('page.md is already being published. Wait until that is done.');
    await progress.click('Cancel');
    await said(stage.window, /^Cancelled after the page had been sent\..* is unknown/, 'warning', [
      'Open in Wiki',
      'Try Again',
      'Show Log',
    ]);
  });

  it('that is quick shows no progress, and that of a slow one is gone when it is told', async () => {
    const { window, wiki } = stage;
    const noProgress = async (): Promise<void> =>
      assert.ok((await window.notifications()).every(({ inProgress }) => !inProgress));
    const quick = await publish(stage);
    await window.notification(`“${quick}” was published.`);
    await noProgress();
    await window.closeNotifications();
    const slow = await publish(stage, {}, { do: 'stall', processed: true });
    await window.notification(/^Publishing “.*sending…/);
    wiki.release();
    await window.notification(`“${slow}” was published.`);
    await noProgress();
  });

  it('was told with buttons that the status bar and the row of the file have again', async () => {
    const { window } = stage;
    const title = await publish(stage);
    await window.notification(`“${title}” was published.`);
    await window.closeNotifications();
    await window.command('Manage Connections…');
    await window.quickTitle('Connection “Team Wiki”');
    await window.screenshot('last-outcome');
    await window.quickPick(/Show Last Outcome/);
    const again = await window.notification(`“${title}” was published.`);
    assert.equal(again.buttons[0], 'Open in Wiki');
    await window.closeNotifications();
    const view = new WikiView(window.screen);
    await view.open();
    await view.showFiles(false);
    await view.context(title, 'Show Last Outcome');
    await window.notification(`“${title}” was published.`);
    await view.showFiles(true);
  });
});

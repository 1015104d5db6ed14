import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { PlanView } from '../host/planView.js';
import { onStage } from './stage.js';
import { enterNewToken, inGuides } from './steps.js';

const page = (title: string): string => `${inGuides('  overwrite: false')}# ${title}\n\nAbout ${title}.\n`;

describe('The plan of a folder', () => {
  const stage = onStage({ files: { 'same/one.md': page('One'), 'same/two.md': page('Two') } });

  before(() => enterNewToken(stage.window, stage.wiki));

  const plan = (): PlanView => new PlanView(stage.window.screen);
  const begin = (folder: string): Promise<void> =>
    stage.window.explorerContext(folder, 'Publish Folder to Wiki');

  it('sends an unchanged file that was checked with the keyboard alone, however long that took', async () => {
    const { window, wiki } = stage;
    await begin('same');
    await plan().publish();
    await window.notification('2 pages were published.');
    const before = wiki.requests.length;
    await begin('same');
    await plan().says('0 pages will be published.');
    await plan().focused();
    await window.page.keyboard.press('ArrowRight');
    await plan().row('same/one.md');
    for (const key of ['ArrowDown', 'Tab', 'Space']) {
      await window.page.keyboard.press(key);
    }
    await plan().says('1 page will be published.');
    // After 5 seconds, the files are read again
    await pause(5_500);
    await window.page.keyboard.press('Control+Enter');
    await window.notification('The page was published.');
    assert.equal(wiki.requests.length - before, 1);
  });
});

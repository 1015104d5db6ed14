import assert from 'node:assert/strict';
import { PlanView } from '../host/planView.js';
import { onStage } from './stage.js';
import { answerPlace, enterNewToken, enterPlatformToken, guides, inGuides } from './steps.js';

const most = 8;

describe('The first folder', () => {
  const stage = onStage({
    counted: true,
    files: {
      ...Object.fromEntries(
        ['index', 'setup', 'release'].map((name) => [`docs/${name}.md`, `# The ${name}\n\nText.\n`]),
      ),
      'guide/index.md': '# Guide\n\nText.\n',
      'guide/start.md': '# First Steps\n\nText.\n',
      'dead/one.md': `${inGuides()}# Dead One\n\nSee [this](gone.md).\n`,
      'dead/two.md': `${inGuides()}# Dead Two\n\nText.\n`,
    },
  });

  before(() => enterNewToken(stage.window, stage.wiki));

  it(`is published with ${most} actions at most, from the context menu to the last page`, async () => {
    const { window, wiki } = stage;
    await window.screen.visible('the folder', window.page.getByText('docs', { exact: true }).first());
    const before = window.actions.length;
    await window.explorerContext('docs', 'Publish Folder to Wiki');
    const plan = new PlanView(window.screen);
    await plan.says('3 files have no destination yet.');
    await plan.publish();
    await answerPlace(window, guides);
    await window.screen.until('the last question', async () =>
      (await window.quickRows()).some(({ label, focused }) => focused && /^Create the pages?$/.test(label)),
    );
    await window.accept();
    const page = (name: string) => wiki.pages.findPage(guides.space, guides.parent, `The ${name}`);
    await window.screen.until('the pages', () =>
      Promise.resolve(['index', 'setup', 'release'].every((name) => page(name) !== undefined)),
    );
    const actions = window.actions.slice(before);
    assert.ok(actions.length > 5 && actions.length <= most, actions.join(', '));
    await window.notification('All 3 pages were published.');
  });

  it('becomes a tree below the place that was chosen for all before', async () => {
    const { window, wiki } = stage;
    await enterPlatformToken(window, wiki);
    await window.explorerContext('guide', 'Publish Folder to Wiki');
    const plan = new PlanView(window.screen);
    await plan.says('2 files have no destination yet.');
    await plan.clickTitle('Choose One for All…');
    await answerPlace(window, guides);
    await plan.says(/2 will be published/);
    await plan.clickTitle('Publish as a Tree of Pages…');
    await window.quickPick('As a Tree, for Me');
    await plan.row(/^guide\/start\.md New · First Steps → under guide\/index\.md$/);
    await plan.says(/2 will be published/);
    await plan.clickTitle('Clear');
    await plan.gone();
  });

  it('leads to the link that doesn’t work, also once its page is published', async () => {
    const { window } = stage;
    await window.closeNotifications();
    await window.explorerContext('dead', 'Publish Folder to Wiki');
    const plan = new PlanView(window.screen);
    await plan.publish();
    await window.quickPick(/^Create the pages?$/);
    await window.notification('All 2 pages were published.');
    await plan.row(/^dead\/one\.md published · Dead One · 1 link doesn’t work in the wiki\.$/);
    await plan.click('dead/one.md');
    await window.activeTab('one.md');
    await window.statusItem('status.editor.selection', /^Ln 8, Col 5/);
    await plan.clickTitle('Clear');
    await plan.gone();
  });

  it('says the whole of a sentence that is longer than a line', async () => {
    const { window } = stage;
    await window.closeNotifications();
    await window.newUntitled('# Draft');
    await window.command('Compare with Last Published');
    const text =
      /^Untitled-1 has not been published from here yet, so there is nothing to compare it with\.$/;
    // It fades in
    await window.screen.until('the notification', async () =>
      (await window.notifications()).some(({ message }) => text.test(message)),
    );
    const said = await window.notification('has not been published from here yet');
    assert.deepEqual(said.buttons, ['OK']);
    // One that is cut is wider than what shows it
    const message = `document.querySelector('.notification-list-item-message')`;
    assert.ok(await window.page.evaluate<boolean>(`${message}.scrollWidth <= ${message}.clientWidth`));
    await window.screenshot('whole-message');
    await said.click('OK');
    await window.screen.until('no notification', async () => (await window.notifications()).length === 0);
  });
});

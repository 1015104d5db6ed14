import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PlanView } from '../host/planView.js';
import { onStage } from './stage.js';
import { enterNewToken, guides, inGuides } from './steps.js';

const target = inGuides();
const named = '---\nwiki:\n  space: "1001"\n  parent: "100102"\n---\n\n';
const page = (title: string): string => `# ${title}\n\nText.\n`;

describe('Destinations that only this computer knows', () => {
  const stage = onStage({
    files: {
      'mine/one.md': page('Mine One'),
      'mine/two.md': page('Mine Two'),
      'mine/three.md': `${target}${page('Mine Three')}`,
      'alone.md': page('Alone'),
      'open-one/page.md': `${target}${page('open-one')}`,
      'open-two/page.md': `${target}${page('open-two')}`,
      'open-three/page.md': page('open-three'),
    },
    userSettings: { 'publishToWiki.space': guides.space, 'publishToWiki.parent': guides.parent },
  });
  const plan = (): PlanView => new PlanView(stage.window.screen);
  const file = (name: string): string => path.join(stage.folder, name);

  before(() => enterNewToken(stage.window, stage.wiki));

  beforeEach(() => stage.window.closeNotifications());

  it('are offered to be saved once, after the first publish of a file', async () => {
    const { window } = stage;
    await window.openFile('alone.md');
    await window.command('Publish to Wiki');
    await window.quickTitle('Publish to Wiki');
    await window.accept();
    const first = await window.notification('“Alone” was published.');
    assert.deepEqual(first.buttons, ['Open in Wiki', 'Copy Message', 'Save Destination']);
    await window.closeNotifications();
    await window.editor.typeAt('last', 'More.');
    await window.command('Publish to Wiki');
    await window.quickTitle('Publish to Wiki');
    await window.accept();
    const second = await window.notification('“Alone” was published.');
    assert.deepEqual(second.buttons, ['Open in Wiki', 'Copy Message']);
    await window.editor.save();
  });

  it('are told of in a plan, and saved for everyone at once where the person wants that', async () => {
    const { window } = stage;
    await window.explorerContext('mine', 'Publish Folder to Wiki');
    await plan().says('3 will be published');
    assert.match(
      await plan().tooltip('mine/one.md'),
      /Only this computer knows where it goes: CI would not\.$/,
    );
    assert.doesNotMatch(await plan().tooltip('mine/three.md'), /Only this computer/);
    await plan().publish();
    await window.quickPick(/^Create the pages?$/);
    const done = await window.notification('All 3 pages were published.');
    assert.deepEqual(done.buttons, ['Show Report', 'Save Destination']);
    await window.screenshot('save-targets');
    await done.click('Save Destination');
    await window.statusMessage('The destinations of 2 files were saved to their front matter.');
    assert.deepEqual(
      await Promise.all(['one', 'two', 'three'].map((name) => readFile(file(`mine/${name}.md`), 'utf8'))),
      [`${named}# Mine One\n\nText.\n`, `${named}# Mine Two\n\nText.\n`, `${target}${page('Mine Three')}`],
    );
    await plan().clickTitle('Clear');
    await plan().gone();
    await window.explorerContext('mine', 'Publish Folder to Wiki');
    await plan().says('0 will be published');
    await plan().shows(/^Unchanged 3$/);
    await plan().clickTitle('Clear');
  });

  it('blocks the files of a folder that is closed, publishes the others and saves their targets where a setting says so', async () => {
    const { window, wiki } = stage;
    const [one, two, three] = ['open-one', 'open-two', 'open-three'].map((name) =>
      path.join(stage.folder, name),
    );
    const workspace = path.join(stage.folder, 'several.code-workspace');
    const open = (...folders: readonly (string | undefined)[]): Promise<void> =>
      writeFile(
        workspace,
        JSON.stringify({
          folders: folders.map((each) => ({ path: each })),
          settings: { 'publishToWiki.saveTarget': 'always' },
        }),
      );
    await open(one, two, three);
    await window.openWorkspace(workspace);
    await window.command('Publish Folder…');
    await plan().says('3 will be published');
    await open(one, three);
    await plan().says('2 will be published, 1 blocked');
    const closed = await plan().row(/^open-two\/page\.md Blocked · Its folder is no longer open\./);
    assert.equal(closed.checked, undefined);
    await window.screenshot('plan-closed-folder');
    await plan().publish();
    await window.quickPick(/^Create the pages?$/);
    await window.quickTitle('API Token for Team Wiki');
    await window.quickType(await wiki.createToken());
    await window.accept();
    const done = await window.notification(/^All 2 pages were published\./);
    assert.deepEqual(done.buttons, ['Show Report']);
    assert.equal(wiki.pages.findPage(guides.space, guides.parent, 'open-two'), undefined);
    assert.equal(
      await readFile(file('open-three/page.md'), 'utf8'),
      '---\nwiki:\n  space: "1001"\n  parent: "100102"\n---\n\n# open-three\n\nText.\n',
    );
  });
});

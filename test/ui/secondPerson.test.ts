import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PlanView } from '../host/planView.js';
import { onStage } from './stage.js';
import {
  answerList,
  answerPlace,
  changeUserSettings,
  enterNewToken,
  enterPlatformToken,
  guides,
  inGuides,
  savedByHand,
} from './steps.js';

const names = ['One', 'Two', 'Three'];
const page = (title: string): string => `${inGuides()}# ${title}\n\nAbout ${title}.\n`;
const isThere = (title: string): RegExp =>
  new RegExp(`“${title}” is in the wiki already\\. It was changed last by “Mara Lind” today at `);

describe('The second person of a team', () => {
  const stage = onStage({
    persistentSecrets: true,
    files: {
      ...Object.fromEntries(names.map((name) => [`docs/${name}.md`, page(name)])),
      'plain.md': '# Plain\n\nText.\n',
    },
    userSettings: savedByHand,
  });

  before(async () => {
    const { wiki, window, folder } = stage;
    const git = (...args: readonly string[]): Buffer => execFileSync('git', args, { cwd: folder });
    git('init', '--quiet', '--initial-branch', 'main');
    git('remote', 'add', 'origin', 'https://git.example/team/docs.git');
    await enterNewToken(window, wiki);
    for (const title of names) {
      const { space: spaceId, parent: parentId } = guides;
      wiki.pages.createPage({ spaceId, parentId, title, content: 'A colleague published this.' });
      wiki.pages.edit(at(title), { content: 'Mara was here.' });
    }
  });

  const at = (title: string) =>
    stage.wiki.pages.findPage(guides.space, guides.parent, title) ?? assert.fail(`There is no ${title}.`);
  const plan = (): PlanView => new PlanView(stage.window.screen);
  const publish = async (name: string): Promise<void> => {
    await stage.window.openFile(name);
    await stage.window.command('Publish to Wiki');
  };
  const isUntouched = (): void =>
    assert.deepEqual(new Set(names.map((title) => at(title).content)), new Set(['Mara was here.']));

  it('without a platform token reads that an edit can’t be told, and is led to the page, not to a second one', async () => {
    const { window } = stage;
    await publish('docs/One.md');
    const told = await window.notification(
      /In a shared repository, it most likely is the page of this file\./,
    );
    assert.match(told.message, /Without a platform token, an edit in the wiki can’t be told\./);
    assert.deepEqual(told.buttons, ['Open in Wiki', 'Replace Page', 'Change Title…']);
    await window.screenshot('second-person-alone-without-token');
    await window.closeNotifications();
    await window.explorerContext('docs', 'Publish Folder as Wiki Pages…');
    await plan().says('“docs”: 3 pages will be published.');
    await plan().publish();
    const rows = await window.quick.rowsOnce((all) => all.length === 2);
    assert.deepEqual(
      rows.map(({ label }) => label),
      ['Leave the pages as they are', 'Replace the pages'],
    );
    assert.match(rows[1]?.detail ?? '', /^Without a platform token, an edit in the wiki can’t be told\. /);
    await window.screenshot('second-person-folder-without-token');
    await window.escape();
    await plan().more('Clear');
    await plan().gone();
    isUntouched();
  });

  it('with one reads who changed the page last, alone and by folder, before anything is replaced', async () => {
    const { window, wiki } = stage;
    await enterPlatformToken(window, wiki);
    await publish('docs/One.md');
    const asked = await window.dialog();
    assert.match(asked.message + asked.detail, isThere('One'));
    assert.deepEqual(asked.buttons.includes('Change Title…'), false);
    await window.screenshot('second-person-alone');
    await asked.click('Cancel');
    await window.explorerContext('docs', 'Publish Folder as Wiki Pages…');
    await plan().says('“docs”: 3 pages will be published.');
    await plan().publish();
    const rows = await window.quick.rowsOnce((all) => all.length === 5);
    assert.deepEqual(
      rows.slice(0, 2).map(({ label }) => label),
      ['Leave Out', 'Replace the pages'],
    );
    assert.match(rows.map(({ detail }) => detail).join('\n'), isThere('Three'));
    await window.screenshot('second-person-folder');
    await window.quickPick('Replace the pages');
    await window.notification('3 pages were published.');
    assert.match(at('Two').content, /About Two/);
    await plan().more('Clear');
  });

  it('is offered to look at the page where the settings ask to replace pages, and not to create it', async () => {
    const { window, wiki, folder } = stage;
    await changeUserSettings(stage, { 'publishToWiki.overwrite': true });
    wiki.pages.createPage({
      spaceId: guides.space,
      parentId: guides.parent,
      title: 'Four',
      content: 'Theirs.',
    });
    wiki.pages.edit(at('Four'), { content: 'Mara was here.' });
    await writeFile(path.join(folder, 'four.md'), page('Four'));
    await publish('four.md');
    await window.quickTitle('Publish to Wiki');
    const rows = await window.quick.rowsOnce((all) => all.some(({ label }) => label.includes('Look at')));
    assert.match(rows[0]?.label ?? '', /Look at the page first: “Four” under /);
    assert.match(rows[1]?.detail ?? '', isThere('Four'));
    await window.screenshot('second-person-list');
    const asked = wiki.lookups.filter((lookup) => lookup.path.includes('title=Four'));
    assert.equal(asked.length, 1, 'the flow and its prompt ask together');
    await window.quickPick(/Replace the page: /);
    await window.notification('“Four” was published.');
    assert.match(at('Four').content, /About Four/);
    await changeUserSettings(stage, { 'publishToWiki.overwrite': false });
  });

  it('reads which page stays where another parent is chosen for a file that has one', async () => {
    const { window } = stage;
    await publish('plain.md');
    await answerList(window, guides);
    await window.notification('“Plain” was published.');
    await window.closeNotifications();
    await window.editor.typeAt('last', 'More.\n');
    await window.editor.save();
    await window.command('Publish to Wiki');
    await window.quickPick('Under Another Page…');
    await answerPlace(window, { ...guides, parent: '100103' });
    const rows = await window.quick.rowsOnce(([row]) => row?.label.startsWith('Create') === true);
    assert.match(rows[0]?.label ?? '', /^Create a second page: “Plain” under /);
    assert.match(rows[0]?.detail ?? '', /^The page under .* stays in the wiki/);
    await window.screenshot('second-page');
    await window.escape();
  });

  it('reads the same in the plan of a folder, before a second page is made', async () => {
    const { window, folder } = stage;
    await writeFile(path.join(folder, 'docs', 'Three.md'), page('Three').replace(guides.parent, '100103'));
    await window.explorerContext('docs', 'Publish Folder as Wiki Pages…');
    await plan().clickInline('docs/Three.md', 'Resolve…');
    const rows = await window.quick.rowsOnce((all) => all.some(({ label }) => label.includes('second page')));
    const second = rows.find(({ label }) => label.includes('second page'));
    assert.match(second?.detail ?? '', /^The old one stays in the wiki\./);
    await window.screenshot('second-page-folder');
    await window.escape();
    await writeFile(path.join(folder, 'docs', 'Three.md'), page('Three'));
    await plan().more('Clear');
    await plan().gone();
  });

  it('can publish a folder while the plan of before a reload is being made again', async () => {
    const { window, wiki, folder } = stage;
    await writeFile(path.join(folder, 'docs', 'Two.md'), page('Two').replace('About', 'More about'));
    await window.explorerContext('docs', 'Publish Folder as Wiki Pages…');
    await plan().says('“docs”: 1 page will be published.');
    await window.stored(/docs/);
    const told = Promise.withResolvers<undefined>();
    wiki.spoilLookups(() => ({ until: told.promise }));
    await window.reload();
    await window.explorerContext('docs', 'Publish Folder as Wiki Pages…');
    await window.screenshot('plan-made-again');
    wiki.spoilLookups(undefined);
    told.resolve(undefined);
    await plan().says('“docs”: 1 page will be published.');
    await window.screen.until('no notification', async () => (await window.notifications()).length === 0);
  });
});

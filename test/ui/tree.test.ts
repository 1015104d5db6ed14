import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { QuickRow } from '../host/quickInput.js';
import { WikiView } from '../host/wikiView.js';
import { onStage } from './stage.js';
import { enterNewToken, enterPlatformToken, guides } from './steps.js';

const page = (title: string): string => `# ${title}\n\nAbout ${title}.\n`;

describe('A folder as a tree', () => {
  const stage = onStage({
    files: {
      'docs/README.md': page('Handbook'),
      'docs/start.md': page('First Steps'),
      'docs/api/index.md': page('API'),
      'docs/api/auth.md': page('Signing In'),
      'docs/api/errors/codes.md': page('Error Codes'),
      'docs/how-to/deploy.md': page('Deploy'),
      'docs/how-to/fixes/rollback.md': page('Roll Back'),
      'manual/install/linux.md': page('Linux'),
      'manual/install/[mac] os/brew.md': '---\ntitle: With *Brew*\n---\nAbout it.\n',
      'manual/install/[mac] os/port.md': page('With Ports'),
      'manual/intro.md': page('Intro'),
    },
    userSettings: {
      'publishToWiki.space': guides.space,
      'publishToWiki.parent': guides.parent,
      'publishToWiki.folders': { docs: 'tree', manual: { layout: 'fullTree' } },
    },
  });

  before(() => enterNewToken(stage.window, stage.wiki));
  beforeEach(() => stage.window.closeNotifications());

  /** The title above each page that was made. */
  const above = (): Record<string, string | undefined> => {
    const { pages } = stage.wiki;
    const made = pages.pages.filter(({ id }) => Number(id) > 200_000);
    return Object.fromEntries(
      made.map(({ title, parentId }) => [title, pages.page(parentId ?? '')?.title] as const),
    );
  };
  const isNamed = (rows: readonly QuickRow[]): boolean =>
    rows.every(({ description }) => !description.endsWith(' / 100102'));
  const plan = async (isShown = isNamed): Promise<readonly (readonly string[])[]> => {
    const { window } = stage;
    await window.explorerContext('docs', 'Publish Folder to Wiki');
    await window.quickTitle(/^Publish Folder to Wiki: /);
    const rows = await window.quick.rowsOnce(isShown);
    return rows.map(({ label, description, detail }) => [label, description, detail]);
  };

  it('says before anything is sent that it needs a platform token', async () => {
    const rows = await plan(() => true);
    assert.deepEqual(
      rows.find(([label]) => label === 'docs/api/auth.md'),
      [
        'docs/api/auth.md',
        'Signing In',
        'Set a platform token, then publish again: it goes under docs/api/index.md, whose page is found with one.',
      ],
    );
    await stage.window.screenshot('tree-no-token');
    await stage.window.escape();
    // The settings say where pages go, and none is there yet
    const view = new WikiView(stage.window.screen);
    await view.open();
    assert.match(await view.welcome(), /^No file in this folder has a page yet\./);
    assert.equal(stage.wiki.lookups.length, 0);
  });

  it('shows its places in the plan, and has them in the wiki', async () => {
    const { window, wiki } = stage;
    await enterPlatformToken(window, wiki);
    const places = (await plan()).map(([label, description]) => [label, description]);
    assert.deepEqual(places, [
      ['All of these', ''],
      ['docs/README.md', 'Handbook → Guides in Product Documentation'],
      ['docs/api/auth.md', 'Signing In → under docs/api/index.md'],
      ['docs/api/errors/codes.md', 'Error Codes → under docs/api/index.md'],
      ['docs/api/index.md', 'API → under docs/README.md'],
      ['docs/how-to/deploy.md', 'Deploy → under docs/README.md'],
      ['docs/how-to/fixes/rollback.md', 'Roll Back → under docs/README.md'],
      ['docs/start.md', 'First Steps → under docs/README.md'],
    ]);
    await window.screenshot('tree-plan');
    await window.accept();
    await window.quickPick('Stop if the page exists');
    const done = await window.notification('All 7 pages were published.');
    assert.deepEqual(above(), {
      Handbook: 'Guides',
      API: 'Handbook',
      'First Steps': 'Handbook',
      Deploy: 'Handbook',
      'Roll Back': 'Handbook',
      'Signing In': 'API',
      'Error Codes': 'API',
    });
    await done.click('Show Report');
    await window.preview(/^Publish Report, /);
    await window.screenshot('tree-report');
    assert.equal(wiki.requests.length, 7);
  });

  it('makes a page of a folder that has none where the setting says so', async () => {
    const { window } = stage;
    await window.explorerContext('manual', 'Publish Folder to Wiki');
    await window.quickTitle('Publish Folder to Wiki: 6 new');
    const rows = await window.quick.rowsOnce(isNamed);
    assert.deepEqual(
      rows.map(({ label, description }) => [label, description]),
      [
        ['All of these', ''],
        ['manual/install/', 'install → Guides in Product Documentation'],
        ['manual/install/[mac] os/', '[mac] os → under manual/install/'],
        ['manual/install/[mac] os/brew.md', 'With *Brew* → under manual/install/[mac] os/'],
        ['manual/install/[mac] os/port.md', 'With Ports → under manual/install/[mac] os/'],
        ['manual/install/linux.md', 'Linux → under manual/install/'],
        ['manual/intro.md', 'Intro → Guides in Product Documentation'],
      ],
    );
    await window.accept();
    await window.quickPick('Stop if the page exists');
    await window.notification('All 6 pages were published.');
    assert.deepEqual([above().Linux, above()['With *Brew*']], ['install', '[mac] os']);
    await window.closeNotifications();
    await window.command('Publish Changed Files');
    await window.notification('Nothing has changed since it was published.');
  });

  it('has a changed page of a folder, in the view, when a file of it becomes a page of its own', async () => {
    const { window, folder } = stage;
    const view = new WikiView(window.screen);
    await view.showFiles(false);
    await writeFile(path.join(folder, 'manual/install/draft.md'), page('Draft'));
    // The draft would be listed, were it published too
    await view.row(/^install Changed/);
    await rm(path.join(folder, 'manual/install/draft.md'));
    await view.row(/^install Published/);
    const index = path.join(folder, 'manual/install/[mac] os/index.md');
    await writeFile(index, page('Mac'));
    await view.row(/^install Changed/);
    await rm(index);
    await view.row(/^install Published/);
  });
});

import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { QuickRow } from '../host/quickInput.js';
import { WikiView } from '../host/wikiView.js';
import { said } from './said.js';
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

  it('publishes no file alone whose page above is not there', async () => {
    const { window, wiki } = stage;
    await enterPlatformToken(window, wiki);
    await window.openFile('docs/start.md');
    await window.command('Publish to Wiki');
    const text = 'It goes under docs/README.md, which was not published. Publish that too.';
    await said(window, text, 'error', ['Show Message']);
    await window.command('Copy as curl');
    await said(window, text, 'error', ['Show Message']);
    assert.equal(wiki.requests.length, 0);
  });

  it('shows its places in the plan, and has them in the wiki', async () => {
    const { window, wiki } = stage;
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

  it('takes a file that is published alone where it belongs', async () => {
    const { window, folder } = stage;
    await writeFile(path.join(folder, 'docs/api/limits.md'), page('Limits'));
    await window.openFile('docs/api/limits.md');
    await window.command('Publish to Wiki');
    await window.quickTitle('Publish to Wiki');
    await window.quick.rowsOnce(([row]) =>
      /“Limits” (to|→) API in Product Documentation/.test(row?.label ?? ''),
    );
    await window.accept();
    await window.notification('“Limits” was published.');
    assert.equal(above().Limits, 'API');
  });

  it('makes a page of a folder that has none where the setting says so', async () => {
    const { window, wiki } = stage;
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
    const places = above();
    assert.deepEqual(
      ['Intro', 'install', 'Linux', '[mac] os', 'With *Brew*', 'With Ports'].map((title) => places[title]),
      ['Guides', 'Guides', 'install', 'install', '[mac] os', '[mac] os'],
    );
    const text = (title: string) => wiki.pages.pages.find((each) => each.title === title)?.content;
    assert.equal(text('install'), '- \\[mac\\] os\n- Linux\n');
    assert.equal(text('[mac] os'), '- With \\*Brew\\*\n- With Ports\n');
    await window.closeNotifications();
    await window.command('Publish Changed Files');
    await window.notification('Nothing has changed since it was published.');
    // A draft that is left out is not named in the wiki
    await window.closeNotifications();
    await writeFile(path.join(stage.folder, 'manual/install/draft.md'), page('Draft'));
    await window.explorerContext('manual', 'Publish Folder to Wiki');
    await window.quickTitle('Publish Folder to Wiki: 1 new, 1 changed, 5 unchanged');
    await window.quickPick(/draft\.md$/);
    const before = wiki.requests.length;
    await window.accept();
    await window.notification(/published\.$/);
    assert.equal(wiki.requests.length, before + 1);
    assert.equal(text('install'), '- \\[mac\\] os\n- Linux\n');
  });

  it('has a changed page of a folder, in the view, when a file of it becomes a page of its own', async () => {
    const { window, folder } = stage;
    const view = new WikiView(window.screen);
    await view.showFiles(false);
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

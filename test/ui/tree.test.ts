import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PlanView } from '../host/planView.js';
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
  const plan = (): PlanView => new PlanView(stage.window.screen);
  const begin = (folder: string): Promise<void> =>
    stage.window.explorerContext(folder, 'Publish Folder to Wiki');

  it('says before anything is sent that it needs a platform token', async () => {
    await begin('docs');
    await plan().row(
      /^docs\/api\/auth\.md Blocked · Set a platform token, then publish again: it goes under docs\/api\/index\.md, whose page is found with one\.$/,
    );
    await stage.window.screenshot('tree-no-token');
    await plan().clickTitle('Clear');
    await plan().gone();
    // The settings say where pages go, and none is there yet
    const view = new WikiView(stage.window.screen);
    await view.open();
    assert.match(await view.welcome(), /^No file in this folder has a page yet\./);
    assert.equal(stage.wiki.lookups.length, 0);
  });

  it('shows its places in the plan, and has them in the wiki', async () => {
    const { window, wiki } = stage;
    await enterPlatformToken(window, wiki);
    await begin('docs');
    await plan().maximize(true);
    await plan().shows(
      /^New 7$/,
      /^docs\/README\.md New · Handbook → Guides in Product Documentation$/,
      /^docs\/api\/index\.md New · API → under docs\/README\.md$/,
      /^docs\/api\/auth\.md New · Signing In → under docs\/api\/index\.md$/,
      /^docs\/api\/errors\/codes\.md New · Error Codes → under docs\/api\/index\.md$/,
      /^docs\/how-to\/deploy\.md New · Deploy → under docs\/README\.md$/,
      /^docs\/how-to\/fixes\/rollback\.md New · Roll Back → under docs\/README\.md$/,
      /^docs\/start\.md New · First Steps → under docs\/README\.md$/,
    );
    const levels = (await plan().rows()).map(({ level }) => level);
    assert.deepEqual(levels, [1, 2, 3, 4, 4, 3, 3, 3]);
    // What goes under a page that is not published has its reason
    await plan().toggle('docs/api/index.md');
    await plan().row(
      /^docs\/api\/auth\.md .* · It goes under docs\/api\/index\.md, which was not published\. Publish that too\.$/,
    );
    await plan().toggle('docs/api/index.md');
    await plan().row(/^docs\/api\/auth\.md New · Signing In → under docs\/api\/index\.md$/);
    await window.screenshot('tree-plan');
    await plan().maximize(false);
    await plan().focus();
    await plan().publish();
    await window.quickPick(/^Create the pages?$/);
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
    await window.activeTab(/^Publish Report, /);
    assert.match(await window.editor.text(), /Handbook → Guides in Product Documentation\n {6}https?:/);
    await window.screenshot('tree-report');
    assert.equal(wiki.requests.length, 7);
  });

  it('makes a page of a folder that has none where the setting says so', async () => {
    const { window } = stage;
    await begin('manual');
    await plan().says('6 will be published');
    await plan().shows(
      /^New 6$/,
      /^manual\/install\/ New · install → Guides in Product Documentation$/,
      /^manual\/install\/\[mac\] os\/ New · \[mac\] os → under manual\/install\/$/,
      /^manual\/install\/\[mac\] os\/brew\.md New · With \*Brew\* → under manual\/install\/\[mac\] os\/$/,
      /^manual\/install\/\[mac\] os\/port\.md New · With Ports → under manual\/install\/\[mac\] os\/$/,
      /^manual\/install\/linux\.md New · Linux → under manual\/install\/$/,
      /^manual\/intro\.md New · Intro → Guides in Product Documentation$/,
    );
    await plan().publish();
    await window.quickPick(/^Create the pages?$/);
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
    // Each page is under the one that it is under in the wiki
    const { level } = await view.row('Linux');
    assert.equal(level, (await view.row('install')).level + 1);
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

  it('tells in the view that a file waits for the page above, until that is published', async () => {
    const { window, folder } = stage;
    const view = new WikiView(window.screen);
    await writeFile(path.join(folder, 'docs/how-to/backup.md'), page('Back Up'));
    await view.row(/^Back Up New/);
    await writeFile(path.join(folder, 'docs/how-to/index.md'), page('How To'));
    await view.row(/^Back Up Blocked/);
    await view.clickInline('How To', 'Publish to Wiki');
    await window.quickPick(/^Publish “How To” to /);
    await window.notification('“How To” was published.');
    await view.row(/^Back Up New/);
  });
});

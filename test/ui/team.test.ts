import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { programFile } from '../cli/terminal.js';
import { removeFolder, temporaryFolder } from '../host/folders.js';
import { runGit } from '../host/git.js';
import { PlanView } from '../host/planView.js';
import type { Window } from '../host/window.js';
import { WikiView } from '../host/wikiView.js';
import { onStage } from './stage.js';
import { changeUserSettings, enterPlatformToken, guides, inGuides, savedByHand } from './steps.js';

const titles = ['One', 'Two', 'Three'];
const page = (title: string, text: string): string => `${inGuides()}# ${title}\n\n${text}\n`;

describe('A team', () => {
  const stage = onStage({
    connected: false,
    counted: true,
    wiki: { importsAsApp: true },
    userSettings: savedByHand,
    files: {
      ...Object.fromEntries(titles.map((title) => [`${title}.md`, page(title, 'A tpyo.')])),
      '.vscode/settings.json': JSON.stringify({ 'publishToWiki.overwrite': true }),
    },
  });
  let checkout: string;

  const content = (title: string) =>
    stage.wiki.pages.findPage(guides.space, guides.parent, title)?.content ?? assert.fail(title);
  const plan = (): PlanView => new PlanView(stage.window.screen);

  /** Publishes all files of a checkout, as a job of CI does. */
  async function runJob(): Promise<void> {
    const { wiki } = stage;
    const environment = {
      PATH: process.env.PATH,
      HOME: checkout,
      WIKI_IMPORT_ENDPOINT: wiki.importEndpoint,
      WIKI_API_TOKEN: await wiki.createToken(),
      WIKI_SITE: wiki.origin,
      WIKI_PLATFORM_TOKEN: wiki.platformToken,
      WIKI_ALLOWED_SPACES: guides.space,
    };
    const program = [programFile, 'publish', '--state', '.wiki'];
    await promisify(execFile)(process.execPath, program, { cwd: checkout, env: environment });
  }

  before(async () => {
    runGit(stage.folder, 'init', '--quiet', '--initial-branch', 'main');
    runGit(stage.folder, 'add', '--all');
    runGit(stage.folder, 'commit', '--quiet', '--message', 'First');
    runGit(stage.folder, 'remote', 'add', 'origin', 'https://git.example/team/docs.git');
    checkout = await temporaryFolder('checkout');
    runGit(checkout, 'clone', '--quiet', stage.folder, '.');
    await runJob();
  });
  after(() => removeFolder(checkout));

  it('has a second person, whose mended typo is on its page after one question', async () => {
    const { window, wiki } = stage;
    const before = window.actions.length;
    await window.openFromExplorer('One.md');
    await window.page.locator('.view-line', { hasText: 'A tpyo.' }).getByText('tpyo').dblclick();
    await window.page.keyboard.insertText('typo');
    await window.clickEditorTitle('Publish to Wiki');
    await window.quickTitle('Connect to a Wiki');
    await window.quickType(`${wiki.importEndpoint} ${await wiki.createToken()}`);
    await window.accept();
    const rows = await window.quick.rowsOnce((all) => all.some(({ label }) => label.startsWith('Create or')));
    assert.match(rows[1]?.detail ?? '', /^Without a platform token, an edit in the wiki can’t be told\. /);
    await window.screenshot('team-joining');
    await window.quickPick(/^Create or replace it: “One”/);
    await window.notification('“One” was published.');
    // The editor keeps it for itself that a word was typed, which makes eight
    assert.equal(window.actions.slice(before).join(', '), 'click, click, click, click, text, Enter, click');
    assert.match(content('One'), /A typo\./);
  });

  it('has CI, whose run changes no row of an editor to one that was changed in the wiki', async () => {
    const { window, wiki, folder } = stage;
    await window.editor.save();
    await enterPlatformToken(window, wiki);
    await showPlan();
    await plan().clickInline('Needs a Decision', 'Resolve…');
    const rows = await window.quick.rowsOnce((all) => all.length === 4);
    assert.match(
      rows[2]?.detail ?? '',
      /^“Three” is in the wiki already\. It was published last today at [^.]*, and not edited since\.$/,
    );
    await window.screenshot('team-joining-folder');
    await window.quickPick('Update the pages');
    await plan().says(/2 pages will be published/);
    await plan().publish();
    await window.notification('2 pages were published.');
    await plan().more('Clear');
    await plan().gone();
    for (const title of titles) {
      await writeFile(path.join(checkout, `${title}.md`), page(title, 'From a colleague.'));
    }
    runGit(checkout, 'commit', '--quiet', '--all', '--message', 'Second');
    await runJob();
    assert.match(content('Two'), /From a colleague\./);
    runGit(folder, 'checkout', '--quiet', '--', '.');
    runGit(folder, 'pull', '--quiet', checkout, 'main');
    await showPlan();
    await plan().says(/3 pages will be published/);
    await window.screenshot('team-after-ci');
    const planned = await plan().rowsOnce(
      (rows) => rows.filter(({ level }) => level === 1).map(({ text }) => text),
      ['Changed 3', 'Left Out 2'],
    );
    const view = new WikiView(window.screen);
    await view.open();
    const pages = await view.shows(/^Product/, /^Guides/, /^One Changed/, /^Three Changed/, /^Two Changed/);
    await window.screenshot('team-after-ci-wiki-view');
    const spoken = [...planned, ...pages].map((row) => row.spoken).join('\n');
    assert.doesNotMatch(spoken, /in the wiki/i);
    await plan().more('Clear');
  });

  it('has worktrees, whose pages are asked about once', async () => {
    const { window, wiki, folder } = stage;
    const tree = path.join(checkout, '.tree');
    runGit(folder, 'worktree', 'add', '--quiet', '-b', 'topic', tree);
    const other = await window.another({ folder: tree });
    const publishOne = async (at: Window, text: string): Promise<void> => {
      await writeFile(path.join(at === window ? folder : tree, 'One.md'), page('One', text));
      await at.openFile('One.md');
      await at.command('Publish Again');
    };
    await publishOne(other, 'In the worktree.');
    await other.quickTitle(/^API Token for/);
    await other.quickType(await wiki.createToken());
    await other.accept();
    await other.quick.asks(`It was published last from ${path.join(folder, 'One.md')}`);
    assert.match((await other.quickRows())[0]?.label ?? '', /^Leave the page as it is: “One”/);
    await other.screenshot('team-worktree');
    await other.quickPick(/^Replace the page: “One”/);
    await other.notification('“One” was published.');
    for (const [at, text] of [
      [window, 'In the first folder.'],
      [other, 'In the worktree again.'],
      [window, 'In the first folder again.'],
    ] as const) {
      await at.closeNotifications();
      await publishOne(at, text);
      await at.notification('“One” was published.');
      assert.ok(content('One').includes(text));
    }
    await other.close();
  });

  it('has a wiki that moves, and keeps its pages in five actions', async () => {
    const { window, wiki } = stage;
    await window.openFile('One.md');
    await window.editor.typeAt('last', 'More.');
    await window.editor.save();
    const endpoint = wiki.importEndpoint.replace('127.0.0.1', 'localhost');
    await changeUserSettings(stage, { 'publishToWiki.connections': [{ name: '127.0.0.1', endpoint }] });
    const before = window.actions.length;
    const offer = await window.dialog();
    await offer.click('Take Over Pages');
    await window.openFromExplorer('One.md');
    await window.clickEditorTitle('Publish to Wiki');
    await window.quickTitle(/^API Token for/);
    await window.quickType(await wiki.createToken());
    await window.accept();
    await window.screen.until('the page', () => Promise.resolve(content('One').includes('More.')));
    assert.equal(window.actions.slice(before).join(', '), 'click, click, click, text, Enter');
    assert.match(String(wiki.requests.at(-1)?.headers.host), /^localhost:/);
    assert.equal(wiki.pages.pages.filter(({ title }) => title === 'One').length, 1);
  });

  async function showPlan(): Promise<void> {
    const { window } = stage;
    await window.command('Publish Folder as Wiki Pages…');
    await window.quickTitle('Publish Folder');
    await window.accept();
    await plan().says(/./);
  }
});

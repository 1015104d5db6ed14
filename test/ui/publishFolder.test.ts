import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PlanView } from '../host/planView.js';
import { probe } from './probe.js';
import { onStage } from './stage.js';
import { answerPlace, changeUserSettings, enterNewToken, guides } from './steps.js';
import { ToolCalls } from './toolCalls.js';

const target = `---\nwiki:\n  space: '${guides.space}'\n  parent: '${guides.parent}'\n---\n`;
const page = (title: string): string => `${target}# ${title}\n\nAbout ${title}.\n`;

/** What saves that destination where there was no front matter. */
const saved = '---\nwiki:\n  space: "1001"\n  parent: "100102"\n---\n\n';
const most = 8;

describe('Publishing a folder', () => {
  const stage = onStage({
    counted: true,
    persistentSecrets: true,
    neighbours: [probe],
    // The Explorer would select the file of an editor alone once more, whenever that has opened
    userSettings: { 'explorer.autoReveal': false, 'workbench.editor.useModal': 'off' },
    files: {
      '.wikiignore': 'drafts/\nnotes.md\n',
      'one.md': page('One'),
      'two.md': page('Two'),
      'notes.md': page('Notes'),
      'guides/install.md': page('Install'),
      'guides/usage.md': page('Use'),
      'guides/deep/limits.md': page('Limits'),
      'guides/drafts/secret.md': page('Secret'),
      'guides/setup.md': page('Setup'),
      'guides/again.md': page('setup'),
      'guides/nowhere.md': '# Nowhere\n\nNo target.\n',
      'guides/node_modules/x/readme.md': page('Read me'),
      '.gitignore': 'build/\n/.vscode\n',
      '.vscode/settings.json': JSON.stringify({
        'files.exclude': { '**/old': true },
        'publishToWiki.folders': { book: 'fullTree' },
      }),
      'book/index.md': page('Book'),
      'book/chapter.md': '# Chapter\n\nText.\n',
      'guides/build/index.md': page('Built'),
      'guides/old/index.md': page('Old'),
      ...Object.fromEntries([1, 2, 3, 4, 5].map((name) => [`rest/rest${name}.md`, page(`rest ${name}`)])),
      ...Object.fromEntries(
        ['index', 'setup', 'release'].map((name) => [`docs/${name}.md`, `# The ${name}\n\nText.\n`]),
      ),
      ...Object.fromEntries(
        Array.from({ length: 20 }, (_, at) => [`many/page${at}.md`, page(`Many ${at}`)] as const),
      ),
      'many/broken.md': page('Broken').replace('About', '\0'),
      'open-one/page.md': page('open-one'),
      'open-two/page.md': page('open-two'),
      'open-three/page.md': '# open-three\n\nText.\n',
    },
  });

  before(() => enterNewToken(stage.window, stage.wiki));

  const titles = (from: number): string[] =>
    stage.wiki.requests
      .slice(from)
      .map(({ body }) => (JSON.parse(body.toString()) as { pageTitle: string }).pageTitle)
      .sort();
  const onDisk = (name: string): Promise<string> => readFile(path.join(stage.folder, name), 'utf8');
  const plan = (): PlanView => new PlanView(stage.window.screen);
  const begin = (folder: string): Promise<void> =>
    stage.window.explorerContext(folder, 'Publish Folder as Wiki Pages…');
  const clear = async (): Promise<void> => {
    await plan().more('Clear');
    await plan().gone();
  };
  /** Publishes what is checked, and leaves alone the pages that are there. */
  const publish = async (): Promise<void> => {
    await plan().publish();
    await stage.window.quickPick(/^Leave the pages? as /);
  };

  it('shows the plan first: file, title, target, what it is, and why it is blocked', async () => {
    const { window } = stage;
    await begin('guides');
    await plan().says(
      '“guides”: 1 file has no destination yet. 2 files need a decision. 3 pages will be published.',
    );
    await plan().maximize(true);
    await plan().click('Left Out');
    await plan().shows(
      /^Needs a Decision 2$/,
      /^guides\/again\.md “guides\/setup\.md” has the same title under the same parent page\.$/,
      /^guides\/setup\.md “guides\/again\.md” has the same title under the same parent page\.$/,
      /^No Destination 1$/,
      /^guides\/nowhere\.md Nowhere$/,
      /^New 3$/,
      /^guides\/deep\/limits\.md Limits → page 100102 in space 1001$/,
      /^guides\/install\.md Install → page 100102 in space 1001$/,
      /^guides\/usage\.md Use → page 100102 in space 1001$/,
      /^Left Out 4$/,
      /^guides\/build\/ \.gitignore$/,
      /^guides\/drafts\/ \.wikiignore$/,
      /^guides\/node_modules\/ only when you choose it$/,
      /^guides\/old\/ files\.exclude$/,
    );
    await plan().maximize(false);
    await window.screenshot('plan-lacking');
    await window.page.setViewportSize({ width: 640, height: 400 });
    await window.screenshot('plan-lacking-200');
    const panel = window.page.locator('.part.panel');
    const first = await panel.locator('.title-actions .action-label').first().boundingBox();
    assert.ok((first?.x ?? 0) >= ((await panel.boundingBox())?.x ?? 0), 'The first button is not cut.');
    await window.page.setViewportSize({ width: 1280, height: 800 });
    await plan().clickInline('No Destination', 'Resolve…');
    await window.quickTitle('Publish “guides” to Wiki');
    await window.escape();
    await window.quick.hidden();
    await plan().context('No Destination', 'Resolve…');
    await answerPlace(window, guides);
    await plan().says('2 files need a decision. 4 pages will be published.');
    const { checked, spoken } = await plan().row('guides/nowhere.md Nowhere → ');
    assert.deepEqual(
      [checked, spoken],
      [true, 'guides/nowhere.md, New, Nowhere → page 100102 in space 1001, checked'],
    );
    await clear();
  });

  it('takes no file that needs a decision, asks once about pages that are there, and goes back to the plan', async () => {
    const { window } = stage;
    await begin('guides');
    assert.equal((await plan().row('guides/again.md')).checked, undefined);
    await plan().toggle('guides/install.md');
    await plan().says('2 files need a decision. 2 pages will be published.');
    await plan().publish();
    await window.quick.rowsOnce((rows) => rows.some(({ label }) => /^Leave the pages? as /.test(label)));
    await window.escape();
    await window.quick.hidden();
    await plan().says('2 pages will be published');
    await publish();
    const done = '2 pages were published. 1 file has no destination yet. 2 files need a decision.';
    const notification = await window.notification(done);
    const buttons = ['Resolve…', 'Choose One for All…'];
    assert.deepEqual([notification.severity, notification.buttons], ['info', buttons]);
    assert.deepEqual(titles(0), ['Limits', 'Use']);
    await plan().shows(
      /^Needs a Decision 2$/,
      /^guides\/again\.md “guides\/setup\.md” has the same title/,
      /^guides\/setup\.md “guides\/again\.md” has the same title/,
      /^No Destination 1$/,
      /^guides\/nowhere\.md/,
      /^Published 2$/,
      /^guides\/deep\/limits\.md Limits$/,
      /^guides\/usage\.md Use$/,
    );
    await plan().says(/: 2 files need a decision, 1 file has no destination yet, 2 published$/);
    await window.screenshot('outcome');
    await plan().clickTitle('Show Report');
    await window.activeTab(/^Publish Report, /);
    const report = await window.editor.text();
    const group =
      'Needs a Decision (2)\n  guides/again.md\n      setup\n      “guides/setup.md” has the same title';
    assert.ok(report.includes(done) && report.includes(group), report);
    const line = report.split('\n').indexOf('  guides/again.md') + 1;
    await window.editor.goTo(`${line}:4`);
    await window.command('Open Link');
    await window.activeTab('again.md');
    await plan().clickInline('Needs a Decision', 'Resolve…');
    await plan().says('Publish Selected Files to Wiki: 2 files need a decision.');
    await clear();
    await notification.click('Resolve…');
    await plan().says('Publish Selected Files to Wiki: 2 files need a decision.');
    await clear();
  });

  it('begins its outcome with what needs the person, also where they had scrolled', async () => {
    await begin('many');
    await plan().says('20 pages will be published.');
    await plan().click('New');
    await stage.window.page.keyboard.press('End');
    await plan().row('many/page19.md');
    await publish();
    await stage.window.notification('20 pages were published. One file is blocked.');
    await plan().row('Blocked 1');
    await clear();
  });

  it('takes what is selected in the Explorer, less what .wikiignore leaves out', async () => {
    const { window, wiki } = stage;
    const before = wiki.requests.length;
    await window.menus.explorerSelection(['one.md', 'two.md', 'notes.md'], 'Publish to Wiki');
    await plan().says('Publish Selected Files to Wiki: 2 pages will be published.');
    await plan().shows(
      /^Blocked 1$/,
      /^notes\.md It is excluded by \.wikiignore\.$/,
      /^New 2$/,
      /^one\.md One/,
      /^two\.md Two/,
    );
    await publish();
    await window.notification('2 pages were published. One file is blocked.');
    assert.equal(wiki.requests.length - before, 2);
  });

  it('checks all that is selected with the box of one of them', async () => {
    const { window } = stage;
    await begin('rest');
    await plan().says('5 pages will be published');
    await plan().click('rest/rest2.md');
    await window.activeTab('rest2.md');
    await plan().select('rest/rest4.md', 'rest/rest2.md');
    await plan().toggle('rest/rest3.md');
    await plan().says('2 pages will be published');
    await plan().rowsOnce(
      ([, ...rows]) => rows.map(({ checked }) => checked),
      [true, false, false, false, true],
    );
    await plan().toggle('rest/rest3.md');
    await plan().says('5 pages will be published');
    await plan().shows(/^New 5$/, ...[1, 2, 3, 4, 5].map((name) => new RegExp(`^rest/rest${name}\\.md`)));
    await clear();
  });

  it('asks before the layout that all share is replaced, and says where the person’s own counts instead', async () => {
    const { window } = stage;
    const shared = async (): Promise<unknown> =>
      (JSON.parse(await onDisk('.vscode/settings.json')) as Record<string, unknown>)['publishToWiki.folders'];
    const layouts = async () => {
      await plan().clickTitle('Publish as a Tree of Pages…');
      await window.quickTitle('Publish as a Tree of Pages');
      return window.quickRows();
    };
    const withoutToken = async (): Promise<void> => {
      await window.quickTitle(/^Platform Token for /);
      await window.escape();
    };
    await begin('book');
    await plan().says('“book”: ');
    const counting = (rows: Awaited<ReturnType<typeof layouts>>): string[] =>
      rows.filter(({ description }) => description === 'as it is now').map(({ label }) => label);
    assert.deepEqual(counting(await layouts()), ['With a Page for Each Folder, for Everyone']);
    await window.screenshot('layout-shared');
    await window.quickPick('As a Tree, for Everyone');
    const kept = await window.dialog();
    assert.equal(
      kept.message + kept.detail,
      'The settings of this workspace say “fullTree” for “book”, which all who share them use. Replace it with “tree”?',
    );
    await window.screenshot('layout-replaced');
    await kept.click('Cancel');
    await layouts();
    await window.quickPick('All Pages Side by Side, for Me');
    await plan().says('“flat” counts here, as you chose for yourself, not “fullTree” from the settings.');
    assert.deepEqual(await shared(), { book: 'fullTree' });
    assert.deepEqual(counting(await layouts()), ['All Pages Side by Side, for Me']);
    await window.screenshot('layout-own');
    await window.quickPick('Forget What I Chose');
    await withoutToken();
    await window.screen.until(
      'the settings to count',
      async () => !(await plan().sentence()).includes('counts here'),
    );
    assert.equal(
      (await layouts()).some(({ label }) => label === 'Forget What I Chose'),
      false,
    );
    await window.quickPick('As a Tree, for Everyone');
    await (await window.dialog()).click('Replace Setting');
    await withoutToken();
    await plan().says('“book”: ');
    assert.deepEqual(await shared(), { book: 'tree' });
    await window.screenshot('layout-everyone');
    await clear();
  });

  it(`is published with ${most} actions at most, from the context menu to the last page`, async () => {
    const { window, wiki } = stage;
    await window.screen.visible('the folder', window.page.getByText('docs', { exact: true }).first());
    const before = window.actions.length;
    await begin('docs');
    await plan().says('3 files have no destination yet.');
    const step = window.page.getByRole('button', { name: 'Resolve…' });
    await window.screen.visible('the step in the view’s title', step);
    await plan().publish();
    await answerPlace(window, guides);
    await window.screen.until('the last question', async () =>
      (await window.quickRows()).some(({ label, focused }) => focused && /^Leave the pages? as /.test(label)),
    );
    await window.accept();
    const page = (name: string) => wiki.pages.findPage(guides.space, guides.parent, `The ${name}`);
    await window.screen.until('the pages', () =>
      Promise.resolve(['index', 'setup', 'release'].every((name) => page(name) !== undefined)),
    );
    const actions = window.actions.slice(before);
    assert.ok(actions.length > 5 && actions.length <= most, actions.join(', '));
    const done = await window.notification('3 pages were published.');
    assert.deepEqual(done.buttons, ['Show Report', 'Save Destinations in 3 Files']);
    await window.screenshot('save-targets');
    await done.click('Save Destinations in 3 Files');
    await window.statusMessage('Destinations saved to the front matter of 3 files');
    assert.equal(await onDisk('docs/setup.md'), `${saved}# The setup\n\nText.\n`);
    await clear();
  });

  it('of several leaves out the files of one that is closed, and saves the destinations that only this computer knows', async () => {
    const { window, folder, wiki } = stage;
    const workspace = path.join(folder, 'several.code-workspace');
    const open = (...names: readonly string[]): Promise<void> =>
      writeFile(
        workspace,
        JSON.stringify({ folders: names.map((name) => ({ path: path.join(folder, name) })) }),
      );
    await changeUserSettings(stage, {
      'publishToWiki.space': guides.space,
      'publishToWiki.parent': guides.parent,
    });
    await open('open-one', 'open-two', 'open-three');
    await window.openWorkspace(workspace);
    // Agents name a file by the name of its folder, or by its whole path; the neighbour listens in the first folder
    const tools = new ToolCalls({ ...stage, folder: path.join(folder, 'open-one') });
    for (const file of ['open-two/page.md', path.join(folder, 'open-two/page.md')]) {
      assert.equal((await tools.check(file)).title, 'open-two');
    }
    for (const file of [
      'page.md',
      'open-two',
      'open-two/../open-one/page.md',
      'several.code-workspace/page.md',
    ]) {
      const { error = '' } = await tools.check(file);
      assert.match(error, /is not a Markdown file in an open folder\.$/, file);
    }
    await window.openFile('open-two/page.md');
    await window.command('Publish Folder as Wiki Pages…');
    await window.quickTitle('Publish Folder');
    const labels = (await window.quickRows()).map(({ label }) => label);
    assert.deepEqual(labels, ['open-two', 'open-one', 'open-three', 'All Folders']);
    await window.quickPick('All Folders');
    await plan().says('3 pages will be published');
    await window.stored(/"plan":\{"source"/);
    await window.reload();
    await plan().says('3 pages will be published');
    assert.match(
      await plan().tooltip('open-three/page.md'),
      /The destination is remembered on this computer only\.$/,
    );
    assert.doesNotMatch(await plan().tooltip('open-one/page.md'), /this computer only/);
    await open('open-one', 'open-three');
    await plan().says('2 pages will be published');
    const closed = await plan().row(/^open-two\/page\.md Its folder is no longer open\./);
    assert.equal(closed.checked, undefined);
    await window.screenshot('plan-closed-folder');
    await publish();
    const done = await window.notification(/^2 pages were published\./);
    assert.deepEqual(done.buttons, ['Show Report', 'Save Destination in 1 File']);
    await done.click('Save Destination in 1 File');
    await window.statusMessage('Destination saved to the file’s front matter');
    assert.equal(wiki.pages.findPage(guides.space, guides.parent, 'open-two'), undefined);
    assert.equal(await onDisk('open-three/page.md'), `${saved}# open-three\n\nText.\n`);
  });
});

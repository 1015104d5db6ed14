import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Terminal } from '../cli/terminal.js';
import { projectRoot } from '../host/folders.js';
import type { QuickRow } from '../host/quickInput.js';
import { answer, releaseAt } from './said.js';
import { onStage } from './stage.js';
import { answerPlace, enterNewToken, guides } from './steps.js';

const target = `---\nwiki:\n  space: '${guides.space}'\n  parent: '${guides.parent}'\n---\n`;
const page = (title: string): string => `${target}# ${title}\n\nAbout ${title}.\n`;
const dozen = (name: string): [string, string][] =>
  Array.from({ length: 12 }, (_, index) => [`${name}/${name}${index}.md`, page(`${name} ${index}`)]);

/** Documents that others wrote, without front matter of their own. */
const installed = globSync('node_modules/**/*.md', { cwd: projectRoot })
  .sort()
  .filter((_file, index) => index % 12 === 0)
  .map((file) => readFileSync(path.join(projectRoot, file), 'utf8'))
  .filter((text) => text.startsWith('#') && text.length < 50_000);

describe('Publishing a folder', () => {
  const stage = onStage({
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
      '.vscode/settings.json': JSON.stringify({ 'files.exclude': { '**/old': true } }),
      'guides/build/index.md': page('Built'),
      'guides/old/index.md': page('Old'),
      'twins/a/index.md': page('Overview'),
      'twins/b/index.md': page('Overview'),
      ...Object.fromEntries([...dozen('stop'), ...dozen('rest')]),
      ...Object.fromEntries(installed.map((text, at) => [`same/${at}.md`, `${target}${text}`])),
    },
  });

  before(() => enterNewToken(stage.window, stage.wiki));

  beforeEach(() => stage.window.closeNotifications());

  const titles = (from: number): string[] =>
    stage.wiki.requests
      .slice(from)
      .map(({ body }) => (JSON.parse(body.toString()) as { pageTitle: string }).pageTitle)
      .sort();
  /** Section, file, title and target, and why it is blocked. */
  const shown = (rows: readonly QuickRow[]): string[][] =>
    rows.map(({ separator, label, description, detail }) => [separator, label, description, detail]);

  it('shows the plan first: file, title, target, what it is, and why it is blocked', async () => {
    const { window } = stage;
    await window.explorerContext('guides', 'Publish Folder to Wiki');
    assert.equal(
      await window.quickTitle(/^Publish Folder to Wiki: /),
      'Publish Folder to Wiki: 3 new, 1 without a place, 2 blocked, 4 ignored',
    );
    const twin = (name: string): string =>
      `“guides/${name}.md” has the same title under the same parent page.`;
    assert.deepEqual(shown(await window.quickRows()), [
      ['New (3)', 'All of these', '', ''],
      ['', 'guides/deep/limits.md', 'Limits → 1001 / 100102', ''],
      ['', 'guides/install.md', 'Install → 1001 / 100102', ''],
      ['', 'guides/usage.md', 'Use → 1001 / 100102', ''],
      ['No space or parent page yet (1)', 'guides/nowhere.md', 'Nowhere', ''],
      ['Blocked (2)', 'guides/again.md', 'setup', twin('setup')],
      ['', 'guides/setup.md', 'Setup', twin('again')],
      ['Ignored (4)', 'guides/build/', '.gitignore', ''],
      ['', 'guides/drafts/', '.wikiignore', ''],
      ['', 'guides/node_modules/', 'only when you choose it', ''],
      ['', 'guides/old/', 'files.exclude', ''],
    ]);
    await window.screenshot('planIgnored');
    await window.quick.pressRowButton('guides/nowhere.md', 'Choose Where It Goes…');
    await answerPlace(window, guides);
    await window.quickTitle('Publish Folder to Wiki: 4 new, 2 blocked, 4 ignored');
    await window.escape();
  });

  it('takes no blocked file, asks once about pages that are there, and goes back to the plan', async () => {
    const { window } = stage;
    await window.explorerContext('guides', 'Publish Folder to Wiki');
    await window.quickTitle(/^Publish Folder to Wiki: /);
    await window.quickPick('guides/again.md');
    await window.quickPick('guides/install.md');
    await window.accept();
    await window.screen.until('the question', async () =>
      (await window.quickRows()).some(({ label }) => label === 'Stop if the page exists'),
    );
    await window.quickBack();
    await window.screen.until('the plan', async () => (await window.quickRows()).length === 11);
    await window.accept();
    await window.quickPick('Stop if the page exists');
    const notification = await window.notification('All 2 pages were published. 2 files are blocked.');
    assert.deepEqual([notification.severity, notification.buttons], ['info', ['Show Report']]);
    assert.deepEqual(titles(0), ['Limits', 'Use']);
    await notification.click('Show Report');
    const report = await window.preview(/^Publish Report, /);
    assert.deepEqual(
      (await report.locator('tbody tr').allInnerTexts()).map((row) => row.split('\t')),
      [
        ['guides/deep/limits.md', 'Limits', '1001 / 100102', 'published', 'Success: The page was created.'],
        ['guides/usage.md', 'Use', '1001 / 100102', 'published', 'Success: The page was created.'],
        [
          'guides/again.md',
          'setup',
          '',
          'blocked',
          '“guides/setup.md” has the same title under the same parent page.',
        ],
        [
          'guides/setup.md',
          'Setup',
          '',
          'blocked',
          '“guides/again.md” has the same title under the same parent page.',
        ],
      ],
    );
    await window.screenshot('reportPreview');
    await report.getByRole('link', { name: 'guides/again.md' }).click();
    await window.screen.visible('the file', window.page.locator('.tab.active', { hasText: 'again.md' }));
  });

  it('checks and unchecks a whole section with one row', async () => {
    const { window } = stage;
    await window.explorerContext('rest', 'Publish Folder to Wiki');
    await window.quickTitle('Publish Folder to Wiki: 12 new');
    const checked = (count: number): Promise<boolean> =>
      window.screen.until(`${count} check marks`, async () =>
        (await window.page.locator('.quick-input-count').allInnerTexts()).includes(`${count} Selected`),
      );
    await checked(12);
    await window.quickPick('All of these');
    await checked(0);
    await window.quickPick('rest/rest1.md');
    await checked(1);
    await window.quickPick('All of these');
    await checked(12);
    await window.quickPick('rest/rest1.md');
    await checked(11);
    await window.escape();
  });

  it('gives one of two files of a title another one from its row, and the other one is free', async () => {
    const { window, wiki } = stage;
    const before = wiki.requests.length;
    await window.explorerContext('twins', 'Publish Folder to Wiki');
    await window.quickTitle('Publish Folder to Wiki: 2 blocked');
    await window.quick.pressRowButton('twins/b/index.md', 'Change Title…');
    await window.quickTitle('Publish Folder to Wiki');
    assert.equal(await window.quickValue(), 'Overview (b)');
    await window.accept();
    await window.quickTitle('Publish Folder to Wiki: 2 new');
    await window.accept();
    await window.quickPick('Stop if the page exists');
    await window.notification('All 2 pages were published.');
    assert.deepEqual(titles(before), ['Overview', 'Overview (b)']);
  });

  it('publishes changed files as they stand in the editor, and no others', async () => {
    const { window, wiki } = stage;
    const before = wiki.requests.length;
    await window.openFile('guides/usage.md');
    await window.editor.typeAt('last', 'Unsaved.\n');
    await window.command('Publish Changed Files');
    await window.quickTitle(/^Publish Changed Files: /);
    await window.quickType('guides/');
    const changed = ['guides/again.md', 'guides/install.md', 'guides/setup.md', 'guides/usage.md'];
    await window.screen.until('neither what is as it was nor what was never meant for the wiki', async () => {
      const rows = await window.quickRows();
      return (
        rows
          .map(({ label }) => label)
          .sort()
          .join() === changed.join()
      );
    });
    await window.escape();
    await window.explorerContext('guides', 'Publish Folder to Wiki');
    await window.quickTitle(/^Publish Folder to Wiki: /);
    const rows = shown(await window.quickRows()).slice(0, 4);
    assert.deepEqual(
      rows.map(([separator, label]) => [separator, label]),
      [
        ['New (1)', 'guides/install.md'],
        ['Changed (1)', 'guides/usage.md'],
        ['No space or parent page yet (1)', 'guides/nowhere.md'],
        ['Unchanged (1)', 'guides/deep/limits.md'],
      ],
    );
    // A check mark is the box’s alone
    const icons = window.page.locator('.quick-input-list .label-name .codicon');
    assert.equal(await icons.and(window.page.locator('.codicon-dash')).count(), 1);
    assert.equal(await icons.and(window.page.locator('.codicon-check')).count(), 0);
    await window.screen.until(
      'nothing but the plan',
      async () => (await window.notifications()).length === 0,
    );
    await window.screenshot('plan');
    await window.quickPick('guides/install.md');
    await window.accept();
    await window.notification('The page was published. 2 files are blocked.');
    assert.deepEqual(titles(before), ['Use']);
    assert.match(wiki.pages.findPage(guides.space, guides.parent, 'Use')?.content ?? '', /Unsaved\./);
  });

  it('401 stops it; a new token sends the rest, and each page once', async () => {
    const { window, wiki } = stage;
    const before = wiki.requests.length;
    await window.explorerContext('stop', 'Publish Folder to Wiki');
    await window.quickTitle(/^Publish Folder to Wiki: /);
    const late = { do: 'delay', milliseconds: 1500 } as const;
    wiki.script({ ...answer(401, 'No.'), held: true }, late, late, late);
    await window.accept();
    await window.quickPick('Stop if the page exists');
    await releaseAt(stage, before + 4);
    const notification = await window.notification(/^3 of 12 pages were published: 1 failed, 8 not sent\. /);
    assert.equal(notification.severity, 'error');
    assert.deepEqual(notification.buttons, ['Replace Token…', 'Show Report', 'Show Log']);
    assert.equal(wiki.requests.length - before, 4);
    await notification.click('Replace Token…');
    await window.quickTitle('API Token for Team Wiki');
    await window.quickType(await wiki.createToken());
    await window.accept();
    await window.notification('All 12 pages were published.');
    assert.equal(wiki.requests.length - before, 4 + 9);
    assert.equal(new Set(titles(before)).size, 12);
  });

  it('Cancel lets what is under way finish and names the rest; Resume sends it after a reload', async () => {
    const { window, wiki } = stage;
    const before = wiki.requests.length;
    await window.explorerContext('rest', 'Publish Folder to Wiki');
    await window.quickTitle(/^Publish Folder to Wiki: /);
    wiki.script(...Array.from({ length: 4 }, () => ({ do: 'stall', processed: true }) as const));
    await window.accept();
    await window.quickPick('Stop if the page exists');
    await window.screen.until('four requests', () => Promise.resolve(wiki.stalled === 4));
    const progress = await window.notification('Publishing 12 pages: 0 of 12');
    await window.screenshot('run');
    await progress.click('Cancel');
    await window.statusMessage('Finishing what is already under way…');
    wiki.release();
    const notification = await window.notification('4 of 12 pages were published: 8 not sent. Cancelled.');
    assert.deepEqual(notification.buttons, ['Resume', 'Show Report', 'Show Log']);
    await notification.click('Show Report');
    const report = await window.preview(/^Publish Report, /);
    const rows = await report.locator('tbody tr').allInnerTexts();
    assert.equal(rows.filter((row) => row.includes('\tpublished\t')).length, 4);
    assert.equal(rows.filter((row) => row.endsWith('\tnot sent\tCancelled.')).length, 8);
    await window.screenshot('report');
    assert.equal(wiki.requests.length - before, 4);
    await window.reload();
    await window.command('Resume Publishing');
    // Without code of its own around it, the server forgets tokens with the page
    await window.quickTitle('API Token for Team Wiki');
    await window.quickType(await wiki.createToken());
    await window.accept();
    await window.notification('All 12 pages were published.');
    assert.equal(wiki.requests.length - before, 12);
    assert.equal(new Set(titles(before)).size, 12);
    await window.closeNotifications();
    await window.command('Resume Publishing');
    await window.notification('There is nothing to resume');
  });

  it('takes what is selected in the Explorer, less what .wikiignore leaves out', async () => {
    const { window, wiki } = stage;
    const before = wiki.requests.length;
    await window.menus.explorerSelection(['one.md', 'two.md', 'notes.md'], 'Publish Selected Files to Wiki');
    await window.quickTitle(/^Publish Selected Files to Wiki: /);
    const rows = (await window.quickRows()).map(({ separator, label, detail }) => [separator, label, detail]);
    assert.deepEqual(rows, [
      ['New (2)', 'All of these', ''],
      ['', 'one.md', ''],
      ['', 'two.md', ''],
      ['Blocked (1)', 'notes.md', 'It is excluded by .wikiignore.'],
    ]);
    await window.accept();
    await window.quickPick('Stop if the page exists');
    await window.notification('All 2 pages were published. One file is blocked.');
    assert.equal(wiki.requests.length - before, 2);
  });

  it('goes out as it does from a terminal: the same sections, titles, destinations and bytes', async () => {
    const { window, wiki, folder } = stage;
    const from = wiki.requests.length;
    await window.explorerContext('same', 'Publish Folder to Wiki');
    const title = await window.quickTitle(/^Publish Folder to Wiki: /);
    await window.accept();
    await window.quickPick('Stop if the page exists');
    await window.notification(/pages were published/);
    const terminal = await Terminal.open({});
    try {
      const paths = ['--root', folder, path.join(folder, 'same')];
      const planned = await terminal.run('plan', ...paths);
      assert.equal(planned.out.trimEnd().split('\n').at(-1), title.replace(/^[^:]*/, 'Plan'));
      await terminal.run('publish', ...paths);
      const sent = (requests: typeof wiki.requests): string[] =>
        requests.map(({ body }) => body.toString()).sort();
      assert.ok(wiki.requests.length > from + 20, title);
      assert.deepEqual(sent(terminal.wiki.requests), sent(wiki.requests.slice(from)));
    } finally {
      await terminal.close();
    }
  });
});

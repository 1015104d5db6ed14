import assert from 'node:assert/strict';
import { PlanView } from '../host/planView.js';
import { onStage } from './stage.js';
import { answerPlace, enterNewToken, guides } from './steps.js';

const target = `---\nwiki:\n  space: '${guides.space}'\n  parent: '${guides.parent}'\n---\n`;
const page = (title: string): string => `${target}# ${title}\n\nAbout ${title}.\n`;
const dozen = (name: string): [string, string][] =>
  Array.from({ length: 12 }, (_, index) => [`${name}/${name}${index}.md`, page(`${name} ${index}`)]);

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
      ...Object.fromEntries(dozen('rest')),
    },
  });

  before(() => enterNewToken(stage.window, stage.wiki));

  beforeEach(() => stage.window.closeNotifications());

  const titles = (from: number): string[] =>
    stage.wiki.requests
      .slice(from)
      .map(({ body }) => (JSON.parse(body.toString()) as { pageTitle: string }).pageTitle)
      .sort();
  const plan = (): PlanView => new PlanView(stage.window.screen);
  const begin = (folder: string): Promise<void> =>
    stage.window.explorerContext(folder, 'Publish Folder to Wiki');
  /** Publishes what is checked, and leaves alone the pages that are there. */
  const publish = async (): Promise<void> => {
    await plan().publish();
    await stage.window.quickPick(/^Create the pages?$/);
  };

  it('shows the plan first: file, title, target, what it is, and why it is blocked', async () => {
    const { window } = stage;
    await begin('guides');
    await plan().says(
      'Publish Folder to Wiki: 3 will be published, 2 blocked. 1 file has no destination yet.',
    );
    await plan().maximize(true);
    await plan().click('Left Out');
    await plan().shows(
      /^No Destination 1$/,
      /^guides\/nowhere\.md No space or parent page yet · Nowhere$/,
      /^Blocked 2$/,
      /^guides\/again\.md Blocked · “guides\/setup\.md” has the same title under the same parent page\.$/,
      /^guides\/setup\.md Blocked · “guides\/again\.md” has the same title under the same parent page\.$/,
      /^New 3$/,
      /^guides\/deep\/limits\.md New · Limits → 1001 \/ 100102$/,
      /^guides\/install\.md New · Install → 1001 \/ 100102$/,
      /^guides\/usage\.md New · Use → 1001 \/ 100102$/,
      /^Left Out 4$/,
      /^guides\/build\/ \.gitignore$/,
      /^guides\/drafts\/ \.wikiignore$/,
      /^guides\/node_modules\/ only when you choose it$/,
      /^guides\/old\/ files\.exclude$/,
    );
    await window.screenshot('planIgnored');
    await plan().maximize(false);
    await window.screenshot('plan-lacking');
    await plan().clickInline('No Destination', 'Choose One for All…');
    await window.quickTitle('Publish Folder to Wiki (1/2)');
    await window.escape();
    await window.quick.hidden();
    await plan().clickTitle('Choose One for All…');
    await answerPlace(window, guides);
    await plan().says('4 will be published, 2 blocked');
    const { checked, spoken } = await plan().row('guides/nowhere.md New');
    assert.deepEqual([checked, spoken], [true, 'guides/nowhere.md, New, checked']);
    await plan().clickTitle('Clear');
    await plan().gone();
  });

  it('takes no blocked file, asks once about pages that are there, and goes back to the plan', async () => {
    const { window } = stage;
    await begin('guides');
    assert.equal((await plan().row('guides/again.md')).checked, undefined);
    await plan().toggle('guides/install.md');
    await plan().says('2 will be published, 2 blocked. 1 file has no destination yet.');
    await plan().publish();
    await window.quick.rowsOnce((rows) => rows.some(({ label }) => /^Create the pages?$/.test(label)));
    await window.escape();
    await window.quick.hidden();
    await plan().says('2 will be published');
    await publish();
    const notification = await window.notification('All 2 pages were published. 2 files are blocked.');
    assert.deepEqual([notification.severity, notification.buttons], ['info', ['Show Report']]);
    assert.deepEqual(titles(0), ['Limits', 'Use']);
    await plan().shows(
      /^Blocked 2$/,
      /^guides\/again\.md Blocked · “guides\/setup\.md” has the same title/,
      /^guides\/setup\.md Blocked · “guides\/again\.md” has the same title/,
      /^Published 2$/,
      /^guides\/deep\/limits\.md published · Limits$/,
      /^guides\/usage\.md published · Use$/,
    );
    await plan().says('All 2 pages were published. 2 files are blocked.');
    await window.screenshot('outcome');
    await notification.click('Show Report');
    await window.activeTab(/^Publish Report, /);
    const report = await window.editor.text();
    for (const line of [
      'All 2 pages were published. 2 files are blocked.',
      'Blocked (2)\n  guides/again.md\n      setup\n      “guides/setup.md” has the same title under the same parent page.',
      'Published (2)\n  guides/deep/limits.md\n      Limits → 1001 / 100102\n      Success: The page was created.',
    ]) {
      assert.ok(report.includes(line), report);
    }
    await window.screenshot('report');
    const line = report.split('\n').indexOf('  guides/again.md') + 1;
    await window.editor.goTo(`${line}:4`);
    await window.command('Open Link');
    await window.activeTab('again.md');
  });

  it('gives one of two files of a title another one from its row, and the other one is free', async () => {
    const { window, wiki } = stage;
    const before = wiki.requests.length;
    await begin('twins');
    await plan().says('0 will be published, 2 blocked');
    await plan().clickInline('twins/b/index.md', 'Resolve…');
    await window.quickTitle('Publish Folder to Wiki');
    assert.equal(await window.quickValue(), 'Overview (b)');
    await window.accept();
    await plan().says('2 will be published');
    await publish();
    await window.notification('All 2 pages were published.');
    assert.deepEqual(titles(before), ['Overview', 'Overview (b)']);
  });

  it('publishes changed files as they stand in the editor, and no others', async () => {
    const { window, wiki } = stage;
    const before = wiki.requests.length;
    await window.openFile('guides/usage.md');
    await window.editor.typeAt('last', 'Unsaved.\n');
    await window.command('Publish Changed Files');
    await plan().says(/^Publish Changed Files: /);
    await plan().maximize(true);
    await plan().clickTitle('View as Tree');
    await plan().row(/^Changed 1$/);
    await plan().row(/^guides\/ 2$/);
    const shown = (await plan().rows()).filter(({ text }) => /^(guides|Unch|No Dest)/.test(text));
    assert.deepEqual(
      shown.map(({ text }) => text),
      ['guides/ 2', 'guides/ 1', 'guides/ 1'],
    );
    await plan().maximize(false);
    // Nobody said anything in it: it goes without a word
    await begin('guides');
    await plan().says(/^Publish Folder to Wiki: 2 will be published/);
    await plan().maximize(true);
    await plan().shows(
      /^No Destination 1$/,
      /^guides\/nowhere\.md/,
      /^Blocked 2$/,
      /^guides\/again\.md/,
      /^guides\/setup\.md/,
      /^New 1$/,
      /^guides\/install\.md New/,
      /^Changed 1$/,
      /^guides\/usage\.md Changed/,
      /^Unchanged 1$/,
      /^Left Out 4$/,
    );
    await window.screen.until(
      'nothing but the plan',
      async () => (await window.notifications()).length === 0,
    );
    await window.screenshot('plan');
    await plan().maximize(false);
    await plan().toggle('guides/install.md');
    await plan().publish();
    await window.notification('The page was published. 2 files are blocked.');
    assert.deepEqual(titles(before), ['Use']);
    assert.match(wiki.pages.findPage(guides.space, guides.parent, 'Use')?.content ?? '', /Unsaved\./);
  });

  it('Cancel lets what is under way finish and names the rest; Publish the Rest sends it after a reload', async () => {
    const { window, wiki } = stage;
    const before = wiki.requests.length;
    await begin('rest');
    await plan().says('12 will be published');
    wiki.script(...Array.from({ length: 4 }, () => ({ do: 'stall', processed: true }) as const));
    await publish();
    await window.screen.until('four requests', () => Promise.resolve(wiki.stalled === 4));
    await plan().says(/^0 of 12/);
    await plan().row(/^rest\/rest0\.md Publishing… · rest 0$/);
    assert.equal((await plan().row('rest/rest1.md')).checked, undefined);
    await window.screenshot('run');
    // Where nobody sees the view, a notification says how far it is
    await window.command('View: Toggle Panel Visibility');
    const progress = await window.notification('Publishing 12 pages: 0 of 12');
    await progress.click('Cancel');
    await window.statusMessage('Finishing what is already under way…');
    wiki.release();
    const notification = await window.notification('4 of 12 pages were published: 8 not sent. Cancelled.');
    assert.deepEqual(notification.buttons, ['Publish the Rest', 'Show Report', 'Show Log']);
    await notification.click('Show Report');
    await window.activeTab(/^Publish Report, /);
    assert.match(await window.editor.text(), /Not Sent \(8\)[^]*Cancelled\.[^]*Published \(4\)/);
    assert.equal(wiki.requests.length - before, 4);
    await window.reload();
    await window.command('Publish the Rest');
    await window.quickPick(/^Create the pages?$/);
    // Without code of its own around it, the server forgets tokens with the page
    await window.quickTitle('API Token for Team Wiki');
    const sent = titles(before);
    wiki.forgetRequests();
    await window.quickType(await wiki.createToken());
    await window.accept();
    await window.notification('All 12 pages were published.');
    // The first of them tried the token
    assert.equal(wiki.requests.length, 9);
    assert.equal(new Set([...sent, ...titles(1)]).size, 12);
    await window.closeNotifications();
    await window.command('Publish the Rest');
    await window.notification('There is nothing to resume');
  });

  it('takes what is selected in the Explorer, less what .wikiignore leaves out', async () => {
    const { window, wiki } = stage;
    const before = wiki.requests.length;
    await window.menus.explorerSelection(['one.md', 'two.md', 'notes.md'], 'Publish Selected Files to Wiki');
    await plan().says('Publish Selected Files to Wiki: 2 will be published, 1 blocked');
    await plan().shows(
      /^Blocked 1$/,
      /^notes\.md Blocked · It is excluded by \.wikiignore\.$/,
      /^New 2$/,
      /^one\.md New/,
      /^two\.md New/,
    );
    await publish();
    await window.notification('All 2 pages were published. One file is blocked.');
    assert.equal(wiki.requests.length - before, 2);
  });
});

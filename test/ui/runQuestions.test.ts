import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PlanView } from '../host/planView.js';
import { onStage } from './stage.js';
import { answerPlace, enterNewToken, guides, lastBody, userSettings } from './steps.js';

const target = `---\nwiki:\n  space: '${guides.space}'\n  parent: '${guides.parent}'\n---\n`;
const page = (title: string): string => `${target}# ${title}\n\nAbout ${title}.\n`;

describe('What a run asks', () => {
  const stage = onStage({
    files: {
      'titles/one.md': page('First'),
      'titles/two.md': page('Second'),
      'wrong/c.md': page('Moved').replace(guides.parent, '999999'),
      'open/a.md': page('Open').replace('About', 'About <!-- this'),
      'linked/a.md': `${page('Linking')}\n[b](b.md)\n`,
      'linked/b.md': page('Linked'),
      'two/a.md': '# Two A\n\nText.\n',
      'two/b.md': '# Two B\n\nText.\n',
    },
    userSettings: { 'publishToWiki.problems': { relativeLink: 'error' } },
  });

  before(() => enterNewToken(stage.window, stage.wiki));

  beforeEach(() => stage.window.closeNotifications());

  const plan = (): PlanView => new PlanView(stage.window.screen);
  const begin = (folder: string): Promise<void> =>
    stage.window.explorerContext(folder, 'Publish Folder to Wiki');
  const pageOf = (title: string, parent = guides.parent) =>
    stage.wiki.pages.findPage(guides.space, parent, title);
  const asks = async (placeholder: string, ...choices: string[]): Promise<void> => {
    const { window } = stage;
    await window.screen.until(`the question ${placeholder}`, async () => {
      const labels = (await window.quickRows()).map(({ label }) => label);
      return (await window.quickPlaceholder()) === placeholder && labels.join() === choices.join();
    });
  };

  it('makes no second page for a file with another heading without a word, unless its row’s button is told to', async () => {
    const { window, wiki } = stage;
    await begin('titles');
    await plan().publish();
    await window.quickPick(/^Create the pages?$/);
    await window.notification('All 2 pages were published.');
    await window.closeNotifications();
    await writeFile(path.join(stage.folder, 'titles/one.md'), page('Another'));
    await begin('titles');
    await plan().says('1 needs a decision.');
    await plan().shows(
      /^Needs a Decision 1$/,
      /^titles\/one\.md Retitled · Another → 1001 \/ 100102$/,
      /^Unchanged 1$/,
    );
    await window.screenshot('retitled');
    const before = wiki.requests.length;
    await plan().publish();
    await window.notification(/^Nothing is checked\./);
    await plan().clickInline('titles/one.md', 'Resolve…');
    await asks(
      '“titles/one.md” has a different title from its page:',
      'Keep the old title',
      'Create a second page',
    );
    await window.accept();
    await plan().says('1 will be published');
    const { text, spoken, checked } = await plan().row('titles/one.md Ready');
    assert.deepEqual(
      [text, spoken, checked],
      [
        'titles/one.md Ready · First → 1001 / 100102',
        'titles/one.md, Needs a Decision, Ready, checked',
        true,
      ],
    );
    await plan().publish();
    await window.notification('The page was published.');
    assert.equal(wiki.requests.length, before + 1);
    assert.deepEqual([lastBody(wiki).pageTitle, lastBody(wiki).overwrite], ['First', true]);
    assert.equal(pageOf('Another'), undefined);
    await window.closeNotifications();
    await writeFile(path.join(stage.folder, 'titles/two.md'), page('Other'));
    await begin('titles');
    await plan().says('1 needs a decision');
    // The step is named by a button above the rows, and by one in the group
    await window.screenshot('plan-decision');
    await plan().clickTitle('Resolve…');
    await window.quick.rowsOnce((rows) => rows.some(({ label }) => label === 'Create a second page'));
    await window.escape();
    await plan().clickInline('Needs a Decision', 'Resolve…');
    await window.quickPick('Create a second page');
    await plan().row(/^titles\/two\.md Ready · Other →/);
    await plan().publish();
    await window.notification('The page was published.');
    assert.ok(pageOf('Other') && pageOf('Second'));
  });

  it('changes the target of what failed from the notice of the run', async () => {
    const { window } = stage;
    await begin('wrong');
    await window.quickPick(/^Create the pages?$/);
    await (await window.notification(/^The page was not published\./)).click('Change Destination…');
    await window.quickTitle('Change Destination (1/2)');
    await window.accept();
    await window.quickTitle('Change Destination (2/2)');
    await window.quickType(guides.parent);
    await window.accept();
    await window.quickPick(/^Create the pages?$/);
    await window.notification('The page was published.');
    assert.ok(pageOf('Moved'));
  });

  it('shows a link to a file without a check mark, where that is an error, and asks about it', async () => {
    const { window } = stage;
    await begin('linked');
    await plan().says('2 will be published');
    await plan().toggle('linked/b.md');
    const row = await plan().row(
      /^linked\/a\.md New · .* · The link to “b\.md” leads nowhere in the wiki\.$/,
    );
    assert.deepEqual([row.checked, row.icon], [true, 'warning']);
    await window.screenshot('plan-dead-link');
    await plan().publish();
    await asks('“linked/a.md” has problems:', 'Leave Out', 'Publish Anyway');
    await window.quickPick('Leave Out');
    await plan().says('0 will be published');
    await plan().clickTitle('Clear');
    await plan().gone();
  });

  it('publishes a file with problems anyway, when the person says so', async () => {
    const { window } = stage;
    await begin('open');
    await plan().says('0 will be published, 1 blocked');
    const { text, checked } = await plan().row(/^open\/a\.md Blocked · ./);
    assert.equal(checked, undefined);
    // A click on it opens the file at its problem
    await plan().click('open/a.md');
    await window.activeTab('a.md');
    await window.screen.until('the cursor at the problem', async () =>
      (await window.page.locator('#status\\.editor\\.selection').innerText()).startsWith('Ln 8, '),
    );
    await plan().clickInline('open/a.md', 'Resolve…');
    await asks('“open/a.md” has problems:', 'Leave Out', 'Publish Anyway');
    await window.quickPick('Publish Anyway');
    const { text: ready } = await plan().row(/^open\/a\.md New/);
    assert.notEqual(ready, text);
    await plan().focus();
    await plan().publish();
    await window.quickPick(/^Create the pages?$/);
    await window.notification('The page was published.');
    assert.ok(pageOf('Open'));
  });

  it('publishes what several runs left as one, once it was shown', async () => {
    const { window, wiki } = stage;
    for (const name of ['early', 'late']) {
      await mkdir(path.join(stage.folder, name), { recursive: true });
      await writeFile(path.join(stage.folder, name, `${name}.md`), page(name));
      wiki.script({
        do: 'answer',
        status: 400,
        body: '{"body":"No."}',
        headers: { 'content-type': 'application/json' },
      });
      await window.closeNotifications();
      await begin(name);
      await window.quickPick(/^Create the pages?$/);
      await window.notification(/^The page was not published\./);
      await window.closeNotifications();
    }
    await window.command('Publish the Rest');
    await plan().says('Publish the Rest: 2 will be published');
    await plan().publish();
    await window.quickPick(/^Create the pages?$/);
    await window.notification('All 2 pages were published.');
    assert.ok(pageOf('late') && pageOf('early'));
  });

  it('asks which wiki, and all else, at one press of Publish, and its rows are no more without a destination', async () => {
    const { window, wiki, server } = stage;
    const { importEndpoint: endpoint } = wiki;
    const connections = [
      { name: 'Team Wiki', endpoint },
      { name: 'Second Wiki', endpoint: endpoint.replace('127.0.0.1', 'localhost') },
    ];
    const settings = { ...(await userSettings(stage)), 'publishToWiki.connections': connections };
    await writeFile(server.settingsFile, JSON.stringify(settings));
    await window.reload();
    await begin('two');
    await plan().says('2 files have no destination yet.');
    await plan().publish();
    await asks('Which wiki?', 'Team Wiki', 'Second Wiki');
    await window.quickPick('Team Wiki');
    await answerPlace(window, guides);
    await window.quickPick(/^Create the pages?$/);
    // Without code of its own around it, the server forgets tokens with the page
    await window.quickTitle('API Token for Team Wiki');
    await window.quickType(await wiki.createToken());
    // The token is tried before the pages are sent
    wiki.script({ do: 'process' }, { do: 'stall', processed: true }, { do: 'stall', processed: true });
    await window.accept();
    await window.screen.until('two requests', () => Promise.resolve(wiki.stalled === 2));
    await plan().shows(/^Being Published 2$/, /^two\/a\.md sending · Two A$/, /^two\/b\.md sending · Two B$/);
    await plan().says(/^0 of 2/);
    await window.screenshot('run-of-two');
    wiki.release();
    await window.notification('All 2 pages were published.');
    assert.ok(pageOf('Two A') && pageOf('Two B'));
  });
});

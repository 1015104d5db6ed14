import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PlanView } from '../host/planView.js';
import type { Step } from '../wiki/script.js';
import { onStage } from './stage.js';
import { answerPlatformToken, enterNewToken, guides, losePlatformToken } from './steps.js';

const refused = { do: 'answer', status: 400, body: '{"body":"No."}' } as const;
/** The wiki takes it, and answers once it is released. */
const arrives = { do: 'stall', processed: true } as const;
const target = `---\nwiki:\n  space: '${guides.space}'\n  parent: '${guides.parent}'\n---\n`;
const page = (title: string): string => `${target}# ${title}\n\nAbout ${title}.\n`;

describe('The view of a plan', () => {
  const stage = onStage({
    counted: true,
    files: {
      ...Object.fromEntries([1, 2, 3, 4, 5].map((name) => [`rest/rest${name}.md`, page(`rest ${name}`)])),
      'twins/a/index.md': page('Overview'),
      'twins/b/index.md': page('Overview'),
      'own/own-a.md': page('own a'),
      'own/own-b.md': page('own b'),
      'other/one.md': page('One'),
      'other/two.md': page('Two'),
      'cut/one.md': page('Cut One'),
      'cut/two.md': page('Cut Two'),
      ...Object.fromEntries([1, 2, 3, 4, 5].map((name) => [`long/${name}.md`, page(`Long ${name}`)])),
      ...Object.fromEntries([1, 2, 3, 4].map((name) => [`spent/${name}.md`, page(`Spent ${name}`)])),
      'alone.md': page('Alone'),
      'broken/open.md': page('Open').replace('About', 'About <!-- this'),
      'broken/whole.md': page('Whole'),
      'kept/old.md': page('Old'),
      'kept/new.md': page('New'),
      'book/index.md': '# The Book\n\nSee [one](one.md).\n',
      'book/one.md': '# Chapter One\n\nSee [two](two.md).\n',
      'book/two.md': '# Chapter Two\n\nText.\n',
      'book/three.md': '# Chapter Three\n\nText.\n',
      'book/open.md': '# Chapter Four\n\nText <!-- open.\n',
    },
    userSettings: {
      'workbench.editor.useModal': 'off',
      'publishToWiki.space': guides.space,
      'publishToWiki.parent': guides.parent,
    },
  });

  before(() => enterNewToken(stage.window, stage.wiki));

  const plan = (): PlanView => new PlanView(stage.window.screen);
  const begin = async (folder: string, said: string | RegExp = ''): Promise<void> => {
    await stage.window.explorerContext(folder, 'Publish Folder as Wiki Pages…');
    await plan().says(said);
  };
  const clear = async (): Promise<void> => {
    await plan().more('Clear');
    await plan().gone();
  };
  /** Publishes what is checked, and replaces nothing. */
  const publishNew = async (): Promise<void> => {
    await plan().publish();
    await stage.window.quickPick(/^Leave the pages? as /);
  };
  /** Publishes the new pages of a folder, and goes on once the wiki holds as many requests as it has steps. */
  const hold = async (folder: string, said: string, ...steps: readonly Step[]): Promise<void> => {
    const { window, wiki } = stage;
    wiki.script(...steps);
    await begin(folder, said);
    await publishNew();
    await window.screen.until(`${steps.length} requests`, () =>
      Promise.resolve(wiki.stalled === steps.length),
    );
  };
  const file = (name: string): string => path.join(stage.folder, name);

  it('checks and unchecks a whole group with one box, and rows with the keyboard', async () => {
    const { window } = stage;
    await begin('rest', '5 pages will be published');
    await plan().toggle('New');
    await plan().says('0 pages will be published');
    await plan().toggle('rest/rest1.md');
    await plan().says('1 page will be published');
    await plan().toggle('New');
    await plan().says('5 pages will be published');
    // Down to the group’s first row, and into its box
    await plan().click('New');
    await window.page.keyboard.press('Home');
    await window.page.keyboard.press('ArrowDown');
    await window.page.keyboard.press('Tab');
    await window.page.keyboard.press('Space');
    await plan().says('4 pages will be published');
    await clear();
  });

  it('is replaced without a word while nobody said anything in it, and asks otherwise', async () => {
    const { window } = stage;
    await begin('rest', '5 pages will be published');
    await begin('other', '2 pages will be published');
    await plan().toggle('other/one.md');
    await plan().says('1 page will be published');
    await begin('rest');
    const asked = await window.dialog();
    assert.equal(asked.detail, 'Replace the plan of 2 files? What you checked and decided in it is lost.');
    await asked.click('Cancel');
    await plan().says('1 page will be published');
    await begin('rest');
    await (await window.dialog()).click('Replace Plan');
    await plan().says('5 pages will be published');
    await clear();
  });

  it('stops at Cancel, shows the report, and tries one file again', async () => {
    const { window, wiki } = stage;
    await hold('rest', '5 pages will be published', arrives, arrives, arrives, arrives);
    // Where nobody sees the view, a notification says how far it is
    await window.command('View: Toggle Panel Visibility');
    await window.notification('Publishing 5 pages: 0 of 5');
    await window.command('View: Toggle Panel Visibility');
    await plan().clickTitle('Cancel');
    await window.statusMessage('Finishing what is already under way…');
    wiki.release();
    await window.notification('4 of 5 pages were published: 1 not sent. Cancelled.');
    await plan().row(/^rest\/rest5\.md rest 5 · /);
    await plan().clickTitle('Show Report');
    await window.activeTab(/^Publish Report/);
    await window.closeNotifications();
    await plan().clickInline('rest/rest5.md', 'Publish to Wiki');
    await window.notification('“rest 5” was published.');
    await plan().shows(
      /^Published 5$/,
      ...[1, 2, 3, 4, 5].map((name) => new RegExp(`^rest/rest${name}\\.md rest ${name}`)),
    );
    await plan().says(/: 5 published$/);
    await window.screenshot('published-by-itself');
    await window.closeNotifications();
    await window.activeTab(/^Publish Report/);
    await plan().clickInline('rest/rest1.md', 'Open in Wiki');
    await window.notification(/To open “rest 1”, VS Code needs a platform token\.$/);
    await clear();
  });

  it('has a run beside which a document is published', async () => {
    const { window, wiki } = stage;
    await hold('long', '5 pages will be published', arrives, arrives, arrives, arrives);
    await window.openFile('alone.md');
    await window.command('Publish Again');
    await window.notification('“Alone” was published.');
    await window.screenshot('published-beside-a-run');
    assert.equal(wiki.stalled, 4);
    await plan().says(/0 of 5/);
    wiki.release();
    await window.notification('5 pages were published.');
    await clear();
  });

  it('leads from a token that is refused in the middle of its run to another one, and then to the rest', async () => {
    const { window, wiki } = stage;
    const body = '{"body":"The token has expired."}';
    const expired = { do: 'answer', status: 401, body, held: true } as const;
    await hold('spent', '4 pages will be published', arrives, arrives, arrives, expired);
    wiki.release();
    const told = await window.notification(
      /^3 of 4 pages were published: 1 failed\. The wiki does not know the API token/,
    );
    await window.screenshot('token-refused-in-a-run');
    await told.click('Replace Token…');
    await window.quickTitle('API Token for Team Wiki');
    await window.quickType(await wiki.createToken());
    await window.accept();
    await window.quickPick(/^Leave the page as /);
    await window.notification('4 pages were published.');
    await clear();
  });

  it('says of a file that is written what a publish does by now, in the group where it belongs by now', async () => {
    const { window } = stage;
    await begin('broken', '1 file needs a decision. 1 page will be published.');
    await plan().toggle('broken/whole.md');
    await plan().says('“broken”: 1 file needs a decision.');
    await plan().clickInline('broken/open.md', 'Resolve…');
    await window.quick.rowsOnce((rows) => rows.at(-1)?.detail.startsWith('This comment does not') === true);
    await window.escape();
    await writeFile(file('broken/open.md'), page('Open'));
    assert.equal((await plan().row(/^broken\/open\.md Open/)).checked, false);
    await plan().shows(/^New 2$/, /^broken\/open\.md Open/, /^broken\/whole\.md Whole/);
    await plan().says(/: 0 pages will be published\.$/);
    await window.screenshot('plan-mended');
    await writeFile(file('broken/whole.md'), page('Whole').replace('About', 'About <!-- this'));
    await plan().says('“broken”: 1 file needs a decision.');
    await plan().shows(/^Needs a Dec.* 1$/, /^broken\/whole\.md This comm/, /^New 1$/, /^broken\/open\.md/);
    await writeFile(file('broken/whole.md'), page('Whole'));
    await plan().row(/^broken\/whole\.md Whole/);
    await plan().more('Refresh Plan');
    await plan().says(/: 1 page will be published\.$/);
    await plan().shows(/^New 2$/, /^broken\/open\.md Open/, /^broken\/whole\.md Whole/);
    await plan().rowsOnce((rows) => rows.map(({ checked }) => checked), [false, true, false]);
    // What is published by itself is not sent a second time
    await window.openFile('broken/open.md');
    await window.command('Publish Again');
    await window.notification('“Open” was published.');
    await plan().says(/: 0 pages will be published\.$/);
    await writeFile(file('broken/open.md'), page('Open').replace('About', 'More about'));
    await plan().row(/^Changed 1$/);
    await clear();
  });

  it('gives one of two files of a title another one from its row, and the other one is free', async () => {
    const { window, wiki } = stage;
    await begin('twins', '2 files need a decision.');
    await plan().clickInline('twins/b/index.md', 'Resolve…');
    assert.equal(await window.quickValue(), 'Overview (b)');
    await window.quickMessage(/^Another title for “twins\/b\/index\.md”: “twins\/a\/index\.md” has /);
    await window.accept();
    await plan().says('2 pages will be published');
    await publishNew();
    await window.notification('2 pages were published.');
    for (const title of ['Overview', 'Overview (b)']) {
      assert.ok(wiki.pages.findPage(guides.space, guides.parent, title));
    }
    await clear();
  });

  it('comes back after a reload with what was unchecked, and asks again what was answered', async () => {
    const { window } = stage;
    await begin('kept');
    await publishNew();
    await window.notification('2 pages were published.');
    await writeFile(file('kept/old.md'), page('Renamed'));
    await writeFile(file('kept/new.md'), page('New').replace('About', 'More about'));
    await begin('kept', '1 file needs a decision. 1 page will be published.');
    await plan().clickTitle('Resolve…');
    await window.quick.rowsOnce((rows) => rows.at(-1)?.label === 'Replace the page');
    await window.quickPick('Keep the old title');
    await plan().shows(/^Ready 1$/, /^kept\/old\.md /, /^Changed 1$/, /^kept\/new\.md /);
    await plan().toggle('kept/new.md');
    await plan().says(/: 1 page will be published\.$/);
    await window.stored(/kept\/new\.md/);
    await window.reload();
    await plan().says(/^“kept”: 1 file needs a decision\.$/);
    assert.equal((await plan().row('kept/old.md')).checked, undefined);
    assert.equal((await plan().row('kept/new.md')).checked, false);
    await rm(file('kept/new.md'));
    await plan().more('Refresh Plan');
    await plan().row('kept/old.md');
    await plan().rowsOnce((rows) => rows.filter(({ text }) => text.startsWith('kept/new.md')), []);
    await clear();
  });

  it('publishes a folder as a tree of pages with links and a file that has a problem, in 12 actions', async () => {
    const { window, wiki, folder } = stage;
    await enterNewToken(window, wiki);
    const before = window.actions.length;
    await begin('book', '1 file needs a decision. 4 pages will be published.');
    await plan().clickTitle('Publish as a Tree of Pages…');
    await window.quickPick('As a Tree, for Everyone');
    await window.quickMessage(/^A tree needs a platform token, to find the page that others go under\./);
    await window.escape();
    await plan().says('1 file needs a decision. 3 files need a platform token. 1 page will be published.');
    await plan().row(/^book\/one\.md It goes under book\/index\.md\. Finding that page needs /);
    await plan().clickInline('book/one.md', 'Resolve…');
    await answerPlatformToken(window, wiki);
    // The rows come free by themselves
    await plan().says(/: 1 file needs a decision\. 4 pages will be published\.$/);
    await plan().row(/^book\/one\.md Chapter One → under book\/index\.md$/);
    const tree = ['2 book/index.md', '3 book/one.md', '3 book/three.md', '3 book/two.md'];
    await plan().rowsOnce(
      (rows) => rows.map(({ level, text }) => `${level} ${text.split(' ')[0]}`),
      ['1 Needs', '2 book/open.md', '1 New', ...tree],
    );
    assert.match(await readFile(path.join(folder, '.vscode/settings.json'), 'utf8'), /"book": "tree"/);
    // Two more publish it
    assert.ok(window.actions.length <= before + 10, window.actions.slice(before).join(', '));
    await losePlatformToken(stage);
    await plan().more('Refresh Plan');
    await plan().says('1 file needs a decision. 3 files need a platform token. 1 page will be published.');
    await publishNew();
    await (await window.notification(/\. 3 files need a platform token\.$/)).click('Set Platform Token…');
    await answerPlatformToken(window, wiki);
    await plan().says(/: 1 file needs a decision\. 3 pages will be published\.$/);
    const { id: parentId = '' } = wiki.pages.findPage(guides.space, guides.parent, 'The Book') ?? {};
    wiki.pages.createPage({ spaceId: guides.space, parentId, title: 'Chapter Two', content: 'Theirs.' });
    await plan().publish();
    // Only this one is there, so nothing is asked about the other two
    await window.quick.asks('The wiki already has a page with the title “Chapter Two”:');
    await window.quickPick('Replace the page');
    await window.notification(/^3 pages were published\./);
    assert.match(wiki.pages.findPage(guides.space, parentId, 'Chapter Two')?.content ?? '', /Text/);
    await losePlatformToken(stage);
  });

  it('offers for each file what helps once the run is over, and stays until it is cleared', async () => {
    const { window, wiki } = stage;
    wiki.script(refused, refused);
    await begin('other');
    await publishNew();
    await (await window.notification('0 of 2 pages were published: 2 failed.')).click('Show Report');
    await window.activeTab(/^Publish Report/);
    await plan().row(/^other\/one\.md One · /);
    await window.screenshot('plan-failed');
    await plan().click('other/one.md');
    await window.notification(/No\./);
    await window.activeTab('one.md');
    await window.closeNotifications();
    await writeFile(file('other/two.md'), page('Two').replace('About', 'About <!-- this'));
    await plan().clickTitle('Publish the Rest');
    await plan().says('Publish the Rest: 1 file needs a decision. 1 page will be published.');
    await clear();
    await writeFile(file('other/two.md'), page('Two'));
    await window.command('Publish the Rest');
    await window.quickPick(/^Leave the pages? as /);
    await window.notification('2 pages were published.');
    assert.doesNotMatch((await plan().row(/^other\/two\.md Two$/)).spoken, /published, published/i);
    assert.ok(wiki.pages.findPage(guides.space, guides.parent, 'Two'));
    await clear();
  });

  it('is taken up after a reload in the middle of its run, and sends no page twice', async () => {
    const { window, wiki } = stage;
    await hold('cut', '2 pages will be published', arrives, arrives);
    // Both are one text: until it is written, a reload brings the plan back beside what was interrupted
    await window.stored(/^(?!.*"plan":).*"running":true/s);
    await window.reload();
    wiki.release();
    const interrupted = await window.notification(
      /^Publishing was interrupted: 0 of 2 pages had been published\./,
    );
    await plan().gone();
    await interrupted.click('Publish the Rest');
    await window.quickPick('Leave the pages as they are');
    await window.quickTitle('API Token for Team Wiki');
    await window.quickType(await wiki.createToken());
    await window.accept();
    await window.notification('0 of 2 pages were published: 2 unknown.');
    await plan().row(
      /^cut\/one\.md Cut One · .* an earlier attempt may have arrived.*\. Nothing was replaced\./,
    );
    await window.screenshot('plan-interrupted');
    for (const title of ['Cut One', 'Cut Two']) {
      assert.equal(wiki.pages.findPage(guides.space, guides.parent, title)?.version, 1);
    }
    await clear();
  });

  it('asks again where its check marks changed while a question was open, and closes with the question', async () => {
    const { window, wiki } = stage;
    const before = wiki.requests.length;
    const uncheckWhileAsked = async (): Promise<void> => {
      await begin('own', '2 pages will be published');
      await plan().publish();
      await window.quickTitle('Publish “own” to Wiki');
      await plan().toggle('own/own-a.md');
      await plan().says('1 page will be published');
    };
    await uncheckWhileAsked();
    await clear();
    await uncheckWhileAsked();
    wiki.script(refused);
    await window.quickPick(/^Leave the pages? as /);
    await window.quickPick(/^Leave the pages? as /);
    await window.notification('The page was not published.');
    assert.equal(wiki.requests.length - before, 1);
    await clear();
  });
});

import assert from 'node:assert/strict';
import { PlanView } from '../host/planView.js';
import { onStage } from './stage.js';
import { enterNewToken, inGuides } from './steps.js';

const refused = { do: 'answer', status: 400, body: '{"body":"No."}' } as const;

describe('The buttons and menus of a plan', () => {
  const stage = onStage({
    files: Object.fromEntries(
      ['rest 1', 'rest 2', 'rest 3', 'rest 4', 'rest 5', 'own 1', 'own 2'].map((title) => [
        `${title.slice(0, -2)}/${title.replace(' ', '')}.md`,
        `${inGuides()}# ${title}\n\nText.\n`,
      ]),
    ),
  });
  const plan = (): PlanView => new PlanView(stage.window.screen);
  const begin = async (): Promise<void> => {
    await stage.window.explorerContext('rest', 'Publish Folder to Wiki');
    await plan().says('5 will be published');
  };
  const clear = async (): Promise<void> => {
    await plan().clickTitle('Clear');
    await plan().gone();
  };

  before(() => enterNewToken(stage.window, stage.wiki));

  it('is laid out by folders, and does for all that is selected what a menu says', async () => {
    const { window } = stage;
    await begin();
    await plan().clickTitle('View as Tree');
    await plan().shows(
      /^New 5$/,
      /^rest\/ 5$/,
      ...[1, 2, 3, 4, 5].map((name) => new RegExp(`rest${name}\\.md`)),
    );
    await plan().click('rest2.md');
    await window.activeTab('rest2.md');
    await plan().select('rest4.md', 'rest2.md');
    await plan().context('rest3.md', 'Uncheck');
    await plan().says('2 will be published');
    const checked = async (): Promise<(boolean | undefined)[]> =>
      (await plan().rows()).slice(2).map((row) => row.checked);
    assert.deepEqual(await checked(), [true, false, false, false, true]);
    await plan().context('rest3.md', 'Check');
    await plan().says('5 will be published');
    await plan().clickTitle('View as List');
    await plan().shows(/^New 5$/, ...[1, 2, 3, 4, 5].map((name) => new RegExp(`^rest/rest${name}\\.md`)));
    await plan().context('rest/rest5.md', 'Open File');
    await window.activeTab('rest5.md');
    await clear();
  });

  it('stops at Cancel, shows the report, and tries one file again', async () => {
    const { window, wiki } = stage;
    wiki.script(...Array.from({ length: 4 }, () => ({ do: 'stall', processed: true }) as const));
    await begin();
    await plan().publish();
    await window.quickPick(/^Create the pages?$/);
    await window.screen.until('four requests', () => Promise.resolve(wiki.stalled === 4));
    await plan().clickTitle('Cancel');
    await window.statusMessage('Finishing what is already under way…');
    wiki.release();
    await window.notification('4 of 5 pages were published: 1 not sent. Cancelled.');
    await plan().row(/^rest\/rest5\.md not sent · /);
    await plan().clickTitle('Show Report');
    await window.activeTab(/^Publish Report/);
    await window.closeNotifications();
    await plan().clickInline('rest/rest5.md', 'Try Again');
    await window.notification('“rest 5” was published.');
    await plan().shows(
      /^Published 5$/,
      ...[1, 2, 3, 4, 5].map((name) => new RegExp(`^rest/rest${name}\\.md published`)),
    );
    await plan().says('All 5 pages were published.');
    await window.screenshot('published-by-itself');
    await window.closeNotifications();
    await window.activeTab(/^Publish Report/);
    await plan().clickInline('rest/rest1.md', 'Open in Wiki');
    await window.notification('To open the page, VS Code needs a platform token.');
    await clear();
  });

  it('asks again where its check marks changed while a question was open, and closes with the question', async () => {
    const { window, wiki } = stage;
    const before = wiki.requests.length;
    await window.explorerContext('own', 'Publish Folder to Wiki');
    await plan().says('2 will be published');
    await plan().publish();
    await window.quickTitle('Publish Folder to Wiki');
    await plan().toggle('own/own1.md');
    await plan().says('1 will be published');
    await plan().clickTitle('Clear');
    await plan().gone();
    await window.explorerContext('own', 'Publish Folder to Wiki');
    await plan().says('2 will be published');
    await plan().publish();
    await window.quickTitle('Publish Folder to Wiki');
    await plan().toggle('own/own1.md');
    await plan().says('1 will be published');
    wiki.script(refused);
    await window.quickPick(/^Create the pages?$/);
    await window.quickPick(/^Create the pages?$/);
    await window.notification('The page was not published.');
    assert.equal(wiki.requests.length - before, 1);
    await window.closeNotifications();
    await clear();
  });

  it('tries all that is selected again, and each is told', async () => {
    const { window, wiki } = stage;
    wiki.script(refused, refused);
    await window.explorerContext('own', 'Publish Folder to Wiki');
    await plan().says('2 will be published');
    await plan().publish();
    await window.quickPick(/^Create the pages?$/);
    await window.notification('0 of 2 pages were published: 2 failed.');
    await window.closeNotifications();
    wiki.script(refused, refused);
    const before = wiki.requests.length;
    await plan().select('own/own1.md', 'own/own2.md');
    await plan().context('own/own2.md', 'Try Again');
    await window.screen.until('two more sends', () => Promise.resolve(wiki.requests.length - before === 2));
    await window.notification(/“own 1”/);
    await window.notification(/“own 2”/);
    await window.closeNotifications();
    await clear();
  });

  it('knows of a file that is published by itself while the plan is shown', async () => {
    const { window, wiki } = stage;
    const before = wiki.requests.length;
    await window.explorerContext('own', 'Publish Folder to Wiki');
    await plan().says('2 will be published');
    // Rows that are still drawn may take the focus, and close the palette
    await plan().focused();
    await window.openFile('own/own1.md');
    await window.command('Publish to Wiki');
    await window.notification('“own 1” was published.');
    await window.closeNotifications();
    await plan().says('1 will be published');
    await plan().row(/^own\/own1\.md Unchanged/);
    await window.editor.type('More. ');
    await window.command('File: Save');
    await plan().says('2 will be published');
    await plan().row(/^own\/own1\.md Changed/);
    await plan().focus();
    await plan().publish();
    await window.quickPick(/^Create the pages?$/);
    await window.notification('All 2 pages were published.');
    assert.equal(wiki.requests.length - before, 3);
    await clear();
  });
});

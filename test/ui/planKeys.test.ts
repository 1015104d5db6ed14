import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { PlanView } from '../host/planView.js';
import { onStage } from './stage.js';
import { answerPlace, enterNewToken, enterPlatformToken, guides, inGuides } from './steps.js';

const page = (title: string): string => `${inGuides('  overwrite: false')}# ${title}\n\nAbout ${title}.\n`;

describe('The plan of a folder', () => {
  const stage = onStage({
    files: {
      'same/one.md': page('One'),
      'same/two.md': page('Two'),
      'asked/edited.md': page('Edited'),
      'asked/old.md': page('Old'),
      'book/index.md': '# The Book\n',
      'book/one.md': '# Chapter One\n\nText.\n',
      'book/two.md': '# Chapter Two\n\nText.\n',
    },
  });

  before(async () => {
    await enterNewToken(stage.window, stage.wiki);
    await enterPlatformToken(stage.window, stage.wiki);
  });

  const plan = (): PlanView => new PlanView(stage.window.screen);
  const begin = (folder: string): Promise<void> =>
    stage.window.explorerContext(folder, 'Publish Folder as Wiki Pages…');

  it('sends an unchanged file that was checked with the keyboard alone, however long that took', async () => {
    const { window, wiki } = stage;
    await begin('same');
    await plan().publish();
    await window.notification('2 pages were published.');
    const before = wiki.requests.length;
    await begin('same');
    await plan().says('0 pages will be published.');
    await plan().focused();
    await window.page.keyboard.press('ArrowRight');
    await plan().row('same/one.md');
    for (const key of ['ArrowDown', 'Tab', 'Space']) {
      await window.page.keyboard.press(key);
    }
    await plan().says('1 page will be published.');
    // After 5 seconds, the files are read again
    await pause(5_500);
    await window.page.keyboard.press('Control+Enter');
    await window.notification('The page was published.');
    assert.equal(wiki.requests.length - before, 1);
  });

  it('asks about one file after the other, and no more about one that was left out, but from its own row', async () => {
    const { window, wiki, folder } = stage;
    await begin('asked');
    await plan().publish();
    await window.notification('2 pages were published.');
    for (const title of ['Edited', 'Old']) {
      const page = wiki.pages.findPage(guides.space, guides.parent, title);
      wiki.pages.edit(page ?? assert.fail(`There is no page ${title}.`), { content: 'Theirs.' });
    }
    await writeFile(path.join(folder, 'asked/old.md'), page('Renamed'));
    await begin('asked');
    await plan().says('“asked”: 2 files need a decision.');
    await plan().clickTitle('Resolve…');
    await window.quick.asks('Changed in the wiki: “asked/edited.md”');
    await window.quickPick('Leave Out');
    await window.quick.asks('“asked/old.md” has a different title from its page:');
    await window.escape();
    await plan().says('“asked”: 1 file needs a decision.');
    await plan().shows(
      /^Needs a Decision 1$/,
      /^asked\/old\.md /,
      /^Left Out 1$/,
      /^asked\/edited\.md Changed in the wiki · Edited → /,
    );
    await window.screenshot('plan-left-out');
    await plan().clickInline('Needs a Decision', 'Resolve…');
    await window.quick.asks('“asked/old.md” has a different title from its page:');
    await window.quickPick('Keep the old title');
    await window.quick.asks('Changed in the wiki: “asked/old.md”');
    await window.escape();
    await plan().says('“asked”: 1 file needs a decision.');
    await plan().clickInline('Needs a Decision', 'Resolve…');
    await window.quick.asks('Changed in the wiki: “asked/old.md”');
    await window.quickPick('Replace the page');
    await plan().says('“asked”: 1 page will be published.');
    await plan().clickInline('asked/edited.md', 'Resolve…');
    await window.quickPick('Replace the page');
    await plan().says('“asked”: 2 pages will be published.');
    await plan().more('Clear');
    await plan().gone();
  });

  it('stays a tree where its destination is chosen after that', async () => {
    const { window, wiki } = stage;
    await begin('book');
    await plan().says('3 files have no destination yet.');
    await plan().clickTitle('Publish as a Tree of Pages…');
    await window.quickPick('As a Tree, for Me');
    await window.screen.until('the tree', async () => (await plan().row(/^book\/one\.md/)).level === 3);
    await plan().clickInline('No Destination', 'Resolve…');
    await answerPlace(window, guides);
    await plan().says('“book”: 3 pages will be published.');
    await plan().row(/^book\/one\.md Chapter One → under book\/index\.md$/);
    await plan().click('book/two.md');
    await window.activeTab('two.md');
    // The key is that of the plan, where the file was only looked at
    await window.page.keyboard.press('Control+Enter');
    await window.notification('3 pages were published.');
    const { id = '' } = wiki.pages.findPage(guides.space, guides.parent, 'The Book') ?? {};
    assert.ok(wiki.pages.findPage(guides.space, id, 'Chapter One'));
  });
});

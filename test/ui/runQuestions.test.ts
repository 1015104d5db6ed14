import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { onStage } from './stage.js';
import { enterNewToken, guides, lastBody } from './steps.js';

const target = (more = ''): string =>
  `---\nwiki:\n  space: '${guides.space}'\n  parent: '${guides.parent}'\n${more}---\n`;
const page = (title: string, more = ''): string => `${target(more)}# ${title}\n\nAbout ${title}.\n`;

describe('What a run asks', () => {
  const stage = onStage({
    files: {
      'foreign/over.md': page('Handbook', '  overwrite: true\n'),
      'titles/one.md': page('First'),
      'titles/two.md': page('Second'),
      'wrong/c.md': page('Moved').replace(guides.parent, '999999'),
      'open/a.md': page('Open').replace('About', 'About <!-- this'),
    },
  });

  before(() => enterNewToken(stage.window, stage.wiki));

  beforeEach(() => stage.window.closeNotifications());

  const plan = async (folder: string): Promise<string[][]> => {
    const { window } = stage;
    await window.explorerContext(folder, 'Publish Folder to Wiki');
    await window.quickTitle(/^Publish Folder to Wiki: /);
    return rows();
  };
  const rows = async (): Promise<string[][]> =>
    (await stage.window.quickRows()).map(({ separator, label, detail }) => [separator, label, detail]);
  const pageOf = (title: string, parent = guides.parent) =>
    stage.wiki.pages.findPage(guides.space, parent, title);
  const asks = async (placeholder: string, ...choices: string[]): Promise<void> => {
    const { window } = stage;
    await window.screen.until(`the question ${placeholder}`, async () => {
      const labels = (await window.quickRows()).map(({ label }) => label);
      return (await window.quickPlaceholder()) === placeholder && labels.join() === choices.join();
    });
  };

  it('never replaces a page that somebody else wrote without a word, whatever the front matter says', async () => {
    const { window, wiki } = stage;
    wiki.pages.createPage({
      spaceId: guides.space,
      parentId: guides.parent,
      title: 'Handbook',
      content: 'Theirs.',
    });
    assert.deepEqual(await plan('foreign'), [
      ['Replaces a page that others may have created (1)', 'foreign/over.md', ''],
    ]);
    await window.accept();
    await window.notification(
      'No file has a check mark. Check the files that you want to publish, then press Enter.',
    );
    assert.equal(wiki.requests.length, 0);
    await window.screenshot('foreign');
    await window.quickPick('foreign/over.md');
    await window.accept();
    await asks('If the page for “foreign/over.md” already exists:', 'Stop if the page exists', 'Update it');
    await window.accept();
    const stopped = await window.notification(/^The page was not published\./);
    assert.equal(pageOf('Handbook')?.content, 'Theirs.');
    assert.deepEqual(stopped.buttons, ['Resume', 'Change Target…', 'Show Report']);
    await stopped.click('Resume');
    await window.quickTitle(/^Resume Publishing/);
    assert.deepEqual((await rows())[0]?.[0], 'Replaces a page that others may have created (1)');
    await window.quickPick('foreign/over.md');
    await window.accept();
    await window.quickPick('Update it');
    await window.notification('The page was published.');
    assert.match(pageOf('Handbook')?.content ?? '', /About Handbook/);
  });

  it('makes no second page for a file with another heading without a word, unless its row’s button is told to', async () => {
    const { window, wiki } = stage;
    await plan('titles');
    await window.accept();
    await window.quickPick('Stop if the page exists');
    await window.notification('All 2 pages were published.');
    await window.closeNotifications();
    await writeFile(path.join(stage.folder, 'titles/one.md'), page('Another'));
    assert.deepEqual(await plan('titles'), [
      ['Retitled (1)', 'titles/one.md', 'The page created from it has the title “First”.'],
      ['Unchanged (1)', 'titles/two.md', ''],
    ]);
    const before = wiki.requests.length;
    await window.accept();
    await window.notification(/^No file has a check mark/);
    await window.quickPick('titles/one.md');
    await window.accept();
    await asks(
      '“titles/one.md” has a different title from its page:',
      'Keep the old title',
      'Create a second page',
    );
    await window.screenshot('retitled');
    await window.accept();
    await window.notification('The page was published.');
    assert.equal(wiki.requests.length, before + 1);
    assert.deepEqual([lastBody(wiki).pageTitle, lastBody(wiki).overwrite], ['First', true]);
    assert.equal(pageOf('Another'), undefined);
    await window.closeNotifications();
    await writeFile(path.join(stage.folder, 'titles/two.md'), page('Other'));
    await plan('titles');
    await window.quick.pressRowButton('titles/two.md', 'Choose What Happens…');
    await window.quickPick('Create a second page');
    await window.screen.until('the choice in the row', async () =>
      (await rows()).some(
        ([, label, detail]) => label === 'titles/two.md' && detail?.endsWith('✓ Create a second page'),
      ),
    );
    await window.accept();
    await window.notification('The page was published.');
    assert.ok(pageOf('Other') && pageOf('Second'));
  });

  it('changes the target of what failed from the notice of the run', async () => {
    const { window } = stage;
    await plan('wrong');
    await window.accept();
    await window.quickPick('Stop if the page exists');
    await (await window.notification(/^The page was not published\./)).click('Change Target…');
    await window.quickTitle('Change Target (1/2)');
    await window.accept();
    await window.quickTitle('Change Target (2/2)');
    await window.quickType(guides.parent);
    await window.accept();
    await window.quickTitle(/^Resume Publishing/);
    await window.accept();
    await window.quickPick('Stop if the page exists');
    await window.notification('The page was published.');
    assert.ok(pageOf('Moved'));
  });

  it('publishes a file with problems anyway, when the person says so', async () => {
    const { window } = stage;
    const [[separator = '', , reason = ''] = []] = await plan('open');
    assert.equal(separator, 'Blocked (1)');
    assert.notEqual(reason, '');
    await window.quick.pressRowButton('open/a.md', 'Publish Anyway');
    await window.screen.until('the answer in the row', async () =>
      (await rows()).some(
        ([, , detail]) => detail === `It will be published despite its problems: ${reason}`,
      ),
    );
    await window.escape();
    await plan('open');
    await window.quickPick('open/a.md');
    await window.accept();
    await asks('“open/a.md” has problems:', 'Leave Out', 'Publish Anyway');
    await window.quickPick('Publish Anyway');
    await window.quickPick('Stop if the page exists');
    await window.notification('The page was published.');
    assert.ok(pageOf('Open'));
  });

  it('resumes one unfinished run after the other', async () => {
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
      await window.screen.until(`the plan of ${name}`, async () => {
        await window.closeNotifications();
        await plan(name);
        return true;
      });
      await window.accept();
      await window.quickPick('Stop if the page exists');
      await window.notification(/^The page was not published\./);
      await window.closeNotifications();
    }
    await window.command('Resume Publishing');
    await window.quickTitle(/^Resume Publishing/);
    assert.deepEqual(
      (await rows()).map(([, , detail]) => detail),
      ['late/late.md', 'early/early.md'],
    );
    await window.accept();
    await window.notification('The page was published.');
    await window.closeNotifications();
    await window.command('Resume Publishing');
    await window.notification('The page was published.');
    assert.ok(pageOf('late') && pageOf('early'));
  });
});

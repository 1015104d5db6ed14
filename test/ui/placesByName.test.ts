import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { WikiView } from '../host/wikiView.js';
import { said } from './said.js';
import { onStage } from './stage.js';
import { answerSteps, enterNewToken, enterPlatformToken, lastBody } from './steps.js';

/** Parent pages of many files. */
const parents = Array.from({ length: 8 }, (_, index) => ({
  id: String(200_001 + index),
  title: `Part ${index + 1}`,
}));

describe('A place that is named as people name it', () => {
  const stage = onStage({
    wiki: { acceptSpaceKeys: false },
    files: {
      'many/one.md': '---\nwiki: { space: DOCS, parent: "100102" }\n---\n# One\n\nText.\n',
      'key.md': '---\nwiki: { space: DOCS, parent: "100102" }\n---\n# Key\n\nText.\n',
      'asked.md': '# Asked\n\nText.\n',
      'named.md': '# Named\n\nText.\n',
      ...Object.fromEntries(
        parents.map(({ id, title }) => [
          `parts/${id}.md`,
          `---\nwiki: { space: "1001", parent: "${id}" }\n---\n# In ${title}\n\nText.\n`,
        ]),
      ),
    },
  });

  before(() => enterNewToken(stage.window, stage.wiki));
  beforeEach(() => stage.window.closeNotifications());

  const why =
    '“DOCS” is a space’s key. Enter the space’s ID instead, or set a platform token, with which it is found.';
  const placeOf = () => {
    const { spaceId, parentId } = lastBody(stage.wiki);
    return [spaceId, parentId];
  };

  it('needs a platform token where it is a key, which is said before anything is sent', async () => {
    const { window, wiki } = stage;
    await window.openFile('key.md');
    await window.command('Publish to Wiki');
    await said(window, why, 'error', ['Set Platform Token…']);
    await window.explorerContext('many', 'Publish Folder to Wiki');
    await window.quickTitle('Publish Folder to Wiki: 1 blocked');
    const [row] = await window.quickRows();
    assert.equal(row?.detail, why);
    await window.escape();
    assert.equal(wiki.requests.length + wiki.lookups.length, 0);
  });

  it('is asked for where an address does not tell it', async () => {
    const { window, wiki } = stage;
    await window.openFile('asked.md');
    await window.command('Publish to Wiki');
    await window.quickTitle('Publish to Wiki (1/4)');
    await window.quickType('wiki.example.com/wiki/spaces/ENG/pages/100203');
    await window.quickMessage(/^This is not a complete address\. An address starts with https:/);
    await window.quickType(`${wiki.origin}/wiki/spaces/ENG/pages/100203/Runbooks`);
    await window.accept();
    const idAt = `${wiki.origin}/wiki/api/v2/spaces?keys=ENG`;
    assert.equal(
      await window.quickMessage(/^Now enter/),
      `Now enter the ID of space ENG: it is the “id” at ${idAt} (Press 'Enter' to confirm or 'Escape' to cancel)`,
    );
    await window.quickType('1002');
    await window.accept();
    await window.quickTitle('Publish to Wiki (2/4)');
    assert.equal(await window.quickValue(), '100203');
    await window.quickBack();
    await window.quickTitle('Publish to Wiki (1/4)');
    await window.quickType(`${wiki.origin}/wiki/pages/viewpage.action?pageId=100103`);
    await window.accept();
    await window.quickMessage(
      /^The page is known, but its address does not tell the space\. Now enter the ID of the space\./,
    );
    await window.escape();
  });

  it('becomes its id with a platform token, alone and among many', async () => {
    const { window, wiki } = stage;
    await enterPlatformToken(window, wiki);
    await window.openFile('key.md');
    await window.command('Publish to Wiki');
    await window.notification('“Key” was published.');
    assert.deepEqual(placeOf(), ['1001', '100102']);
    await window.explorerContext('many', 'Publish Folder to Wiki');
    await window.quickTitle('Publish Folder to Wiki: 1 new');
    await window.accept();
    await window.quickPick('Stop if the page exists');
    await window.notification('The page was published.');
    assert.deepEqual(placeOf(), ['1001', '100102']);
  });

  it('is shown by its ids at once, and by its name when the wiki tells it', async () => {
    const { window, wiki } = stage;
    wiki.pages.createPage({ id: '200101', spaceId: '1001', parentId: '100101', title: 'Team', content: '' });
    const told = Promise.withResolvers<undefined>();
    wiki.spoilLookups(() => ({ until: told.promise }));
    await window.openFile('named.md');
    await window.command('Publish to Wiki');
    await answerSteps(window, { space: '1001', parent: '200101' });
    await window.notification('“Named” was published.');
    await window.command('Publish to Wiki');
    await window.quickTitle('Publish to Wiki');
    await window.quick.rowsOnce((rows) => rows.some(({ label }) => label.endsWith('→ 1001 / 200101')));
    await window.quick.moveTo(({ label }) => label === 'Change…');
    told.resolve(undefined);
    wiki.spoilLookups(undefined);
    const rows = await window.quick.rowsOnce((all) =>
      all.some(({ label }) => label.endsWith('→ Team in Product Documentation')),
    );
    assert.deepEqual(
      rows.filter(({ focused }) => focused).map(({ label }) => label),
      ['Change…'],
    );
    await window.escape();
  });

  it('is looked up while its box is busy, which another text or Escape ends', async () => {
    const { window, wiki } = stage;
    const told = Promise.withResolvers<undefined>();
    wiki.spoilLookups(() => ({ until: told.promise }));
    await window.openFile('asked.md');
    await window.command('Publish to Wiki');
    await window.quickTitle('Publish to Wiki (1/4)');
    await window.quickType('ENG');
    await window.accept();
    await window.screen.until('the box to be busy', () => window.quick.isBusy());
    await window.quickType('DOCS');
    await window.screen.until('the box not to be busy', async () => !(await window.quick.isBusy()));
    await window.accept();
    await window.screen.until('the box to be busy', () => window.quick.isBusy());
    told.resolve(undefined);
    wiki.spoilLookups(undefined);
    await window.quickTitle('Publish to Wiki (2/4)');
    await window.escape();
    await window.quick.hidden();
  });

  it('may be the address of a page', async () => {
    const { window, wiki, folder } = stage;
    const address = `${wiki.origin}/wiki/spaces/ENG/pages/100203/Runbooks`;
    await writeFile(
      path.join(folder, 'pasted.md'),
      `---\nwiki:\n  parent: ${address}\n---\n# Pasted\n\nText.\n`,
    );
    await window.openFile('pasted.md');
    await window.command('Publish to Wiki');
    await window.notification('“Pasted” was published.');
    assert.deepEqual(placeOf(), ['1002', '100203']);
  });

  it('is found by the title of the parent page, among those of its title by what is above', async () => {
    const { window, wiki } = stage;
    wiki.pages.createPage({ id: '100110', spaceId: '1001', parentId: '100102', title: 'Setup', content: '' });
    wiki.pages.createPage({ id: '100111', spaceId: '1001', parentId: '100103', title: 'Setup', content: '' });
    await window.openFile('asked.md');
    await window.command('Publish to Wiki');
    await window.quickTitle('Publish to Wiki (1/4)');
    await window.quickType('DOCS');
    await window.accept();
    await window.quickTitle('Publish to Wiki (2/4)');
    await window.quickType('Setu');
    const none = 'No page with exactly this title was found in the space.';
    await window.screen.until('that there is none', async () =>
      (await window.quickRows()).some(({ label }) => label === none),
    );
    await window.quickType('Setup');
    const found = await window.screen.until('the pages', async () => {
      const rows = (await window.quickRows()).filter(({ label }) => label === 'Setup');
      return rows.length === 2 && rows;
    });
    assert.deepEqual(found.map(({ description }) => description).sort(), [
      'Product Documentation Home › Guides · 100110',
      'Product Documentation Home › Reference · 100111',
    ]);
    await window.screenshot('parent-by-title');
    await window.quick.moveTo(({ description }) => description.includes(' › Reference · '));
    await window.accept();
    await window.quickTitle('Publish to Wiki (3/4)');
    await window.accept();
    await window.quickPick('Stop if the page exists');
    await window.notification('“Asked” was published.');
    assert.deepEqual(placeOf(), ['1001', '100111']);
  });

  it('has its name in the Wiki view, with the id in the tooltip', async () => {
    const { window } = stage;
    const view = new WikiView(window.screen);
    await view.open();
    await view.showFiles(false);
    await view.shows(
      /^Engineering 1$/,
      /^Runbooks 1$/,
      /^Pasted Published/,
      /^Product Documentation 4$/,
      /^Guides 2$/,
      /^Key Published/,
      /^One Published/,
      /^Setup 1$/,
      /^Asked Published/,
      /^Team 1$/,
      /^Named Published/,
    );
    await window.page.locator('.monaco-list-row', { hasText: 'Product Documentation' }).first().hover();
    await window.screen.visible(
      'the ids',
      window.page.locator('.monaco-hover', { hasText: 'Product Documentation (Space 1001): 4 pages' }),
    );
    await window.screenshot('wiki-view-names');
  });

  it('has its name in the view, one of many that the wiki tells at the same time', async () => {
    const { window, wiki } = stage;
    for (const { id, title } of parents) {
      wiki.pages.createPage({ id, spaceId: '1001', parentId: '100101', title, content: '' });
    }
    const view = new WikiView(window.screen);
    await view.showFiles(true);
    await window.explorerContext('parts', 'Publish Folder to Wiki');
    await window.quickTitle('Publish Folder to Wiki: 8 new');
    await window.accept();
    await window.quickPick('Stop if the page exists');
    await window.notification('All 8 pages were published.');
    await view.showFiles(false);
    for (const { title } of parents) {
      await view.row(new RegExp(`^${title} 1$`));
    }
  });

  it('is known in the view as soon as there is a platform token', async () => {
    const { window, wiki, folder } = stage;
    // Here a window that is opened anew has no secrets
    await window.reload();
    const view = new WikiView(window.screen);
    await view.open();
    await view.showFiles(false);
    await view.row(/^Key Published/);
    await writeFile(
      path.join(folder, 'key.md'),
      '---\nwiki: { space: ENG, parent: "100203" }\n---\n# Key\n\nText.\n',
    );
    await view.row(/^Key Blocked/);
    await enterPlatformToken(window, wiki);
    await view.row(/^Key Moved/);
  });
});

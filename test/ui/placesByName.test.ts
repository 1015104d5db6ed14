import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PlanView } from '../host/planView.js';
import { WikiView } from '../host/wikiView.js';
import { said } from './said.js';
import { onStage } from './stage.js';
import { startWiki } from '../wiki/wiki.js';
import {
  answerSteps,
  enterNewToken,
  enterPlatformToken,
  guides,
  inGuides,
  lastBody,
  userSettings,
} from './steps.js';

/** Parent pages of many files. */
const parents = Array.from({ length: 8 }, (_, index) => ({
  id: String(700_001 + index),
  title: `Part ${index + 1}`,
}));

describe('A place that is named as people name it', () => {
  const stage = onStage({
    wiki: { acceptSpaceKeys: false },
    files: {
      '.vscode/settings.json': JSON.stringify({
        'publishToWiki.folders': { named: { space: '1001', parent: '700101' } },
      }),
      'key.md': `${inGuides()}# Key\n\nText.\n`,
      'asked.md': '# Asked\n\nText.\n',
      'found.md': '# Found\n\nText.\n',
      'two.md': '# Two\n\nText.\n',
      'typed.md': '# Typed\n\nText.\n',
      'named/one.md': '# Named\n\nText.\n',
      ...Object.fromEntries(
        parents.map(({ id, title }) => [
          `parts/${id}.md`,
          `---\nwiki: { space: "1001", parent: "${id}" }\n---\n# In ${title}\n\nText.\n`,
        ]),
      ),
    },
    userSettings: { 'files.autoSave': 'off' },
  });

  before(() => enterNewToken(stage.window, stage.wiki));
  beforeEach(() => stage.window.closeNotifications());

  const placeOf = () => {
    const { spaceId, parentId } = lastBody(stage.wiki);
    return [spaceId, parentId];
  };

  it('is asked for where an address does not tell it, and the page above is opened at that address', async () => {
    const { window, wiki } = stage;
    await window.openFile('asked.md');
    await window.command('Publish to Wiki');
    await window.quickTitle('Publish to Wiki (1/4)');
    await window.quickType('wiki.example.com/wiki/spaces/ENG/pages/100203');
    await window.quickMessage(/^This is not a complete address\. An address starts with https:/);
    await window.quickType(`${wiki.origin}/wiki/pages/viewpage.action?pageId=100103`);
    await window.accept();
    await window.quickMessage(
      /^The page is known, but its address does not tell the space\. Now enter the ID of the space\./,
    );
    await window.quickType(`${wiki.origin}/wiki/spaces/ENG/pages/100203/Runbooks`);
    await window.accept();
    await window.quickMessage(
      /^Which number has the space ENG\? Open the address with the button above, and type/,
    );
    await window.quick.press('Open the Address');
    await (await window.opened(/\/wiki\/api\/v2\/spaces\?keys=ENG$/)).close();
    await window.quickType('1002');
    await window.accept();
    // The address answered the parent too
    await window.quickTitle('Publish to Wiki (3/4)');
    await window.accept();
    await window.quickPick(/^Create the pages?$/);
    const done = await said(window, '“Asked” was published.', 'info', [
      'Open in Wiki',
      'Copy Message',
      'Save Destination',
    ]);
    assert.deepEqual(placeOf(), ['1002', '100203']);
    await done.click('Open in Wiki');
    const unknown = await said(window, 'To open the page, VS Code needs a platform token.', 'info', [
      'Open Parent Page',
      'Set Platform Token…',
    ]);
    await unknown.click('Open Parent Page');
    const opened = await window.opened(/\/wiki\/spaces\/ENG\/pages\/100203\/Runbooks$/);
    await opened.close();
    assert.ok(wiki.lookups.every(({ headers }) => headers['user-agent']?.startsWith('Mozilla')));
  });

  it('is what was typed, though that matches one used before; the arrow keys take that one', async () => {
    const { window, wiki } = stage;
    const before = wiki.requests.length;
    const listed = async (): Promise<string[]> => (await window.quickRows()).map(({ label }) => label);
    await window.openFile('typed.md');
    await window.command('Publish to Wiki');
    await window.quickTitle('Publish to Wiki (1/4)');
    const [recent] = await window.quickRows();
    assert.deepEqual([recent?.label, recent?.description], ['1002', 'used before']);
    await window.accept();
    await window.quickTitle('Publish to Wiki (2/4)');
    await window.page.keyboard.insertText('1001');
    await window.page.keyboard.press('Enter');
    await window.quickTitle('Publish to Wiki (3/4)');
    await window.quickBack();
    await window.quickTitle('Publish to Wiki (2/4)');
    assert.deepEqual(await listed(), ['1001', '100203']);
    await window.quickType('100');
    await window.screen.until('the typed id to be offered', async () =>
      (await window.quickRows()).some(({ label, focused }) => focused && label === '100'),
    );
    await window.page.keyboard.press('ArrowUp');
    await window.accept();
    await window.quickTitle('Publish to Wiki (3/4)');
    await window.quickBack();
    await window.quickTitle('Publish to Wiki (2/4)');
    assert.deepEqual(await listed(), ['100203']);
    await window.escape();
    await window.quick.hidden();
    assert.equal(wiki.requests.length, before);
  });

  it('has its name in the view as soon as there is a platform token, one of many, with its id in the tooltip', async () => {
    const { window, wiki, folder } = stage;
    await window.openFile('key.md');
    await window.command('Publish to Wiki');
    await window.notification('“Key” was published.');
    const view = new WikiView(window.screen);
    await view.open();
    await view.showFiles(false);
    await view.row(/^Key Published/);
    await writeFile(
      path.join(folder, 'key.md'),
      '---\nwiki: { space: ENG, parent: "100203" }\n---\n# Key\n\nText.\n',
    );
    await view.row(/^Key Published .*; the next publish is blocked/);
    await enterPlatformToken(window, wiki);
    await view.row(/^Key Moved/);
    await view.row(/^Product Documentation 1$/);
    const space = window.page.locator('.monaco-list-row', { hasText: 'Product Documentation' }).first();
    const ids = window.page.locator('.monaco-hover', { hasText: 'Product Documentation (Space 1001)' });
    // A row that is drawn anew under the mouse has no tooltip until the mouse comes back
    await window.screen.until('the ids', async () => {
      await window.page.mouse.move(0, 0);
      await space.hover();
      await ids.waitFor({ timeout: 3_000 });
      return true;
    });
    await window.screenshot('wiki-view-names');
    await view.showFiles(true);
    for (const { id, title } of parents) {
      wiki.pages.createPage({ id, spaceId: '1001', parentId: '100101', title, content: '' });
    }
    await window.explorerContext('parts', 'Publish Folder to Wiki');
    const plan = new PlanView(window.screen);
    await plan.says('8 will be published');
    await plan.publish();
    await window.quickPick(/^Create the pages?$/);
    await window.notification('All 8 pages were published.');
    await view.showFiles(false);
    for (const { title } of parents) {
      await view.row(new RegExp(`^${title} 1$`));
    }
    await view.showFiles(true);
  });

  it('is shown by its ids at once, and by its name when the wiki tells it', async () => {
    const { window, wiki } = stage;
    wiki.pages.createPage({ id: '700101', spaceId: '1001', parentId: '100101', title: 'Team', content: '' });
    const told = Promise.withResolvers<undefined>();
    wiki.spoilLookups(() => ({ until: told.promise }));
    await window.openFile('named/one.md');
    await window.command('Publish to Wiki');
    await window.quickTitle('Publish to Wiki');
    await window.quick.rowsOnce((rows) =>
      rows.some(({ label }) => label.endsWith('to 700101 in Product Documentation')),
    );
    await window.quick.moveTo(({ label }) => label === 'Change…');
    told.resolve(undefined);
    wiki.spoilLookups(undefined);
    const rows = await window.quick.rowsOnce((all) =>
      all.some(({ label }) => label.endsWith('to Team in Product Documentation')),
    );
    assert.deepEqual(
      rows.map(({ detail, focused }) => [detail, focused]),
      [
        ['If a page with this title is there, nothing is sent. · 1001 / 700101', false],
        ['', true],
      ],
    );
    await window.screenshot('place-names');
    await window.escape();
  });

  it('is looked up while its box is busy, and the parent page is found by its title and what is above', async () => {
    const { window, wiki } = stage;
    wiki.pages.createPage({ id: '100110', spaceId: '1001', parentId: '100102', title: 'Setup', content: '' });
    wiki.pages.createPage({ id: '100111', spaceId: '1001', parentId: '100103', title: 'Setup', content: '' });
    const told = Promise.withResolvers<undefined>();
    wiki.spoilLookups(() => ({ until: told.promise }));
    await window.openFile('found.md');
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
    await window.quickType('Nowhere');
    const none = 'No page of the space has this in its title.';
    await window.screen.until('that there is none', async () =>
      (await window.quickRows()).some(({ label }) => label === none),
    );
    await window.quickType('999999');
    await window.accept();
    const refused = await window.quick.rowsOnce((all) =>
      all.some(({ label }) => label.startsWith('Page 999999')),
    );
    assert.deepEqual(
      refused.filter(({ focused }) => focused).map(({ label, detail }) => [label, detail]),
      [['Page 999999 does not exist, or you can’t see it.', 'Press Enter again to use it anyway.']],
    );
    await window.screenshot('parent-refused');
    await window.quickType('etu');
    const found = await window.screen.until('the pages', async () => {
      const rows = (await window.quickRows()).filter(({ label }) => label === 'Setup');
      return rows.length === 2 && rows;
    });
    assert.deepEqual(found.map(({ description }) => description).sort(), [
      'Product Documentation Home › Guides · 100110',
      'Product Documentation Home › Reference · 100111',
    ]);
    assert.equal((await window.quickRows()).length, 2);
    await window.screenshot('parent-by-title');
    await window.quick.moveTo(({ description }) => description.includes(' › Reference · '));
    await window.accept();
    await window.quickTitle('Publish to Wiki (3/4)');
    await window.accept();
    await window.quickPick(/^Create the pages?$/);
    await window.notification('“Found” was published.');
    assert.deepEqual(placeOf(), ['1001', '100111']);
  });

  it('may be in another wiki: of several, the wiki is asked for first, and its address leads to it', async () => {
    const { window, wiki } = stage;
    const second = await startWiki();
    try {
      const connections = [
        { name: 'Team Wiki', endpoint: wiki.importEndpoint },
        { name: 'Second Wiki', endpoint: second.importEndpoint },
      ];
      const settings = { ...(await userSettings(stage)), 'publishToWiki.connections': connections };
      await writeFile(stage.server.settingsFile, JSON.stringify(settings));
      await window.reload();
      await window.openFile('two.md');
      await window.command('Publish to Wiki');
      await window.quickPick('Team Wiki');
      await window.quickTitle('API Token for Team Wiki');
      await window.quickType(await wiki.createToken());
      await window.accept();
      await answerSteps(window, guides);
      await window.notification('“Two” was published.');
      await window.closeNotifications();
      await window.command('Publish to Wiki');
      await window.quickTitle('Publish to Wiki');
      await window.quickPick('Change…');
      await window.quickTitle('Publish to Wiki (1/5)');
      const rows = await window.quickRows();
      assert.deepEqual(
        rows.map(({ label, focused }) => [label, focused]),
        [
          ['Team Wiki', true],
          ['Second Wiki', false],
        ],
      );
      await window.screenshot('which-wiki');
      await window.quickPick('Second Wiki');
      await window.quickTitle('Publish to Wiki (2/5)');
      // Nothing of the first wiki is proposed
      assert.equal(await window.quickValue(), '');
      await window.quickBack();
      await window.quickTitle('Publish to Wiki (1/5)');
      await window.quickPick('Team Wiki');
      await window.quickTitle('Publish to Wiki (2/5)');
      await window.quickType(`${second.origin}/wiki/spaces/DOCS/pages/100103/Reference`);
      await window.accept();
      await window.quickMessage(/^Which number has the space DOCS/);
      await window.quickType('1001');
      await window.accept();
      await window.quickTitle('Publish to Wiki (4/5)');
      await window.accept();
      await window.quickPick(/^Create the pages?$/);
      await window.quickTitle('API Token for Second Wiki');
      await window.quickType(await second.createToken());
      await window.accept();
      await window.notification('“Two” was published.');
      assert.ok(second.pages.findPage('1001', '100103', 'Two'));
    } finally {
      await second.close();
    }
  });
});

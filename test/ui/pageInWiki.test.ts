import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { publish, said } from './said.js';
import { onStage } from './stage.js';
import { enterNewToken, enterPlatformToken, guides, inGuides } from './steps.js';

describe('A page in the wiki', () => {
  const stage = onStage({
    files: {
      'unknown.md': '# Unknown\n\nText.\n',
      'guide.md': `${inGuides()}# Guide\n\nText.\n`,
      'team/shared.md': `${inGuides('  publishOnSave: true')}# Shared\n\nText.\n`,
      'team/quiet.md': `${inGuides()}# Quiet\n\nText.\n`,
    },
    userSettings: { 'files.autoSave': 'off', 'publishToWiki.publishOnSave': true },
  });

  before(() => enterNewToken(stage.window, stage.wiki));
  beforeEach(() => stage.window.closeNotifications());

  const pageOf = (title: string) =>
    stage.wiki.pages.findPage(guides.space, guides.parent, title) ?? assert.fail(title);
  const addressOf = (title: string): RegExp => new RegExp(`/wiki/spaces/DOCS/pages/${pageOf(title).id}/`);

  /** Waits until what was looked up is known to this computer. */
  async function lookedUp(title: string): Promise<void> {
    const { wiki, window } = stage;
    const { id, version } = pageOf(title);
    await window.screen.until(`version ${version} of ${title} to be looked up`, () =>
      Promise.resolve(
        wiki.lookups.filter(
          ({ path: asked, answeredAt }) =>
            answeredAt &&
            /title=|pages\/\d/.test(asked) &&
            asked.includes(version === 1 ? `title=${title}` : id),
        ).length > 0,
      ),
    );
  }

  it('can’t be opened where nobody knows its address', async () => {
    const { window, wiki } = stage;
    await window.openFile('unknown.md');
    const title = await publish(stage);
    await said(window, `“${title}” was published.`, 'info', ['Copy Response']);
    await window.closeNotifications();
    const items = await window.menus.itemsOfEditor();
    assert.ok(!items.includes('Open in Wiki'));
    assert.deepEqual(items.slice(items.indexOf('Publish to Wiki')).slice(0, 4), [
      'Publish to Wiki',
      'Compare with Last Published',
      'Preview What Is Sent',
      'Copy as curl',
    ]);
    assert.ok(!(await window.menus.itemsOfExplorer('unknown.md')).includes('Open in Wiki'));
    await window.command('Open in Wiki');
    await said(window, `Where “${title}” is in the wiki is not known`, 'error', ['Set Platform Token…']);
    assert.equal(wiki.lookups.length, 0);
  });

  it('is opened at the page above it where that one’s address was pasted', async () => {
    const { window, wiki } = stage;
    const parent = `${wiki.origin}/wiki/spaces/DOCS/pages/100103/Reference`;
    await window.openFile('unknown.md');
    const title = await publish(stage, { parent, title: 'Below' });
    const buttons = ['Open Parent Page', 'Copy Response'];
    const done = await said(window, `“${title}” was published.`, 'info', buttons);
    await done.click('Open Parent Page');
    const opened = await window.opened(/\/wiki\/spaces\/DOCS\/pages\/100103\/Reference$/);
    await opened.close();
    assert.equal(wiki.lookups.length, 0);
  });

  it('is opened from the notification, the menus and by command, with a platform token', async () => {
    const { window } = stage;
    await enterPlatformToken(window, stage.wiki, true);
    await window.openFile('guide.md');
    await window.command('Publish to Wiki');
    const done = await said(window, '“Guide” was published.', 'info', ['Open in Wiki', 'Copy Response']);
    await window.screenshot('open-in-wiki');
    await done.click('Open in Wiki');
    await (await window.opened(addressOf('Guide'))).close();
    for (const choose of [
      () => window.editorContext('Open in Wiki'),
      () => window.explorerContext('guide.md', 'Open in Wiki'),
      () => window.command('Open in Wiki'),
    ]) {
      await choose();
      await (await window.opened(addressOf('Guide'))).close();
    }
  });

  it('that somebody changed is not overwritten without a question', async () => {
    const { window, wiki } = stage;
    await lookedUp('Guide');
    wiki.pages.edit(pageOf('Guide'), { content: 'Theirs.' });
    await window.openFile('guide.md');
    await window.editor.typeAt('last', 'More.');
    await window.command('Publish to Wiki');
    const text =
      /“Guide” was changed in the wiki by “Mara Lind” today at .* \(version 2; yours was 1\)\. Nothing was sent\./;
    const buttons = ['Compare', 'Publish Anyway', 'Cancel'];
    await (await said(window, text, 'warning', buttons)).click('Cancel');
    assert.equal(pageOf('Guide').content, 'Theirs.');
    await window.command('Publish Again');
    const asked = await said(window, text, 'warning', buttons);
    await window.screenshot('changed-in-wiki');
    await asked.click('Compare');
    await window.screen.visible(
      'the comparison',
      window.page.locator('.tab.active', { hasText: 'guide.md: last published ↔ now' }),
    );
    await (await said(window, text, 'warning', buttons)).click('Publish Anyway');
    await said(window, '“Guide” was published.', 'info', ['Open in Wiki', 'Copy Response']);
    assert.equal(pageOf('Guide').content, 'Text.\nMore.');
    assert.equal(pageOf('Guide').version, 3);
  });

  it('is asked about once more when it was changed after the question, and not when nobody changed it', async () => {
    const { window, wiki } = stage;
    await lookedUp('Guide');
    await window.closeNotifications();
    wiki.pages.edit(pageOf('Guide'), { content: 'Theirs again.' });
    await window.openFile('guide.md');
    await window.editor.typeAt('last', 'Even more.');
    await window.command('Publish Again');
    const first = await said(window, '(version 4; yours was 3)', 'warning', [
      'Compare',
      'Publish Anyway',
      'Cancel',
    ]);
    wiki.pages.edit(pageOf('Guide'), { content: 'Theirs at last.' });
    await first.click('Publish Anyway');
    const second = await said(window, '(version 5; yours was 3)', 'warning', [
      'Compare',
      'Publish Anyway',
      'Cancel',
    ]);
    assert.equal(pageOf('Guide').content, 'Theirs at last.');
    await second.click('Publish Anyway');
    await window.notification('“Guide” was published.');
    await lookedUp('Guide');
    await window.closeNotifications();
    await window.editor.typeAt('last', 'The end.');
    await window.command('Publish Again');
    await window.notification('“Guide” was published.');
    assert.equal(pageOf('Guide').version, 7);
  });

  it('that was renamed, moved or deleted is said to be', async () => {
    const { window, wiki } = stage;
    const page = pageOf('Guide');
    await window.openFile('guide.md');
    await window.editor.typeAt('last', 'Once more.');
    for (const [change, text] of [
      [
        () => wiki.pages.edit(page, { title: 'Guidebook' }),
        /“Guide” was renamed to “Guidebook” in the wiki, by “Mara Lind” today/,
      ],
      [
        () => wiki.pages.edit(page, { title: 'Guide', parentId: '100103' }),
        /“Guide” was moved in the wiki, by “Mara Lind” today/,
      ],
      [() => wiki.pages.trash(page), /“Guide” was deleted in the wiki, or you can no longer see it/],
    ] as const) {
      change();
      await window.command('Publish Again');
      await (await said(window, text, 'warning', ['Compare', 'Publish Anyway', 'Cancel'])).click('Cancel');
    }
  });

  it('has a section of its own in a plan, without a check mark', async () => {
    const { window, wiki } = stage;
    await window.explorerContext('team', 'Publish Folder to Wiki');
    await window.quickTitle(/^Publish Folder to Wiki: /);
    await window.accept();
    await window.quickPick('Stop if the page exists');
    await window.notification('All 2 pages were published.');
    await lookedUp('Shared');
    await lookedUp('Quiet');
    await window.closeNotifications();
    wiki.pages.edit(pageOf('Shared'), { content: 'Theirs.' });
    await window.openFile('team/quiet.md');
    await window.editor.typeAt('last', 'More.');
    await window.editor.save();
    await window.explorerContext('team', 'Publish Folder to Wiki');
    await window.quickTitle(/^Publish Folder to Wiki: /);
    const rows = await window.quick.rowsOnce((all) =>
      all.every(({ description }) => description.endsWith('→ Guides in Product Documentation')),
    );
    assert.deepEqual(
      rows.map(({ separator, label }) => [separator, label]),
      [
        ['Changed (1)', 'team/quiet.md'],
        ['Changed in the wiki (1)', 'team/shared.md'],
      ],
    );
    assert.match(rows[1]?.detail ?? '', /^“Shared” was changed in the wiki by “Mara Lind” today at/);
    await window.screenshot('changed-in-wiki-plan');
    await window.accept();
    await window.notification('The page was published.');
    assert.equal(pageOf('Shared').content, 'Theirs.');
  });

  it('is not overwritten by a save, which says so', async () => {
    const { window, folder } = stage;
    await window.openFile('team/shared.md');
    await window.editor.typeAt('last', 'Saved.');
    await window.editor.save();
    await window.screen.until('the text on disk', async () =>
      (await readFile(path.join(folder, 'team/shared.md'), 'utf8')).includes('Saved.'),
    );
    await said(
      window,
      /“Shared” was changed in the wiki by “Mara Lind” .* shared\.md was saved but not published\./,
      'warning',
      ['Publish…'],
    );
    assert.equal(pageOf('Shared').content, 'Theirs.');
  });

  it('has a place that is shown by its names, with the ids beside them', async () => {
    const { window } = stage;
    await window.openFile('unknown.md');
    await window.command('Publish to Wiki');
    await window.quickTitle('Publish to Wiki');
    const rows = await window.quick.rowsOnce((all) =>
      all.some(({ label }) => label.endsWith(' → Reference in Product Documentation')),
    );
    const row = rows.find(({ label }) => label.includes('→'));
    assert.equal(row?.detail, 'Updates the page · 1001 / 100103');
    await window.screenshot('place-names');
    await window.quickPick(/Change…$/);
    await window.quickTitle('Publish to Wiki (1/4)');
    await window.quickType(`${stage.wiki.origin}/wiki/spaces/ENG/overview?homepageId=100201`);
    await window.accept();
    await window.quickTitle('Publish to Wiki (2/4)');
    await window.accept();
    await window.quickTitle('Publish to Wiki (3/4)');
    await window.accept();
    await window.quickPick('Stop if the page exists');
    await window.notification(/was published/);
    assert.ok(stage.wiki.pages.findPage('1002', '100201', 'Below'));
  });

  it('has its token in no request but those to its wiki', () => {
    const { wiki } = stage;
    const sent = wiki.lookups.map(({ headers }) => headers.authorization ?? '');
    assert.ok(sent.length > 0 && sent.every((header) => header.startsWith('Basic ')));
    assert.ok(wiki.requests.every(({ headers }) => headers.authorization?.startsWith('Bearer ey') === true));
  });
});

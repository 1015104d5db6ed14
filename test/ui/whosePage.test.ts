import assert from 'node:assert/strict';
import path from 'node:path';
import { onStage } from './stage.js';
import { answer, said } from './said.js';
import { answerSteps, askTitle, enterNewToken, guides, inGuides, lastBody } from './steps.js';

describe('Whose page it is', () => {
  const stage = onStage({
    files: {
      'moved.md': `${inGuides()}# Moved\n\nText.\n`,
      'first.md': `${inGuides()}# Claimed\n\nThe first.\n`,
      'second.md': `${inGuides()}# Claimed\n\nThe second.\n`,
      'refused.md': `${inGuides('  overwrite: true')}# Refused\n\nText.\n`,
      'later.md': `${inGuides()}# Later\n\nText.\n`,
      'link.md': `${inGuides('  title: "[Run](command:workbench.action.openSettings)"')}Text.\n`,
      'tried.md': '# Tried\n\nText.\n',
      'unknown.md': `${inGuides()}# Unknown\n\nText.\n`,
    },
    userSettings: { 'files.autoSave': 'off', 'workbench.editor.useModal': 'off' },
  });

  before(async () => {
    await enterNewToken(stage.window, stage.wiki);
  });

  beforeEach(async () => {
    await stage.window.closeNotifications();
  });

  const pageOf = (title: string, parent = guides.parent) =>
    stage.wiki.pages.findPage(guides.space, parent, title);

  /** What the pick offers, and the first row has the focus. */
  async function offered(): Promise<readonly (readonly [label: string, detail: string | undefined])[]> {
    const rows = await stage.window.quickRows();
    assert.equal(rows[0]?.focused, true);
    return rows.map(({ label, detail }) => [label, detail]);
  }

  it('stays the one of before when the front matter names another parent, unless the person says so', async () => {
    const { window, wiki } = stage;
    await window.openFile('moved.md');
    await window.command('Publish to Wiki');
    await window.notification('“Moved” was published.');
    await window.editor.replaceRest('4:11', '100101');
    await window.closeNotifications();
    await window.command('Publish Again');
    await window.quickTitle('Publish to Wiki');
    assert.equal(await window.quickPlaceholder(), 'The file was published to a different place before');
    const rows = await offered();
    assert.match(rows[0]?.[0] ?? '', /Keep the page “Moved” in 1001 \/ 100102$/);
    assert.equal(rows[0]?.[1], 'Updates the page that was created from this file');
    assert.match(rows[1]?.[0] ?? '', /Publish “Moved” to 1001 \/ 100101$/);
    assert.equal(rows[1]?.[1], 'Creates a second page; the one in 1001 / 100102 stays in the wiki');
    await window.screenshot('moved');
    await window.accept();
    await window.notification('“Moved” was published.');
    assert.deepEqual([pageOf('Moved')?.version, pageOf('Moved', '100101')], [2, undefined]);
    await window.closeNotifications();
    // Once answered it is not asked about again
    await window.editor.typeAt('last', 'More.');
    await window.command('Publish Again');
    await window.notification('“Moved” was published.');
    assert.deepEqual(
      [pageOf('Moved')?.version, wiki.pages.findPage(guides.space, '100101', 'Moved')],
      [3, undefined],
    );
  });

  it('is another file’s: that is said, and Enter replaces nothing', async () => {
    const { window } = stage;
    await window.openFile('first.md');
    await window.command('Publish to Wiki');
    await window.notification('“Claimed” was published.');
    await window.openFile('second.md');
    await window.closeNotifications();
    await window.command('Publish to Wiki');
    await window.quickTitle('Publish to Wiki');
    assert.equal(await window.quickPlaceholder(), 'This page was created from another file: first.md');
    assert.deepEqual(
      (await offered()).slice(0, 2).map(([, detail]) => detail),
      ['Stops if the page exists', 'Replaces the page that was created from first.md'],
    );
    await window.screenshot('claimed');
    await window.accept();
    await window.notification('a page with this title already exists. Nothing was overwritten.');
    assert.equal(pageOf('Claimed')?.content, 'The first.\n');
  });

  it('is still asked about when Overwrite was pressed and the wiki took nothing', async () => {
    const { window, wiki } = stage;
    const theirs = wiki.pages.createPage({
      spaceId: guides.space,
      parentId: guides.parent,
      title: 'Refused',
      content: 'Theirs.',
    });
    await window.openFile('refused.md');
    await window.command('Publish to Wiki');
    await window.accept();
    const exists = await said(window, /already exists\. Nothing was overwritten/, 'warning', [
      'Change Title…',
      'Overwrite',
    ]);
    wiki.script(answer(400, 'Bad Request'));
    await exists.click('Overwrite');
    await said(window, 'The wiki did not accept “Refused”. The wiki says: “Bad Request”', 'error', [
      'Change Target…',
      'Show Log',
    ]);
    await window.screenshot('refused');
    await window.closeNotifications();
    await window.command('Publish to Wiki');
    await window.quickTitle('Publish to Wiki');
    assert.deepEqual(
      (await offered()).slice(0, 2).map(([, detail]) => detail),
      [
        'Stops if the page exists',
        'Updates the page if it exists: its text is replaced, no matter who wrote it',
      ],
    );
    await window.escape();
    assert.equal(theirs.content, 'Theirs.');
  });

  it('400 without overwriting is what the wiki says, and is not taken for “exists”', async () => {
    const { window, wiki } = stage;
    await window.openFile('later.md');
    wiki.script({ ...answer(500, 'Oops.', { 'retry-after': '0' }) }, answer(400, 'Bad Request'));
    await window.command('Publish to Wiki');
    await said(
      window,
      'The wiki did not accept “Later”. An earlier attempt may have arrived: check in the wiki whether the page is there. The wiki says: “Bad Request”',
      'error',
      ['Change Target…', 'Show Log'],
    );
  });

  it('is the file’s that an untitled document is saved as', async () => {
    const { window, folder } = stage;
    await window.newUntitled('# Written First\n\nText.');
    await window.command('Publish to Wiki');
    await answerSteps(window, guides);
    await window.notification('“Written First” was published.');
    await window.closeNotifications();
    await window.screen.page.keyboard.press('ControlOrMeta+s');
    await window.quick.shown();
    await window.quick.type(path.join(folder, 'written.md'));
    await window.accept();
    await window.activeTab('written.md');
    // The cursor is where it was; the status bar does not show it until it moves
    await window.editor.type(' More.');
    await window.command('Publish Again');
    await window.notification('“Written First” was published.');
    assert.equal(await window.quick.isShown(), false);
    assert.deepEqual([pageOf('Written First')?.version, lastBody(stage.wiki).overwrite], [2, true]);
  });

  it('is offered again after a try that failed, and is no place of the file’s own', async () => {
    const { window, wiki } = stage;
    await window.openFile('tried.md');
    await window.command('Publish to Wiki');
    wiki.script({ do: 'refuse' });
    await answerSteps(window, { ...guides, parent: '100101' });
    await window.notification('refused the connection. Nothing was sent.');
    await wiki.acceptAgain();
    await window.closeNotifications();
    await window.command('Publish Again');
    await window.quickTitle('Publish to Wiki');
    assert.equal(await window.quickPlaceholder(), 'The last attempt failed. Press Enter to try again');
    await window.screenshot('tried');
    await window.accept();
    await window.notification('“Tried” was published.');
    assert.ok(pageOf('Tried', '100101'));
    await window.closeNotifications();
  });

  it('is not known to be unchanged while a send has no answer', async () => {
    const { window, wiki } = stage;
    await window.openFile('unknown.md');
    await window.command('Publish to Wiki');
    await window.notification('“Unknown” was published.');
    await window.closeNotifications();
    await window.editor.typeAt('last', 'Second.');
    wiki.script({ do: 'cutAnswer', afterBytes: 0 });
    await window.command('Publish Again');
    await window.notification('Whether the page was published is unknown.');
    await window.closeNotifications();
    await window.editor.undo();
    await window.command('Publish Again');
    await window.notification('“Unknown” was published.');
    assert.equal(pageOf('Unknown')?.content, 'Text.\n');
  });

  it('has no link in its input boxes that works', async () => {
    const { window } = stage;
    await window.openFile('link.md');
    await window.command('Publish to Wiki');
    await window.notification('was published.');
    await window.closeNotifications();
    await askTitle(window, '5:11');
    await window.quick.message(/creates a second page/);
    assert.equal(await window.page.locator('.quick-input-widget .quick-input-message a').count(), 0);
    await window.screenshot('inertPrompt');
    await window.escape();
  });
});

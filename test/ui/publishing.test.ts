import assert from 'node:assert/strict';
import path from 'node:path';
import { onStage } from './stage.js';
import { answer, said } from './said.js';
import {
  answerList,
  askTitle,
  changeUserSettings,
  enterPlatformToken,
  enterToken,
  guides,
  inGuides,
  lastBody,
  savedByHand,
  wantsPage,
} from './steps.js';
import { writtenTexts } from './writtenTexts.js';

const notes = `# Release 2.4

This release makes the search faster and the setup shorter.

- Long titles no longer hide the menu.
`;

describe('A file that is published', () => {
  const stage = onStage({
    files: {
      '.vscode/settings.json': JSON.stringify({ 'publishToWiki.folders': { placed: guides } }),
      'moved.md': `${inGuides()}# Moved\n\nText.\n`,
      'first.md': `${inGuides()}# Claimed\n\nThe first.\n`,
      'second.md': `${inGuides()}# Claimed\n\nThe second.\n`,
      'tried.md': `${inGuides()}# Tried\n\nText.\n`,
      'placed/release.md': notes,
      'placed/new.md': '# New\n\nText.\n',
      'placed/commented.md':
        '---\n# For the team\ntags: [a, b] # two\nwiki: # ours\n  overwrite: true\ntitle: Commented\n---\nText.\n',
      'plain.txt': 'Not Markdown.\n',
      'link.md': `${inGuides('  title: "[Run](command:workbench.action.openSettings)"')}Text.\n`,
      'refused.md': `${inGuides()}# Refused\n\nText.\n`,
      'gone.md': `${inGuides()}# Gone\n\nThe text that goes.\n`,
      'kept.md': `${inGuides()}# Kept\n\nThe text that is kept.\n`,
    },
    userSettings: savedByHand,
  });
  let token: string;

  before(async () => {
    token = await stage.wiki.createToken();
    await enterToken(stage.window, token);
  });

  const pageOf = (title: string, parent = guides.parent) =>
    stage.wiki.pages.findPage(guides.space, parent, title);

  /** What the pick offers, and the first row has the focus. */
  async function offered(): Promise<readonly (readonly [label: string, detail: string | undefined])[]> {
    await stage.window.quickTitle('Publish to Wiki');
    const rows = await stage.window.quickRows();
    assert.equal(rows[0]?.focused, true);
    return rows.map(({ label, detail }) => [label, detail]);
  }

  it('asks before another title makes a second page, and is compared with what was sent from the pick too', async () => {
    const { window, wiki } = stage;
    await window.openFile('placed/release.md');
    await window.command('Publish to Wiki');
    await window.quickTitle('Publish to Wiki');
    await window.accept();
    await window.notification('“Release 2.4” was published.');
    await window.closeNotifications();
    await window.editor.typeAt('first', '.1');
    await window.command('Publish Again');
    const rows = await offered();
    assert.equal(await window.quickPlaceholder(), 'The title has changed since the last publish');
    assert.match(rows[0]?.[0] ?? '', /Keep the old title: “Release 2\.4” under page 100102 in space 1001$/);
    assert.equal(rows[0]?.[1], 'The page keeps its title; the new heading is sent as text.');
    assert.match(
      rows[1]?.[0] ?? '',
      /Create a second page: “Release 2\.4\.1” under page 100102 in space 1001$/,
    );
    assert.equal(rows[1]?.[1], 'The page “Release 2.4” stays in the wiki');
    assert.match(rows[2]?.[0] ?? '', /Replace the page: “Release 2\.4\.1” under page 100102 in space 1001$/);
    assert.match(rows[2]?.[1] ?? '', /^For the page that you renamed in the wiki/);
    assert.match(rows[3]?.join() ?? '', /Open in Wiki,To rename the page, rename it in the wiki first\./);
    await window.screenshot('retitled');
    await window.accept();
    await window.notification('“Release 2.4” was published.');
    assert.match(String(lastBody(wiki).content), /^# Release 2\.4\.1\n/);
    await window.closeNotifications();
    await window.editor.typeAt('last', '- A pasted image keeps its size.\n');
    const before = wiki.requests.length;
    await window.command('Publish to Wiki');
    await window.quickPick(/Compare with Last Published$/);
    const title = 'release.md: last published ↔ now';
    const comparison = window.page.locator('.tab.active', { hasText: title });
    await window.screen.visible('the comparison', comparison);
    const added = window.page.locator('.monaco-diff-editor .modified .line-insert');
    await window.screen.visible('the added line', added);
    await window.page.keyboard.press('Control+b');
    await window.screenshot('compare');
    assert.equal(wiki.requests.length, before);
    await window.command('Publish Again');
    await window.notification('“Release 2.4” was published.');
    assert.equal(lastBody(wiki).overwrite, true);
    assert.match(String(lastBody(wiki).content), /menu\.\n- A pasted image keeps its size\.\n$/);
    await window.page.keyboard.press('Control+b');
    await window.openFile('placed/new.md');
    await window.command('Compare with Last Published');
    await window.notification(
      'new.md has not been published from here yet, so there is nothing to compare it with.',
    );
    await window.openFile('plain.txt');
    await window.editor.focus();
    await window.page.keyboard.press('Control+K');
    await window.page.keyboard.press('Shift+P');
    const told = await said(window, 'plain.txt is plain text, not Markdown. Nothing was sent.', 'info', [
      'Publish as Markdown',
    ]);
    const sent = wiki.requests.length;
    await told.click('Publish as Markdown');
    await answerList(window, { ...guides, title: 'Plain' });
    await said(window, '“Plain” was published.', 'info', ['Open in Wiki', 'Save Destination']);
    assert.equal(wiki.requests.length, sent + 1);
  });

  it('is shown as it will be read and as the request, without its token, and says where it goes once it is told to', async () => {
    const { window, wiki } = stage;
    await window.openFile('placed/new.md');
    await window.command('Preview What Is Sent');
    const tab = window.page.locator('.tab', { hasText: 'Preview new.md' });
    await window.screen.visible('the page as it will be read', tab);
    const shown = await window.notification('“New” goes under page 100102 in space 1001.');
    assert.equal(
      shown.message,
      '“New” goes under page 100102 in space 1001. Left out: the heading that repeats the title.',
    );
    assert.deepEqual(shown.buttons, ['Compare', 'Show Request', 'Copy as curl']);
    await window.screenshot('preview');
    await shown.click('Show Request');
    await window.activeTab('new.md.jsonc');
    await window.editor.type('This can’t be typed here.');
    const body = JSON.stringify({
      ...{ spaceId: guides.space, parentId: guides.parent, pageTitle: 'New' },
      ...{ content: 'Text.\n', overwrite: false },
    });
    const text = (await window.editor.text()).replaceAll('\r\n', '\n');
    assert.equal(
      text,
      `// POST ${wiki.importEndpoint}\n// Authorization: Bearer ***\n// Content-Type: application/json\n${body}\n`,
    );
    await window.openFile('placed/new.md');
    await window.command('Preview What Is Sent');
    await (await window.notification('“New” goes under page 100102 in space 1001.')).click('Copy as curl');
    const command = await window.screen.until('a command in the clipboard', async () => {
      const copied = await window.clipboard();
      return copied.startsWith('curl ') && copied;
    });
    assert.ok(command.includes('--header "Authorization: Bearer $WIKI_API_TOKEN"'), command);
    assert.ok(command.endsWith(`--data-raw '${body}'`), command);
    assert.ok(!`${text}${command}`.includes(token));
    await window.openFile('placed/commented.md');
    await window.command('Save Destination to Front Matter');
    const saved = await window.screen.until('the target in the front matter', async () => {
      const now = await window.editor.text();
      return now.includes('parent') && now;
    });
    assert.equal(
      saved.replaceAll('\r\n', '\n'),
      '---\n# For the team\ntags: [a, b] # two\nwiki: # ours\n  overwrite: true\n' +
        '  space: "1001"\n  parent: "100102"\ntitle: Commented\n---\nText.\n',
    );
  });

  it('may be an untitled document, and knows its page once it is saved', async () => {
    const { window, folder } = stage;
    await window.newUntitled('# Written First\n\nText.');
    await window.clickEditorTitle('Publish to Wiki');
    await answerList(window, guides);
    await window.notification('“Written First” was published.');
    await window.closeNotifications();
    await window.screen.page.keyboard.press('ControlOrMeta+s');
    await window.quick.shown();
    await window.quick.saveAs(path.join(folder, 'written.md'));
    await window.activeTab('written.md');
    // The cursor is where it was; the status bar does not show it until it moves
    await window.editor.type(' More.');
    await window.command('Publish Again');
    await window.notification('“Written First” was published.');
    assert.deepEqual([pageOf('Written First')?.version, lastBody(stage.wiki).overwrite], [2, true]);
  });

  it('has a title, and gets an answer, in which nothing works, and the log has no token', async () => {
    const { window, wiki, server } = stage;
    const hostile =
      'Done” [Overwrite](command:workbench.action.closeWindow) [b](https://evil.example)\n\u202e$(trash) “now'.repeat(
        9,
      );
    const parts = [token, token.slice(20, 60), Buffer.from(token).toString('base64')];
    wiki.script(answer(201, hostile, { 'x-echo': parts.join(' ') }));
    await window.openFile('link.md');
    await window.command('Publish to Wiki');
    const notification = await said(window, /was published/, 'info', ['Open in Wiki']);
    await window.screenshot('hostile');
    assert.equal(notification.message.match(/[“”]/g)?.length, 4);
    assert.doesNotMatch(notification.message, /\u202e|\]\(/);
    const written = await window.screen.until('the exchange in the log', async () => {
      const texts = await writtenTexts(server);
      return texts.some((text) => text.includes('x-echo: ***')) && texts;
    });
    for (const spelling of [token, Buffer.from(token).toString('base64')]) {
      for (let at = 0; at + 12 <= spelling.length; at++) {
        assert.ok(!written.some((text) => text.includes(spelling.slice(at, at + 12))), `characters ${at} on`);
      }
    }
    await window.closeNotifications();
    await askTitle(window, '5:11');
    await window.quick.message(/creates a second page/);
    assert.equal(await window.page.locator('.quick-input-widget .quick-input-message a').count(), 0);
    await window.screenshot('inertPrompt');
    await window.escape();
  });

  it('says the whole of a sentence that is longer than a line', async () => {
    const { window } = stage;
    await window.newUntitled('# Draft');
    await window.command('Compare with Last Published');
    const text =
      /^Untitled-1 has not been published from here yet, so there is nothing to compare it with\.$/;
    // It fades in
    await window.screen.until('the notification', async () =>
      (await window.notifications()).some(({ message }) => text.test(message)),
    );
    const said = await window.notification('has not been published from here yet');
    assert.deepEqual(said.buttons, ['Publish…']);
    // One that is cut is wider than what shows it
    const message = `document.querySelector('.notification-list-item-message')`;
    assert.ok(await window.page.evaluate<boolean>(`${message}.scrollWidth <= ${message}.clientWidth`));
    await window.screenshot('whole-message');
    await said.close();
    await window.screen.until('no notification', async () => (await window.notifications()).length === 0);
  });

  it('shows names in the list, though the address of the page told only IDs', async () => {
    const { window, wiki } = stage;
    await enterPlatformToken(window, wiki);
    await window.newUntitled('# Untold');
    await window.command('Publish to Wiki');
    await window.quick.asks(wantsPage);
    await window.quickType(`${wiki.origin}/wiki/spaces/OPS/pages/100301`);
    await window.accept();
    const label = 'Publish “Untold” under Operations Home in Operations';
    await window.quick.rowsOnce(([first]) => first?.label === label && first.focused);
    await window.escape();
    await window.quick.hidden();
  });

  it('is remembered without its text once it is deleted, and any is where the setting says so', async () => {
    const { window } = stage;
    const publishedTexts = (): Promise<string[]> =>
      writtenTexts(stage.server, path.join('publish-to-wiki.publish-to-wiki', 'texts'));
    const known = async (text: string): Promise<boolean> => (await publishedTexts()).includes(text);
    for (const name of ['Gone', 'Kept']) {
      await window.openFile(`${name.toLowerCase()}.md`);
      await window.command('Publish to Wiki');
      await window.notification(`“${name}” was published.`);
    }
    assert.ok((await known('The text that goes.\n')) && (await known('The text that is kept.\n')));
    await window.explorerContext('gone.md', 'Delete Permanently');
    await (await window.dialog()).click('Delete');
    await window.screen.until('the text to be gone', async () => !(await known('The text that goes.\n')));
    assert.ok(await known('The text that is kept.\n'));
    await changeUserSettings(stage, { 'publishToWiki.keepPublishedText': false });
    await window.screen.until('no text', async () => (await publishedTexts()).length === 0);
    await window.openFile('kept.md');
    await window.command('Compare with Last Published');
    await window.notification('The last published text of kept.md is no longer kept. “Compare with');
  });
});

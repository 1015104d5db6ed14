import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { onStage } from './stage.js';
import { answerSteps, enterNewToken, guides, lastBody } from './steps.js';

const notes = `# Release 2.4

This release makes the search faster and the setup shorter.

## New

- Search answers while you type.
- Setup needs one page instead of three.

## Fixed

- Long titles no longer hide the menu.
`;

const onSave = `---
wiki: { space: "${guides.space}", parent: "${guides.parent}", publishOnSave: true }
---
# Saved

`;

describe('A file that was published before', () => {
  const stage = onStage({
    files: {
      'release.md': notes,
      'new.md': '# New\n\nText.\n',
      'saved.md': onSave,
      'asks.md': '---\nwiki: { publishOnSave: true }\n---\n# Asks\n\n',
      'kept.md': onSave.replace('true', 'false').replace('Saved', 'Kept'),
    },
    userSettings: {
      'files.autoSave': 'off',
      'window.title': '${activeEditorShort}',
      'workbench.editor.useModal': 'off',
    },
  });

  before(async () => {
    const { window, wiki } = stage;
    await enterNewToken(window, wiki);
    await window.openFile('release.md');
    await window.command('Publish to Wiki');
    await answerSteps(window, guides);
    await window.notification('“Release 2.4” was published.');
  });

  beforeEach(async () => {
    await stage.window.closeNotifications();
  });

  it('is not published again when nothing changed', async () => {
    const { window, wiki } = stage;
    const before = wiki.requests.length;
    await window.command('Publish Again');
    const unchanged = await window.notification('Nothing has changed since “Release 2.4” was published.');
    assert.deepEqual(unchanged.buttons, ['Publish Anyway']);
    assert.equal(wiki.requests.length, before);
  });

  it('is compared with what was sent, from the first pick too, and published from there', async () => {
    const { window, wiki } = stage;
    const before = wiki.requests.length;
    await window.editor.typeAt('last', '- A pasted image keeps its size.\n');
    await window.editor.goTo('12:38');
    await window.editor.type(' or the search');
    await window.command('Publish to Wiki');
    await window.quickPick(/Compare with Last Published$/);
    await window.screen.visible(
      'the comparison',
      window.page.locator('.tab.active', { hasText: 'release.md: last published ↔ now' }),
    );
    const added = window.page.locator('.monaco-diff-editor .modified .line-insert');
    await window.screen.visible('the added line', added);
    await window.page.keyboard.press('Control+b');
    await window.screenshot('compare');
    assert.equal(wiki.requests.length, before);
    await window.command('Publish Again');
    await window.notification('“Release 2.4” was published.');
    assert.equal(lastBody(stage.wiki).overwrite, true);
    assert.match(
      String(lastBody(stage.wiki).content),
      /^This release.*the menu or the search\.\n- A pasted image keeps its size\.\n$/s,
    );
    await window.openFile('new.md');
    await window.command('Compare with Last Published');
    await window.notification(
      'new.md has not been published from here yet, so there is nothing to compare it with.',
    );
  });

  it('that has another title makes a second page only when the person says so', async () => {
    const { window, wiki } = stage;
    await window.openFile('release.md');
    await window.editor.typeAt('first', '.1');
    await window.command('Publish Again');
    await window.quickTitle('Publish to Wiki');
    assert.equal(await window.quickPlaceholder(), 'The title has changed since the last publish');
    const rows = await window.quickRows();
    assert.match(rows[0]?.label ?? '', /Keep the old title “Release 2\.4”$/);
    assert.match(rows[1]?.label ?? '', /Publish “Release 2\.4\.1” to 1001 \/ 100102$/);
    assert.equal(rows[1]?.detail, 'Creates a second page; “Release 2.4” stays in the wiki');
    await window.screenshot('retitled');
    await window.accept();
    await window.notification('“Release 2.4” was published.');
    assert.match(String(lastBody(stage.wiki).content), /^# Release 2\.4\.1\n/);
    assert.equal(wiki.pages.findPage(guides.space, guides.parent, 'Release 2.4.1'), undefined);
  });

  it('makes the second page, and the old one stays', async () => {
    const { window, wiki } = stage;
    await window.openFile('new.md');
    await window.command('Publish to Wiki');
    await answerSteps(window, {});
    await window.notification('“New” was published.');
    await window.closeNotifications();
    await window.editor.typeAt('first', 'er');
    await window.command('Publish to Wiki');
    await window.quickPick(/Publish “Newer” to 1001 \/ 100102$/);
    await window.notification('“Newer” was published.');
    assert.equal(wiki.pages.findPage(guides.space, guides.parent, 'New')?.version, 1);
    assert.equal(wiki.pages.findPage(guides.space, guides.parent, 'Newer')?.version, 1);
  });

  it('shows the page as it will be read, with what is left out, and the request at a click', async () => {
    const { window } = stage;
    await window.command('Preview What Is Sent');
    await window.screen.visible(
      'the page as it will be read',
      window.page.locator('.tab', { hasText: 'Preview new.md' }),
    );
    const said = await window.notification('“Newer” goes to 1001 / 100102.');
    assert.equal(
      said.message,
      '“Newer” goes to 1001 / 100102. Left out: the heading that repeats the title.',
    );
    assert.deepEqual(said.buttons, ['Compare', 'Show Request']);
    await window.screenshot('preview');
    await said.click('Show Request');
    await window.activeTab('new.md.jsonc');
  });

  it('shows the request that would be sent, without its token, and copies it as a command', async () => {
    const { window, wiki } = stage;
    const token = wiki.requests.at(-1)?.headers.authorization?.split(' ')[1] ?? '';
    assert.ok(token.length > 50);
    await window.activeTab('new.md.jsonc');
    await window.editor.type('This can’t be typed here.');
    const body = JSON.stringify({
      spaceId: guides.space,
      parentId: guides.parent,
      pageTitle: 'Newer',
      content: 'Text.\n',
      overwrite: true,
    });
    const text = (await window.editor.text()).replaceAll('\r\n', '\n');
    assert.equal(
      text,
      `// POST ${wiki.importEndpoint}\n// Authorization: Bearer ***\n// Content-Type: application/json\n${body}\n`,
    );
    await window.command('Copy as curl');
    const command = await window.screen.until('a command in the clipboard', async () => {
      const copied = await window.clipboard();
      return copied.startsWith('curl ') && copied;
    });
    assert.ok(command.includes('--header "Authorization: Bearer $WIKI_API_TOKEN"'), command);
    assert.ok(command.endsWith(`--data-raw '${body}'`), command);
    assert.ok(!`${text}${command}`.includes(token));
  });

  it('is published on save only where the setting and its front matter say so', async () => {
    const { window, wiki, folder, server } = stage;
    const save = async (file: string, text: string): Promise<void> => {
      await window.openFile(file);
      await window.editor.typeAt('last', text);
      await window.editor.save();
      await window.screen.until(`${file} on disk`, async () =>
        (await readFile(path.join(folder, file), 'utf8')).includes(text),
      );
    };
    const page = (title: string): string | undefined =>
      wiki.pages.findPage(guides.space, guides.parent, title)?.content;
    const before = wiki.requests.length;
    await save('saved.md', 'Setting off.\n');
    const settings = JSON.parse(await readFile(server.settingsFile, 'utf8')) as object;
    await window.command('Open User Settings (JSON)');
    await window.activeTab('settings.json');
    await window.editor.replaceAll(
      JSON.stringify({ ...settings, 'publishToWiki.publishOnSave': true, 'files.autoSave': 'afterDelay' }),
    );
    await window.editor.save();
    await window.openFile('kept.md');
    await window.editor.typeAt('last', 'Saved by itself.');
    await window.screen.until('kept.md to be saved by itself', async () =>
      (await readFile(path.join(folder, 'kept.md'), 'utf8')).includes('Saved by itself.'),
    );
    await save('kept.md', 'Front matter says no.');
    await window.openFile('saved.md');
    await window.editor.typeAt('last', 'Saved by itself.\n');
    await window.screen.until('saved.md to be saved by itself', async () =>
      (await readFile(path.join(folder, 'saved.md'), 'utf8')).includes('Saved by itself.'),
    );
    assert.equal(wiki.requests.length, before);
    await save('saved.md', 'Setting on.\n');
    await window.screen.until('the page', () => Promise.resolve(page('Saved')));
    assert.equal(page('Saved'), 'Setting off.\nSaved by itself.\nSetting on.\n');
    assert.deepEqual([wiki.requests.length, page('Kept')], [before + 1, undefined]);
    await save('asks.md', 'Where to?\n');
    const asks = await window.notification(
      'asks.md was saved but not published: to publish it, you have to answer a question.',
    );
    assert.deepEqual([asks.severity, asks.buttons], ['warning', ['Publish…']]);
    await asks.click('Publish…');
    await window.quickTitle('Publish to Wiki (1/4)');
    await window.escape();
  });
});

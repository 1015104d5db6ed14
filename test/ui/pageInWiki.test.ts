import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pickQuickFix } from '../host/problemsView.js';
import { WikiView } from '../host/wikiView.js';
import { said } from './said.js';
import { onStage } from './stage.js';
import {
  changeUserSettings,
  enterNewToken,
  answerPlatformToken,
  guides,
  inGuides,
  lastBody,
  savedByHand,
  wantsPage,
} from './steps.js';

const saving = (title: string): string => `${inGuides('  publishOnSave: true')}# ${title}\n\n`;

describe('A file that says where it goes', () => {
  const stage = onStage({
    wiki: { acceptSpaceKeys: false },
    files: {
      'asked.md': '# Asked\n\nText.\n',
      'found.md': '# Found\n\nText.\n',
      'typed.md': '# Typed\n\nText.\n',
      'team/guide.md': `${inGuides()}# Guide\n\nText.\n`,
      'alone.md': `${inGuides()}# Alone\n\nSee [more](more.md).\n`,
      'more.md': `${inGuides()}# More\n\nText.\n`,
      'saved.md': saving('Saved'),
      'asks.md': '---\nwiki: { publishOnSave: true }\n---\n# Asks\n\n',
    },
    userSettings: { ...savedByHand, 'files.encoding': 'iso88591' },
  });

  before(() => enterNewToken(stage.window, stage.wiki));

  const pageOf = (title: string) =>
    stage.wiki.pages.findPage(guides.space, guides.parent, title) ?? assert.fail(title);
  const addressOf = (title: string): string =>
    `${stage.wiki.origin}/wiki/spaces/DOCS/pages/${pageOf(title).id}/${title}`;

  const placeOf = () => {
    const { spaceId, parentId } = lastBody(stage.wiki);
    return [spaceId, parentId];
  };

  describe('has a place that', () => {
    it('is asked for where an address does not tell it, and the page above is opened at that address', async () => {
      const { window, wiki } = stage;
      await window.openFile('asked.md');
      await window.command('Publish to Wiki');
      await window.quick.asks(wantsPage);
      await window.quickType(`${wiki.origin}/wiki/spaces/ENG/pages/100203/Runbooks`);
      await window.accept();
      await window.quick.asks(/^Enter the ID of the space ENG/);
      await window.quickPick('Show the ID in the Browser');
      await (await window.opened(/\/wiki\/api\/v2\/spaces\?keys=ENG$/)).close();
      const shown = await fetch(`${wiki.origin}/wiki/api/v2/spaces?keys=ENG`, {
        headers: { authorization: `Basic ${btoa(`${wiki.email}:${wiki.personalToken}`)}` },
      });
      await window.quickType(JSON.stringify(await shown.json()));
      await window.screenshot('space-pasted');
      await window.accept();
      await window.quickPick(/^Publish “Asked” under /);
      const done = await said(window, '“Asked” was published.', 'info', [
        'Open Parent Page',
        'Set Platform Token…',
        'Save Destination',
      ]);
      await window.screenshot('open-parent');
      assert.deepEqual(placeOf(), ['1002', '100203']);
      await done.click('Open Parent Page');
      await (await window.opened(/\/wiki\/spaces\/ENG\/pages\/100203\/Runbooks$/)).close();
      await window.command('Open in Wiki');
      await said(window, 'To open “Asked”, VS Code needs a platform token.', 'info', [
        'Set Platform Token…',
        'Open Parent Page',
      ]);
    });

    it('is what was typed, though that matches one used before; the arrow keys take that one', async () => {
      const { window, wiki } = stage;
      const before = wiki.requests.length;
      const listed = async (): Promise<string[]> => (await window.quickRows()).map(({ label }) => label);
      await window.openFile('typed.md');
      await window.command('Publish to Wiki');
      await window.quick.asks(wantsPage);
      const rows = (await window.quickRows()).map(({ label, description }) => `${label}: ${description}`);
      assert.deepEqual(rows, ['page 100203 in ENG: used before · page 100203 in space 1002']);
      await window.page.keyboard.insertText('100');
      await window.page.keyboard.press('Enter');
      await window.quick.rowsOnce(([row]) => row?.label === 'Publish “Typed” under page 100 in ENG');
      await window.quickPick('Under Another Page…');
      await window.quick.asks(wantsPage);
      assert.deepEqual(await listed(), ['page 100 in ENG', 'page 100203 in ENG']);
      await window.quickType('100');
      // Without a platform token nothing tells the space of a page: it is part of each row
      const typed = await window.quick.rowsOnce((all) =>
        all.some(({ description, focused }) => focused && description === 'in space ENG'),
      );
      assert.deepEqual(
        typed.flatMap(({ label, description }) => (label === 'page 100' ? [description] : [])),
        ['in space ENG', 'in another space…'],
      );
      await window.screenshot('page-typed');
      await window.quick.moveTo(({ label }) => label === 'page 100203 in ENG');
      await window.accept();
      await window.quick.rowsOnce(([row]) => row?.label === 'Publish “Typed” under page 100203 in ENG');
      await window.escape();
      await window.quick.hidden();
      assert.equal(wiki.requests.length, before);
    });
  });

  describe('has a page in the wiki that', () => {
    it('is opened once a platform token is stored: from the notification, the menus and by command', async () => {
      const { window, wiki } = stage;
      const before = wiki.lookups.length;
      await window.openFile('team/guide.md');
      assert.ok(!(await window.menus.itemsOfEditor()).includes('Open in Wiki'));
      assert.ok(!(await window.menus.itemsOfExplorer('guide.md')).includes('Open in Wiki'));
      assert.equal(wiki.lookups.length, before);
      await window.openFile('asked.md');
      await window.command('Open in Wiki');
      await (await window.notification(/^To open “Asked”/)).click('Set Platform Token…');
      await answerPlatformToken(window, wiki, true);
      await (await window.opened(/\/wiki\/spaces\/ENG\/pages\/\d+\/Asked$/)).close();
      await window.openFile('team/guide.md');
      await window.command('Publish to Wiki');
      const done = await said(window, '“Guide” was published.', 'info', ['Open in Wiki']);
      await window.screenshot('open-in-wiki');
      const opened = async (): Promise<void> =>
        (await window.opened(new RegExp(`/wiki/spaces/DOCS/pages/${pageOf('Guide').id}/Guide$`))).close();
      await done.click('Open in Wiki');
      await opened();
      for (const choose of [
        () => window.editorContext('Open in Wiki'),
        () => window.explorerContext('guide.md', 'Open in Wiki'),
        () => window.command('Open in Wiki'),
      ]) {
        await choose();
        await opened();
      }
      const sent = wiki.lookups.slice(before).map(({ headers }) => headers.authorization ?? '');
      // The token alone is tried once
      assert.ok(sent.length > 1 && sent.slice(1).every((header) => header.startsWith('Basic ')));
      assert.ok(
        wiki.requests.every(({ headers }) => headers.authorization?.startsWith('Bearer ey') === true),
      );
    });

    it('is missed by a link to its file, and where that leads once it is published too', async () => {
      const { window } = stage;
      await window.openFile('alone.md');
      await window.command('Publish to Wiki');
      await said(window, '“Alone” was published. 1 link doesn’t work in the wiki.', 'info', [
        'Open in Wiki',
        'Show Problems',
      ]);
      assert.equal(pageOf('Alone').content, 'See [more](more.md).\n');
      await window.closeNotifications();
      await window.screen.until('the problem', async () =>
        (await window.problems()).some((each) => each.includes('leads nowhere in the wiki')),
      );
      await window.openFile('alone.md');
      await window.editor.goTo('8:8');
      await pickQuickFix(window.screen, 'Publish It Too');
      await said(window, '“More” was published.', 'info', ['Open in Wiki']);
      await window.screen.until('no problem', async () =>
        (await window.problems()).every((each) => !each.includes('leads nowhere in the wiki')),
      );
      const view = new WikiView(window.screen);
      await view.open();
      await view.showFiles(false);
      await view.row(/^Alone Changed/);
      await view.showFiles(true);
      await window.closeNotifications();
      await window.openFile('alone.md');
      await window.command('Publish Again');
      await window.notification('“Alone” was published.');
      assert.equal(pageOf('Alone').content, `See [more](${addressOf('More')}).\n`);
    });
  });

  describe('Publish on save', () => {
    const contentOf = (title: string): string | undefined =>
      stage.wiki.pages.findPage(guides.space, guides.parent, title)?.content;

    async function onDisk(file: string, text: string): Promise<void> {
      await stage.window.screen.until(`“${text}” on disk`, async () =>
        (await readFile(path.join(stage.folder, file), 'latin1')).includes(text),
      );
    }

    async function save(file: string, text: string): Promise<void> {
      await stage.window.editor.typeAt('last', text);
      await stage.window.editor.save();
      await onDisk(file, text);
    }

    it('sends what the person saves and nothing that saves itself, and says once what has to be answered first', async () => {
      const { window, wiki } = stage;
      const before = wiki.requests.length;
      await window.openFile('saved.md');
      await save('saved.md', 'Setting off.\n');
      const off = 'Publishing on save is off: saved.md was not published.';
      await (await said(window, off, 'info', ['Open Settings', 'Don’t Show Again'])).click('Open Settings');
      const setting = window.page.locator('.settings-editor', { hasText: 'Publish On Save' });
      await window.screen.visible('the setting', setting);
      await window.screenshot('publish-on-save-setting');
      await changeUserSettings(stage, {
        'publishToWiki.publishOnSave': true,
        'files.autoSave': 'afterDelay',
        // What is open stays in the encoding before
        'files.encoding': 'utf8',
      });
      await window.openFile('saved.md');
      await window.editor.typeAt('last', 'Saved by itself.\n');
      await onDisk('saved.md', 'Saved by itself.');
      await changeUserSettings(stage, { 'files.autoSave': 'off' });
      await window.openFile('saved.md');
      assert.equal(wiki.requests.length, before);
      await save('saved.md', 'Setting on.\n');
      const first =
        'saved.md was not published. Publish it yourself once: from then on, saving it publishes it.';
      await (await window.notification(first)).click('Publish…');
      await window.notification('“Saved” was published.');
      wiki.script({ do: 'stall' });
      await save('saved.md', 'Once more.\n');
      await window.screen.until('the request', () => Promise.resolve(wiki.stalled === 1));
      await save('saved.md', 'Größe.\n');
      await window.editor.typeAt('last', 'Not saved.');
      wiki.release();
      const saved = 'Setting off.\nSaved by itself.\nSetting on.\nOnce more.\nGröße.\n';
      await window.screen.until('the last save', () => Promise.resolve(contentOf('Saved') === saved));
      assert.equal(wiki.requests.length, before + 3);
      await window.closeNotifications();
      const text = 'asks.md was not published. No destination yet.';
      await window.openFile('asks.md');
      await save('asks.md', 'Where to?\n');
      const asks = await window.notification(text);
      assert.deepEqual([asks.severity, asks.buttons], ['warning', ['Publish…']]);
      await asks.click('Publish…');
      await window.quick.asks(wantsPage);
      await window.escape();
      await save('asks.md', 'More.\n');
      const sentence = window.page.locator('.statusbar-item', { hasText: text });
      await window.screen.visible('the sentence in the status bar', sentence);
      assert.deepEqual(await window.notifications(), []);
      assert.equal(wiki.requests.length, before + 3);
    });
  });

  describe('has a place that, with a platform token,', () => {
    it('is looked up while its box is busy, and the parent page is found by its title and what is above', async () => {
      const { window, wiki } = stage;
      const setup = { spaceId: '1001', title: 'Setup', content: '' };
      wiki.pages.createPage({ ...setup, id: '100110', parentId: '100102' });
      wiki.pages.createPage({ ...setup, id: '100111', parentId: '100103' });
      const told = Promise.withResolvers<undefined>();
      wiki.spoilLookups(() => ({ until: told.promise }));
      await window.openFile('found.md');
      await window.command('Publish to Wiki');
      await window.quick.asks(wantsPage);
      await window.quickType('100102');
      await window.accept();
      await window.screen.until('the box to be busy', () => window.quick.isBusy());
      await window.page.keyboard.type('1');
      assert.equal(await window.quickValue(), '1001021');
      told.resolve(undefined);
      wiki.spoilLookups(undefined);
      await window.quickPick('Under Another Page…');
      await window.quick.asks(wantsPage);
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
      // The keys stay those of the box
      await window.page.keyboard.press('ControlOrMeta+a');
      await window.page.keyboard.type('etu');
      assert.equal(await window.quickValue(), 'etu');
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
      await window.quickPick(/^Publish “Found” under Setup in /);
      await window.notification('“Found” was published.');
      assert.deepEqual(placeOf(), ['1001', '100111']);
    });
  });
});

import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PlanView } from '../host/planView.js';
import { WikiView } from '../host/wikiView.js';
import { onStage } from './stage.js';
import { answerPlace, enterNewToken, enterPlatformToken, guides, inGuides, savedByHand } from './steps.js';

describe('The Wiki view', () => {
  const stage = onStage({
    files: {
      'docs/index.md': '# Guide\n\nText.\n',
      'docs/setup.md': '# Setup\n\nText.\n',
      'docs/release.md': '# Release\n\nText.\n',
      'elsewhere.md': `${inGuides().replace(guides.parent, '100101')}# Elsewhere\n\nText.\n`,
      'plain.md': '# Plain\n\nText.\n',
    },
    userSettings: {
      ...savedByHand,
      'publishToWiki.overwrite': false,
    },
  });
  const view = (): WikiView => new WikiView(stage.window.screen);
  const save = (): Promise<void> => stage.window.editor.save();

  before(() => enterNewToken(stage.window, stage.wiki));

  it('comes with the first file that says where it goes, and leads to its first page', async () => {
    const { window } = stage;
    await window.openFile('plain.md');
    await window.editor.focus();
    assert.equal(await view().isThere(), false);
    await window.openFile('elsewhere.md');
    await view().open();
    assert.match(await view().welcome(), /^No file in this folder has a page yet\./);
    await window.screenshot('wiki-view-welcome');
    await view().clickWelcome('Publish This File');
    await window.notification('“Elsewhere” was published.');
    await view().shows(
      /^Space 1001 1$/,
      /^Under page 100101 1$/,
      /^Elsewhere elsewhere\.md, now$/,
      /^Not Published 1$/,
      /^Plain New, plain\.md$/,
    );
    assert.match((await view().row('Elsewhere')).spoken, /^Elsewhere, Unchanged, elsewhere\.md, /);
    await window.screenshot('wiki-view-first');
  });

  it('shows the files of a run as they are published, by space and parent page', async () => {
    const { window, wiki } = stage;
    wiki.script({ do: 'stall' }, { do: 'stall' }, { do: 'stall' });
    await window.explorerContext('docs', 'Publish Folder as Wiki Pages…');
    const plan = new PlanView(window.screen);
    await plan.says('3 files have no destination yet.');
    await plan.publish();
    await answerPlace(window, guides);
    await view().showFiles(false);
    await view().row(/^Setup Publishing…/);
    await plan.says(/^0 of 3/);
    await window.screenshot('wiki-view-run');
    wiki.release();
    await window.notification('3 pages were published.');
    await view().shows(
      /^Space 1001 4$/,
      /^Under page 100101 1$/,
      /^Elsewhere elsewhere\.md, .*(now|ago)$/,
      /^Under page 100102 3$/,
      /^Guide docs\/index\.md, .*(now|ago)$/,
      /^Release docs\/release\.md, .*(now|ago)$/,
      /^Setup docs\/setup\.md, .*(now|ago)$/,
      /^Not Published 1$/,
      /^Plain New, plain\.md$/,
    );
  });

  it('tells of each file what a publish would do', async () => {
    const { window, folder } = stage;
    await view().click('Setup');
    await window.activeTab('setup.md');
    await window.editor.typeAt('last', 'More.\n');
    await save();
    await view().row(/^Setup Changed/);
    await view().clickTitle('Publish Changed Files');
    const plan = new PlanView(window.screen);
    await plan.says('Publish Changed Files: 1 page will be published');
    await plan.more('Clear');
    await plan.gone();
    await writeFile(path.join(folder, 'docs', 'release.md'), '# Release 2\n\nText.\n');
    await view().row(/^Release Retitled/);
    await writeFile(path.join(folder, 'elsewhere.md'), '# Elsewhere\n\nAKIAQYLPMN5HHHFPZAM2\n');
    const secret = await view().row(/^Elsewhere Needs a decision, elsewhere\.md$/);
    assert.equal(secret.icon, 'warning');
    await view().showFiles(true);
    await window.explorerContext('docs', 'Publish Folder as Wiki Pages…');
    await view().showFiles(false);
    await plan.row(/^Unchanged 1$/);
    await rm(path.join(folder, 'docs', 'index.md'));
    const gone = await view().row(/^Guide File is gone, docs\/index\.md$/);
    assert.equal(gone.icon, 'trash');
    const words = 'Its page stays in the wiki: somebody who may delete pages there has to remove it.';
    await plan.click('File Is Gone');
    await plan.row(`docs/index.md ${words}`);
    await view().row(/^Left Behind 1$/);
    await window.screenshot('wiki-view');
    await plan.click('docs/index.md');
    await window.notification(
      'index.md is gone. Nothing was sent. If it has a page, that stays in the wiki.',
    );
    await window.screenshot('gone-clicked');
    await window.closeNotifications();
    await plan.more('Clear');
    await plan.gone();
    const { spoken } = await view().row('Setup');
    assert.match(spoken, /^Setup Changed, docs\/setup\.md/);
    await view().context('Guide', 'Resolve…');
    const asked = await window.dialog();
    assert.match(`${asked.message} ${asked.detail}`, /Forget that “Guide” was published from here\?/);
    await asked.click('Forget Page');
    await view().rowsOnce((rows) => rows.filter(({ text }) => /^(Left Behind|Guide)/.test(text)), []);
  });

  it('has the files beside those that have a page, with what blocks them, until they have one', async () => {
    const { window, folder } = stage;
    const docs = (name: string): string => path.join(folder, 'docs', name);
    await writeFile(docs('open.md'), '# Open\n\nAKIAQYLPMN5HHHFPZAM2\n');
    await writeFile(docs('draft.md'), '# Draft\n\nText.\n');
    await writeFile(path.join(folder, '.wikiignore'), '*draft*\n');
    const open = await view().row(/^Open Needs a decision, docs\/open\.md$/);
    assert.equal(open.icon, 'warning');
    await view().row(/^Not Published 2$/);
    await window.screenshot('wiki-view-unpublished');
    await writeFile(path.join(folder, 'plain.md'), '# Plainer\n\nText.\n');
    await view().row(/^Plainer New, plain\.md$/);
    await writeFile(path.join(folder, 'plain.md'), '# Plain\n\nText.\n');
    await view().row(/^Plain New/);
    await writeFile(path.join(folder, '.wikiignore'), '*draft*\nplain.md\n');
    await view().row(/^Not Published 1$/);
    await writeFile(path.join(folder, '.wikiignore'), '*draft*\n');
    await view().row(/^Not Published 2$/);
    await writeFile(docs('open.md'), `${inGuides()}# Open\n\nAnother text.\n`);
    await view().row(/^Open New/);
    await view().clickInline('Open', 'Publish to Wiki');
    await window.notification('“Open” was published.');
    await view().row(/^Open docs\/open\.md, now$/);
    await view().row(/^Not Published 1$/);
    await window.closeNotifications();
  });

  it('marks changed files in the Explorer where the person wants that', async () => {
    const { window, folder } = stage;
    const settings = path.join(folder, '.vscode', 'settings.json');
    await view().showFiles(true);
    await window.screen.until('the files', async () => (await view().letters()).has('setup.md'));
    assert.notEqual((await view().letters()).get('setup.md'), 'W');
    await mkdir(path.dirname(settings));
    await writeFile(settings, '{ "publishToWiki.decorations": true }');
    await window.screen.until('the letter', async () => (await view().letters()).get('setup.md') === 'W');
    assert.notEqual((await view().letters()).get('plain.md'), 'W');
    await window.screenshot('wiki-letters');
    await writeFile(settings, '{}');
    await window.screen.until('no letter', async () => (await view().letters()).get('setup.md') !== 'W');
    await view().showFiles(false);
  });

  it('publishes and compares with a click on a row', async () => {
    const { window } = stage;
    await view().clickInline('Setup', 'Compare with Last Published');
    const comparison = window.page.locator('.tab.active', { hasText: 'setup.md: last published ↔ now' });
    await window.screen.visible('the comparison', comparison);
    const original = window.page.locator('.monaco-diff-editor .editor.original .view-lines');
    assert.ok(!(await original.innerText()).includes('More.'));
    await view().clickInline('Setup', 'Publish to Wiki');
    await window.quickTitle('Publish to Wiki');
    await window.accept();
    await window.notification('“Setup” was published.');
    await view().row(/^Setup docs\/setup\.md, now/);
    // The comparison is still open
    await window.screen.until('the comparison to have what is published now', async () =>
      (await original.innerText()).includes('More.'),
    );
  });

  it('follows a file that is renamed in the Explorer, with its page', async () => {
    const { window, wiki } = stage;
    await window.openFile('docs/setup.md');
    await window.editor.typeAt('last', 'Since then.\n');
    await save();
    await view().row(/^Setup Changed.*, docs\/setup\.md/);
    const rename = async (from: string, to: string): Promise<void> => {
      await view().showFiles(true);
      await window.explorerContext(from, 'Rename...');
      const input = window.page.locator('.explorer-folders-view .monaco-inputbox input');
      await input.fill(to);
      await input.press('Enter');
      await window.activeTab(to);
      await view().showFiles(false);
    };
    await rename('docs/setup.md', 'install.md');
    await view().row(/^Setup Changed.*, docs\/install\.md/);
    const page = wiki.pages.findPage(guides.space, guides.parent, 'Setup') ?? assert.fail();
    const before = page.version;
    await window.command('Publish Again');
    await window.notification('“Setup” was published.');
    assert.equal(wiki.pages.page(page.id)?.version, before + 1);
    await rename('docs/install.md', 'setup.md');
    await view().row(/^Setup docs\/setup\.md, .*(now|ago)$/);
  });

  it('looks pages up when it is refreshed, says what changed in the wiki, and opens a page', async () => {
    const { window, wiki, folder } = stage;
    await enterPlatformToken(window, wiki);
    // Names are looked up with it at once
    await view().row(/^Guides /);
    await writeFile(path.join(folder, 'shared.md'), `${inGuides()}# Shared\n\nShared text.\n`);
    await window.openFile('shared.md');
    await window.command('Publish Again');
    await window.notification('“Shared” was published.');
    await view().row(/^Shared .*, .*(now|ago)$/);
    const page = wiki.pages.findPage(guides.space, guides.parent, 'Shared') ?? assert.fail();
    /** The last of what is looked up of a page. */
    const authorLookedUp = (id: string): Promise<boolean> =>
      window.screen.until(`${id} to be looked up`, () =>
        Promise.resolve(wiki.lookups.some(({ path: asked, answeredAt }) => answeredAt && asked.endsWith(id))),
      );
    await authorLookedUp('u-importer');
    const before = wiki.lookups.length;
    wiki.pages.edit(page, { content: 'Theirs.' });
    // Nothing is looked up for the view alone
    await view().showFiles(true);
    await view().showFiles(false);
    assert.equal(wiki.lookups.length, before);
    await view().clickTitle('Refresh Pages');
    const changed = await view().row(/^Shared Changed in the wiki/);
    assert.equal(changed.icon, 'cloud-download');
    assert.match(changed.spoken, /^Shared Changed in the wiki, /);
    await authorLookedUp('mara-lind');
    const lookups = wiki.lookups.length;
    assert.ok(lookups > before && lookups < before + 10, `${lookups - before} lookups`);
    await view().clickTitle('Refresh Pages');
    await window.screenshot('wiki-view-changed');
    await view().clickInline('Shared', 'Open in Wiki');
    await (await window.opened(new RegExp(`/pages/${page.id}`))).close();
    // It was refreshed a moment ago
    assert.equal(wiki.lookups.length, lookups);
  });

  it('shows a page below another one as it is by now, also once the other one is drawn again', async () => {
    const { window, wiki, folder } = stage;
    await writeFile(path.join(folder, 'above.md'), `${inGuides()}# Above\n\nText.\n`);
    await window.openFile('above.md');
    await window.command('Publish Again');
    await window.notification('“Above” was published.');
    await view().row(/^Above .*, .*(now|ago)$/);
    const page = wiki.pages.findPage(guides.space, guides.parent, 'Above') ?? assert.fail();
    const below = inGuides().replace(guides.parent, page.id);
    await writeFile(path.join(folder, 'below.md'), `${below}# Below\n\nText.\n`);
    await window.openFile('below.md');
    wiki.script({ do: 'cutAnswer', afterBytes: 0 });
    await window.command('Publish Again');
    await window.notification(/is unknown/);
    await view().row(/^Below Outcome unknown/);
    await window.closeNotifications();
    await window.command('Publish Again');
    const there = await window.dialog();
    assert.match(there.detail, /^“Below” is in the wiki already\. /);
    await there.click('Replace Page');
    await window.notification('“Below” was published.');
    await view().row(/^Below below\.md, .*(now|ago)$/);
    await window.openFile('above.md');
    await window.editor.typeAt('last', 'More.\n');
    await save();
    await window.command('Publish Again');
    await window.notification('“Above” was published.');
    // What is below is drawn and read after it
    await delay(2_000);
    await view().row(/^Below below\.md, .*(now|ago)$/);
  });

  it('works by keys alone', async () => {
    const { window } = stage;
    await window.command('Focus on Wiki View');
    const focused = window.page.locator('.monaco-list-row.focused');
    await window.screen.until('Setup to be chosen', async () => {
      const text = await focused.first().innerText();
      const isLast = (await focused.first().getAttribute('data-last-element')) === 'true';
      const isSetup = text.startsWith('Setup');
      if (!isSetup) {
        await window.page.keyboard.press(isLast ? 'Home' : 'ArrowDown');
      }
      return isSetup;
    });
    await window.page.keyboard.press('Enter');
    await window.activeTab('setup.md');
    await window.command('Focus on Wiki View');
    await window.page.keyboard.press('Shift+F10');
    await window.screen.visible('the row’s menu', window.page.locator('.monaco-menu'));
    await window.screenshot('wiki-view-menu');
    await window.page.keyboard.press('Escape');
  });

  it('is there from the start where it was before, without an editor', async () => {
    const { window, wiki } = stage;
    await window.command('Close All Editors');
    await window.stored(/"publishToWiki\.pages":true/);
    await window.reload();
    await view().row(/^Setup docs\/setup\.md, .*(now|ago)$/);
    // What the last look found is still known
    const lookups = wiki.lookups.length;
    await view().row(/^Shared Changed in the wiki/);
    assert.equal(wiki.lookups.length, lookups);
  });
});

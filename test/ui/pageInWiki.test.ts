import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pickQuickFix } from '../host/problemsView.js';
import { PlanView } from '../host/planView.js';
import { WikiView } from '../host/wikiView.js';
import { said } from './said.js';
import { onStage } from './stage.js';
import { changeUserSettings, enterNewToken, enterPlatformToken, guides, inGuides, manage } from './steps.js';

const saving = (title: string): string => `${inGuides('  publishOnSave: true')}# ${title}\n\n`;

describe('A file that says where it goes', () => {
  const stage = onStage({
    files: {
      'unknown.md': `${inGuides()}# Unknown\n\nText with ![a picture](a.png).\n`,
      'team/guide.md': `${inGuides()}# Guide\n\nText.\n`,
      'team/new.md': `${inGuides()}# New\n\nText.\n`,
      'docs/index.md': `${inGuides()}# Index\n\nFirst [set it up](setup.md), then [release](<release.md> "How").\n`,
      'docs/setup.md': `${inGuides()}# Setup\n\nBack to the [index][1].\n\n[1]: index.md\n`,
      'docs/release.md': `${inGuides()}# Release\n\nPress the button.\n`,
      'alone.md': `${inGuides()}# Alone\n\nSee [more](more.md).\n`,
      'more.md': `${inGuides()}# More\n\nText.\n`,
      'saved.md': saving('Saved'),
      'asks.md': '---\nwiki: { publishOnSave: true }\n---\n# Asks\n\n',
    },
    userSettings: { 'files.autoSave': 'off', 'workbench.editor.useModal': 'off' },
  });

  before(() => enterNewToken(stage.window, stage.wiki));
  beforeEach(() => stage.window.closeNotifications());

  const pageOf = (title: string) =>
    stage.wiki.pages.findPage(guides.space, guides.parent, title) ?? assert.fail(title);
  const addressOf = (title: string): string =>
    `${stage.wiki.origin}/wiki/spaces/DOCS/pages/${pageOf(title).id}/${title}`;

  /** Waits until what was looked up is known to this computer. */
  async function lookedUp(title: string): Promise<void> {
    const { wiki, window } = stage;
    const { id, version } = pageOf(title);
    const asks = version === 1 ? `title=${title}` : id;
    await window.screen.until(`version ${version} of ${title} to be looked up`, () =>
      Promise.resolve(
        wiki.lookups.some(
          ({ path: asked, answeredAt }) =>
            answeredAt && /title=|pages\/\d/.test(asked) && asked.includes(asks),
        ),
      ),
    );
  }

  describe('has a page in the wiki that', () => {
    it('can’t be opened where nobody knows its address: the button says what is needed, and another shows what does not work there', async () => {
      const { window, wiki } = stage;
      const image = '1 image doesn’t work in the wiki: images are not uploaded.';
      const needed = 'To open the page, VS Code needs a platform token.';
      await window.openFile('unknown.md');
      await window.editorContext('Publish to Wiki');
      const done = await said(window, `“Unknown” was published. ${image}`, 'info', [
        'Open in Wiki',
        'Show Problems',
        'Copy Message',
      ]);
      await window.screenshot('does-not-work');
      await done.click('Show Problems');
      await window.screen.until('the image among the problems', async () =>
        (await window.page.locator('.markers-panel-container').innerText()).includes('a.png'),
      );
      await window.editor.typeAt('last', 'More.');
      await window.closeNotifications();
      await window.command('Publish to Wiki');
      const again = await window.notification(`“Unknown” was published. ${image}`);
      await again.click('Open in Wiki');
      await said(window, needed, 'info', ['Set Platform Token…']);
      await window.editor.save();
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
      await said(window, needed, 'info', ['Set Platform Token…']);
      assert.equal(wiki.lookups.length, 0);
    });

    it('is opened from the notification, the menus and by command, with a platform token', async () => {
      const { window, wiki } = stage;
      await enterPlatformToken(window, wiki, true);
      await window.openFile('team/guide.md');
      await window.command('Publish to Wiki');
      const done = await said(window, '“Guide” was published.', 'info', ['Open in Wiki', 'Copy Message']);
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
      const sent = wiki.lookups.map(({ headers }) => headers.authorization ?? '');
      assert.ok(sent.length > 0 && sent.every((header) => header.startsWith('Basic ')));
      assert.ok(
        wiki.requests.every(({ headers }) => headers.authorization?.startsWith('Bearer ey') === true),
      );
    });

    it('somebody changed is looked at and not overwritten without a question, which stays', async () => {
      const { window, wiki } = stage;
      await lookedUp('Guide');
      wiki.pages.edit(pageOf('Guide'), { content: 'Theirs.' });
      await window.openFile('team/guide.md');
      await window.editor.typeAt('last', 'More.');
      await window.command('Publish Again');
      const question =
        /^“Guide” was changed in the wiki by “Mara Lind” today at .* \(version 2; yours was 1\)\. Nothing was sent\.$/;
      const asked = await window.dialog();
      assert.match(asked.detail, question);
      assert.deepEqual(asked.buttons.toSorted(), ['Cancel', 'Open in Wiki', 'Replace Page']);
      await asked.click('Open in Wiki');
      await (await window.opened(/\/Guide$/)).close();
      const again = await window.notification(question);
      assert.deepEqual(again.buttons, ['Open in Wiki', 'Replace Page']);
      assert.equal(pageOf('Guide').content, 'Theirs.');
      await again.click('Replace Page');
      await said(window, '“Guide” was published.', 'info', ['Open in Wiki', 'Copy Message']);
      assert.deepEqual([pageOf('Guide').content, pageOf('Guide').version], ['Text.\nMore.', 3]);
    });

    it('has a section of its own in a plan where somebody changed it, without a check mark', async () => {
      const { window, wiki } = stage;
      await lookedUp('Guide');
      wiki.pages.edit(pageOf('Guide'), { content: 'Theirs.' });
      await window.explorerContext('team', 'Publish Folder to Wiki');
      const plan = new PlanView(window.screen);
      await plan.shows(
        /^Needs a Decision 1$/,
        /^team\/guide\.md Changed in the wiki · Guide → Guides in Product Documentation$/,
        /^New 1$/,
        /^team\/new\.md New · New → Guides in Product Documentation$/,
      );
      assert.match(
        await plan.tooltip('team/guide.md'),
        /“Guide” was changed in the wiki by “Mara Lind” today at/,
      );
      await window.screenshot('changed-in-wiki-plan');
      await plan.publish();
      await window.quickPick(/^Create the pages?$/);
      await window.notification('The page was published.');
      assert.deepEqual([pageOf('New').version, pageOf('Guide').content], [1, 'Theirs.']);
    });

    it('is linked to by those that are made with it, which are sent twice, as the plan says', async () => {
      const { window, wiki } = stage;
      const before = wiki.requests.length;
      await window.explorerContext('docs', 'Publish Folder to Wiki');
      const plan = new PlanView(window.screen);
      const sentence = '3 will be published, 2 of them again once their links have addresses';
      await plan.says(sentence);
      await window.screenshot('linkedPagesPlan');
      await plan.toggle('docs/index.md');
      await plan.says(/: 2 will be published$/);
      await plan.toggle('docs/index.md');
      await plan.says(sentence);
      await plan.focus();
      await plan.publish();
      await window.quickPick(/^Create the pages?$/);
      const text = 'All 3 pages were published. 2 pages were sent again, with the addresses of their links.';
      const done = await said(window, text, 'info', ['Show Report']);
      assert.equal(
        pageOf('Index').content,
        `First [set it up](${addressOf('Setup')}), then [release](${addressOf('Release')} "How").\n`,
      );
      assert.match(pageOf('Setup').content, new RegExp(`\n\\[1\\]: ${addressOf('Index')}\n`));
      await done.click('Show Report');
      await window.activeTab(/^Publish Report, /);
      const report = await window.editor.text();
      for (const title of ['Index', 'Release', 'Setup']) {
        const page = `${title} → Guides in Product Documentation\n      ${addressOf(title)}\n`;
        assert.ok(report.includes(page), report);
      }
      await window.screenshot('linkedPagesReport');
      assert.equal(wiki.requests.length, before + 5);
    });

    it('is missed by a link to its file, and where that leads once it is published too', async () => {
      const { window } = stage;
      await window.openFile('alone.md');
      await window.command('Publish to Wiki');
      await said(window, '“Alone” was published. 1 link doesn’t work in the wiki.', 'info', [
        'Open in Wiki',
        'Show Problems',
        'Copy Message',
      ]);
      assert.equal(pageOf('Alone').content, 'See [more](more.md).\n');
      await window.closeNotifications();
      await window.screen.until('the problem', async () =>
        (await window.problems()).some((each) => each.includes('leads nowhere in the wiki')),
      );
      await window.openFile('alone.md');
      await window.editor.goTo('8:8');
      await pickQuickFix(window.screen, 'Publish It Too');
      await said(window, '“More” was published.', 'info', ['Open in Wiki', 'Copy Message']);
      await window.screen.until('no problem', async () =>
        (await window.problems()).every((each) => !each.includes('leads nowhere in the wiki')),
      );
      const view = new WikiView(window.screen);
      await view.open();
      await view.showFiles(false);
      await view.row(/^Alone Changed/);
      // Sent twice, and nothing is left to send
      await view.row(/^Index Published/);
      await view.showFiles(true);
      await window.closeNotifications();
      await window.openFile('alone.md');
      await window.command('Publish Again');
      await window.notification('“Alone” was published.');
      assert.equal(pageOf('Alone').content, `See [more](${addressOf('More')}).\n`);
      await window.command('Preview What Is Sent');
      const preview = await window.preview(/See more\./);
      const link = preview.getByRole('link', { name: 'more' });
      assert.equal(await link.getAttribute('data-href'), addressOf('More'));
      await window.screenshot('linkedPagesPreview');
    });
  });

  describe('Publish on save', () => {
    const contentOf = (title: string): string | undefined =>
      stage.wiki.pages.findPage(guides.space, guides.parent, title)?.content;

    async function onDisk(file: string, text: string): Promise<void> {
      await stage.window.screen.until(`“${text}” on disk`, async () =>
        (await readFile(path.join(stage.folder, file), 'utf8')).includes(text),
      );
    }

    async function save(file: string, text: string): Promise<void> {
      await stage.window.editor.typeAt('last', text);
      await stage.window.editor.save();
      await onDisk(file, text);
    }

    it('sends what the person saves, and nothing that saves itself, where the setting says so', async () => {
      const { window, wiki } = stage;
      const before = wiki.requests.length;
      await window.openFile('saved.md');
      await save('saved.md', 'Setting off.\n');
      await changeUserSettings(stage, {
        'publishToWiki.publishOnSave': true,
        'files.autoSave': 'afterDelay',
      });
      await window.openFile('saved.md');
      await window.editor.typeAt('last', 'Saved by itself.\n');
      await onDisk('saved.md', 'Saved by itself.');
      await changeUserSettings(stage, { 'files.autoSave': 'off' });
      await window.openFile('saved.md');
      assert.equal(wiki.requests.length, before);
      await save('saved.md', 'Setting on.\n');
      await window.screen.until('the page', () => Promise.resolve(contentOf('Saved')));
      assert.equal(contentOf('Saved'), 'Setting off.\nSaved by itself.\nSetting on.\n');
      assert.equal(wiki.requests.length, before + 1);
    });

    it('sends the newest save in the encoding of its file, without what was typed after it', async () => {
      const { window, wiki, folder } = stage;
      await writeFile(path.join(folder, 'latin.md'), Buffer.from(`${saving('Latin')}Grüße.\n`, 'latin1'));
      await window.openFile('latin.md');
      await window.command('Change File Encoding');
      await window.quickPick('Reopen with Encoding');
      await window.quickType('Western (Windows 1252)');
      await window.accept();
      await window.quick.hidden();
      // VS Code names the encoding before it has read the file in it
      await window.screen.until('the text in it', async () => (await window.editor.text()).includes('Grüße'));
      const before = wiki.requests.length;
      wiki.script({ do: 'stall' });
      await save('latin.md', 'First.\n');
      await window.screen.until('the request to arrive', () => Promise.resolve(wiki.stalled === 1));
      await save('latin.md', 'Second.\n');
      await save('latin.md', 'Third.\n');
      await window.editor.typeAt('last', 'Not saved.');
      // A command comes to the extension after what was saved before it
      await manage(window, 'Copy Endpoint');
      await window.statusMessage('Endpoint copied');
      wiki.release();
      const saved = 'Grüße.\nFirst.\nSecond.\nThird.\n';
      await window.screen.until('the last save in the wiki', () =>
        Promise.resolve(contentOf('Latin') === saved),
      );
      assert.equal(wiki.requests.length, before + 2);
    });

    it('says once what has to be answered, for as long as it stays so, and asks it at a click', async () => {
      const { window, wiki } = stage;
      const before = wiki.requests.length;
      const text = 'asks.md was saved but not published: to publish it, you have to answer a question.';
      await window.openFile('asks.md');
      await save('asks.md', 'Where to?\n');
      const asks = await window.notification(text);
      assert.deepEqual([asks.severity, asks.buttons], ['warning', ['Publish…']]);
      await asks.click('Publish…');
      await window.quickTitle('Publish to Wiki (1/4)');
      await window.escape();
      await save('asks.md', 'More.\n');
      const sentence = window.page.locator('.statusbar-item', { hasText: text });
      await window.screen.visible('the sentence in the status bar', sentence);
      assert.deepEqual(await window.notifications(), []);
      assert.equal(wiki.requests.length, before);
    });
  });
});

import assert from 'node:assert/strict';
import { WikiView } from '../host/wikiView.js';
import { pickQuickFix } from '../host/problemsView.js';
import { said } from './said.js';
import { onStage } from './stage.js';
import { enterNewToken, enterPlatformToken, guides, inGuides } from './steps.js';

describe('Links between pages', () => {
  const stage = onStage({
    files: {
      'docs/index.md':
        '# Guide\n\nFirst [set it up](setup.md#first-steps), then [release](<release.md> "How").\n',
      'docs/setup.md':
        '# Setup\n\nBack to the [guide][1].\n\n## First steps\n\nInstall it.\n\n[1]: index.md\n',
      'docs/release.md': '# Release\n\nPress the button.\n',
      'alone.md': `${inGuides()}# Alone\n\nSee [more](more.md).\n`,
      'more.md': `${inGuides()}# More\n\nText.\n`,
    },
    userSettings: {
      'files.autoSave': 'off',
      'workbench.editor.useModal': 'off',
      'publishToWiki.space': guides.space,
      'publishToWiki.parent': guides.parent,
      'publishToWiki.check': 'open',
    },
  });

  before(async () => {
    await enterNewToken(stage.window, stage.wiki);
    await enterPlatformToken(stage.window, stage.wiki);
  });
  beforeEach(() => stage.window.closeNotifications());

  const pageOf = (title: string) =>
    stage.wiki.pages.findPage(guides.space, guides.parent, title) ?? assert.fail(title);
  const addressOf = (title: string): string =>
    `${stage.wiki.origin}/wiki/spaces/DOCS/pages/${pageOf(title).id}/${title}`;

  it('lead to the pages that a run makes: those that link are sent twice, as the plan says', async () => {
    const { window, wiki } = stage;
    await window.explorerContext('docs', 'Publish Folder to Wiki');
    const title = 'Publish Folder to Wiki: 3 new, 2 sent twice, for their links';
    await window.quickTitle(title);
    await window.screenshot('linkedPagesPlan');
    await window.quickPick('docs/index.md');
    await window.quickTitle('Publish Folder to Wiki: 3 new');
    await window.quickPick('docs/index.md');
    await window.quickTitle(title);
    await window.accept();
    await window.quickPick('Stop if the page exists');
    const done = await said(window, 'All 3 pages were published.', 'info', ['Show Report']);
    assert.equal(
      pageOf('Guide').content,
      `First [set it up](${addressOf('Setup')}#First-steps), then [release](${addressOf('Release')} "How").\n`,
    );
    assert.match(pageOf('Setup').content, new RegExp(`\n\\[1\\]: ${addressOf('Guide')}\n`));
    assert.deepEqual(
      ['Guide', 'Setup', 'Release'].map((each) => pageOf(each).version),
      [2, 2, 1],
    );
    await done.click('Show Report');
    const report = await window.preview(/^Publish Report, /);
    const created = 'Success: The page was created.';
    const row = (file: string, page: string): string[] => [
      ...[`docs/${file}.md`, page, 'Guides in Product Documentation', 'published', created],
    ];
    await window.screen.until('the names of the places', async () =>
      (await report.locator('tbody tr').allInnerTexts()).every((each) => each.includes('Guides in')),
    );
    assert.deepEqual(
      (await report.locator('tbody tr').allInnerTexts()).map((each) => each.split('\t')),
      [row('index', 'Guide'), row('release', 'Release'), row('setup', 'Setup')],
    );
    await window.screenshot('linkedPagesReport');
    assert.equal(wiki.requests.length, 5);
  });

  it('can be followed in the wiki, to the heading', async () => {
    const { window } = stage;
    const page = await window.page.context().newPage();
    await page.goto(addressOf('Guide'));
    await page.getByRole('link', { name: 'set it up' }).click();
    await page.waitForURL(`${addressOf('Setup')}#First-steps`);
    assert.equal(await page.locator(':target').innerText(), 'First steps');
    await page.screenshot({ path: 'out/screenshots/linkedPagesInWiki.png' });
    await page.getByRole('link', { name: 'guide', exact: true }).click();
    await page.waitForURL(addressOf('Guide'));
    await page.close();
  });

  it('leave nothing to be sent again', async () => {
    const { window, wiki } = stage;
    const view = new WikiView(window.screen);
    await view.open();
    await view.showFiles(false);
    await view.shows(
      /^Space 1001|^Product Documentation/,
      /Guides|Under page 100102/,
      /^Guide Published/,
      /^Release Published/,
      /^Setup Published/,
    );
    await view.showFiles(true);
    await window.command('Publish Changed Files');
    await window.quickTitle('Publish Changed Files: 2 new, 1 sent twice, for their links');
    await window.escape();
    assert.equal(wiki.requests.length, 5);
  });

  it('are a problem while their file has no page, and publishing it too solves it', async () => {
    const { window } = stage;
    await window.openFile('alone.md');
    await window.command('Publish to Wiki');
    await said(window, '“Alone” was published.', 'info', ['Open in Wiki', 'Copy Response']);
    assert.equal(pageOf('Alone').content, 'See [more](more.md).\n');
    await window.closeNotifications();
    await window.screen.until('the problem', async () =>
      (await window.problems()).some((each) => each.includes('leads nowhere in the wiki')),
    );
    await window.openFile('alone.md');
    await window.editor.goTo('8:8');
    await pickQuickFix(window.screen, 'Publish It Too');
    await said(window, '“More” was published.', 'info', ['Open in Wiki', 'Copy Response']);
    await window.screen.until('no problem', async () => (await window.problems()).length === 0);
    await new WikiView(window.screen).row(/^Alone Changed/);
  });

  it('are previewed as they are sent, and what links to a new page has changed', async () => {
    const { window } = stage;
    await window.openFile('alone.md');
    await window.command('Preview What Is Sent');
    const preview = await window.preview(/See more\./);
    const link = preview.getByRole('link', { name: 'more' });
    assert.equal(await link.getAttribute('data-href'), addressOf('More'));
    await window.screenshot('linkedPagesPreview');
    await window.closeNotifications();
    await window.command('Publish Changed Files');
    await window.quickTitle('Publish Changed Files: 1 changed');
    await window.accept();
    await said(window, 'The page was published.', 'info', ['Show Report']);
    assert.equal(pageOf('Alone').content, `See [more](${addressOf('More')}).\n`);
    assert.equal(pageOf('Alone').version, 2);
  });
});

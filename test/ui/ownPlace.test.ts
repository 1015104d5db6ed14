import assert from 'node:assert/strict';
import { problemRows } from '../host/problemsView.js';
import { onStage } from './stage.js';
import { enterNewToken, guides, lastBody } from './steps.js';

const home = { space: '1002', parent: '100201' };

function inGuides(...more: string[]): string {
  return [
    '---',
    'wiki:',
    `  space: "${guides.space}"`,
    `  parent: "${guides.parent}"`,
    ...more,
    '---',
    '',
  ].join('\n');
}

describe('A file that says where it goes', () => {
  const stage = onStage({
    files: {
      '.vscode/settings.json': JSON.stringify({
        'publishToWiki.space': home.space,
        'publishToWiki.parent': home.parent,
      }),
      'decided.md': `${inGuides('  title: Decided')}# A Heading\n\nText.\n`,
      'careful.md': `${inGuides('  overwrite: true')}# Careful\n\nOurs.\n`,
      'wrong.md': '---\nwiki:\n  colour: red\n  parent: twelve\n---\n# Wrong\n\nText.\n',
      'commented.md':
        '---\n# For the team\ntags: [a, b] # two\nwiki: # ours\n  overwrite: true\ntitle: Commented\n---\nText.\n',
      'default.md': '# Default\n\nText.\n',
      'parts.md':
        '# Parts\n\nShown. <!-- for us -->\n\n<!-- wiki:skip -->\nNot shown.\n<!-- /wiki:skip -->\n\nShown too.\n',
      'open.md': '# Open\n\nShown.\n\n<!-- wiki:skip -->\n\nNot shown.\n',
    },
  });

  before(async () => {
    await enterNewToken(stage.window, stage.wiki);
  });

  beforeEach(async () => {
    await stage.window.closeNotifications();
  });

  it('is published without a question, and its heading stays when the title is another', async () => {
    const { window } = stage;
    await window.openFile('decided.md');
    await window.command('Publish to Wiki');
    await window.notification('“Decided” was published.');
    assert.equal(await window.quick.isShown(), false);
    assert.deepEqual(lastBody(stage.wiki), {
      spaceId: guides.space,
      parentId: guides.parent,
      pageTitle: 'Decided',
      content: '# A Heading\n\nText.\n',
      overwrite: false,
    });
  });

  it('is not sent again when nothing changed, unless the person wants that', async () => {
    const { window, wiki } = stage;
    const before = wiki.requests.length;
    await window.command('Publish to Wiki');
    const unchanged = await window.notification(
      'Nothing has changed since “Decided” was published. Nothing was sent.',
    );
    assert.deepEqual([unchanged.severity, unchanged.buttons], ['info', ['Publish Anyway']]);
    assert.equal(wiki.requests.length, before);
    await unchanged.click('Publish Anyway');
    await window.notification('“Decided” was published.');
    assert.equal(wiki.pages.findPage(guides.space, guides.parent, 'Decided')?.version, 2);
  });

  it('does not update a page that it did not make before the person says so', async () => {
    const { window, wiki } = stage;
    const theirs = wiki.pages.createPage({
      spaceId: guides.space,
      parentId: guides.parent,
      title: 'Careful',
      content: 'Theirs.',
    });
    await window.openFile('careful.md');
    await window.command('Publish to Wiki');
    await window.quickTitle('Publish to Wiki');
    const details = (await window.quickRows()).map(({ detail, focused }) => [detail, focused]);
    assert.deepEqual(details.slice(0, 2), [
      ['Stops if the page exists', true],
      ['Updates the page if it exists: its text is replaced, no matter who wrote it', false],
    ]);
    await window.screenshot('foreign');
    await window.accept();
    await window.notification('already exists');
    assert.deepEqual([theirs.version, theirs.content], [1, 'Theirs.']);
    await window.closeNotifications();
    await window.command('Publish to Wiki');
    await window.quickTitle('Publish to Wiki');
    await window.quick.moveTo(({ detail }) => detail.startsWith('Updates the page if it exists'));
    await window.accept();
    await window.notification('“Careful” was published.');
    assert.deepEqual([theirs.version, theirs.content], [2, 'Ours.\n']);
    await window.closeNotifications();
    await window.editor.typeAt('last', 'More.');
    await window.command('Publish to Wiki');
    await window.notification('“Careful” was published.');
    assert.deepEqual([theirs.version, theirs.content], [3, 'Ours.\nMore.']);
  });

  it('goes where the workspace says when it says nothing, and then where it went before', async () => {
    const { window, wiki } = stage;
    await window.openFile('default.md');
    await window.command('Publish to Wiki');
    await window.quickTitle('Publish to Wiki');
    const labels = async (): Promise<string[]> => (await window.quickRows()).map(({ label }) => label);
    assert.match((await labels())[0] ?? '', /Publish “Default” to 1002 \/ 100201$/);
    await window.quickPick(/Change…$/);
    await window.quickTitle('Publish to Wiki (1/4)');
    await window.quickType(guides.space);
    await window.accept();
    await window.quickTitle('Publish to Wiki (2/4)');
    await window.quickType(guides.parent);
    await window.accept();
    await window.quickTitle('Publish to Wiki (3/4)');
    await window.accept();
    await window.quickTitle('Publish to Wiki (4/4)');
    await window.accept();
    await window.notification('“Default” was published.');
    assert.ok(wiki.pages.findPage(guides.space, guides.parent, 'Default'));
    await window.command('Publish to Wiki');
    await window.quickTitle('Publish to Wiki');
    assert.match((await labels())[1] ?? '', /Publish Anyway: “Default” → 1001 \/ 100102$/);
    await window.escape();
  });

  it('shows values that can’t be used in the Problems view, each at its line', async () => {
    const { window } = stage;
    await window.openFile('wrong.md');
    await window.command('Focus on Problems View');
    const rows = await window.screen.until('two problems', async () => {
      const found = await problemRows(window.screen);
      return found.length === 2 && found;
    });
    assert.deepEqual(
      rows.map(({ severity }) => severity),
      ['error', 'error'],
    );
    assert.match(rows[0]?.text ?? '', /^“colour” is not known here\. .*frontMatter ?\[Ln 3, Col 3\]$/);
    assert.match(rows[1]?.text ?? '', /^A page ID consists of digits only\. .*\[Ln 4, Col 11\]$/);
    await window.command('Publish to Wiki');
    const stopped = await window.notification('“colour” is not known here.');
    assert.match(stopped.message, /There is one more problem\. Nothing was sent\.$/);
    assert.deepEqual(stopped.buttons, ['Show Problems', 'Publish Anyway']);
  });

  it('keeps the comments and the order of its front matter when its target is saved there', async () => {
    const { window } = stage;
    await window.openFile('commented.md');
    await window.command('Save Target to Front Matter');
    const text = await window.screen.until('the target in the front matter', async () => {
      const now = await window.editor.text();
      return now.includes('parent') && now;
    });
    assert.equal(
      text.replaceAll('\r\n', '\n'),
      '---\n# For the team\ntags: [a, b] # two\nwiki: # ours\n  overwrite: true\n' +
        '  space: "1002"\n  parent: "100201"\ntitle: Commented\n---\nText.\n',
    );
  });

  it('is sent without its heading, its comments and what is marked to be skipped', async () => {
    const { window } = stage;
    await window.openFile('parts.md');
    await window.command('Publish to Wiki');
    await window.quickTitle('Publish to Wiki');
    await window.accept();
    await window.notification('“Parts” was published.');
    assert.deepEqual(
      [lastBody(stage.wiki).pageTitle, lastBody(stage.wiki).content],
      ['Parts', 'Shown.\n\nShown too.\n'],
    );
  });

  it('is not sent when a part that is to be skipped has no end', async () => {
    const { window, wiki } = stage;
    const before = wiki.requests.length;
    await window.openFile('open.md');
    await window.command('Publish to Wiki');
    const stopped = await window.notification('“<!-- /wiki:skip -->” is missing. Nothing was sent.');
    assert.deepEqual([stopped.severity, stopped.buttons], ['error', ['Show Problems']]);
    assert.equal(wiki.requests.length, before);
    await stopped.click('Show Problems');
    await window.screen.until('the problem to be shown', async () =>
      (await problemRows(window.screen)).some(({ text }) => text.includes('[Ln 5, Col 1]')),
    );
  });
});

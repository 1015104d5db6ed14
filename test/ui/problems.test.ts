import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { problemKinds, type ProblemKind } from '../../src/core/page/problem.js';
import { jwt } from '../core/jwt.js';
import { maximizePanel, pickQuickFix, problemRows, type ProblemRow } from '../host/problemsView.js';
import { onStage } from './stage.js';
import { answerSteps, enterNewToken, guides } from './steps.js';

const all = `---
title: " Setup "
wiki:
  colour: red
---
# Setup

![The first page](pictures/setup.png) ![Gone](gone.png)

The [reference](reference.md) has more.

    curl --header "Authorization: Bearer ${jwt({ sub: 'ci' })}"

Then <!-- ask Ada

<!-- /wiki:skip -->

\`\`\`sh
setup --quiet
`;

/** What each check says of the files above, and where. */
const expected: readonly (readonly [ProblemKind, ProblemRow['severity'], RegExp, string])[] = [
  ['title', 'error', /^The title has leading or trailing spaces\. They are not sent\./, 'Ln 2, Col 8'],
  ['frontMatter', 'error', /^“colour” is not known here\./, 'Ln 4, Col 3'],
  ['localImage', 'info', /^The image “pictures\/setup\.png” is only on this computer/, 'Ln 8, Col 1'],
  ['relativeLink', 'info', /^The link to “reference\.md” leads nowhere in the wiki\./, 'Ln 10, Col 5'],
  ['secret', 'error', /^This looks like a token or a private key\./, 'Ln 12, Col 42'],
  ['unclosedComment', 'error', /^This comment does not end in its paragraph/, 'Ln 14, Col 6'],
  ['notLeftOut', 'warning', /^This comment is sent: leaving it out would change/, 'Ln 3, Col 4'],
  ['repeatedTitle', 'info', /^This heading is sent, although it is the same as the title/, 'Ln 1, Col 1'],
  ['skipRegion', 'error', /^This end mark has no matching “<!-- wiki:skip -->”\./, 'Ln 16, Col 1'],
  ['unclosedFence', 'warning', /^This code block is not closed: “```” is missing/, 'Ln 18, Col 1'],
  ['emptyBody', 'error', /^There is nothing to publish: the document is empty\./, 'Ln 1, Col 1'],
  ['unclosedFrontMatter', 'warning', /^The front matter is not closed/, 'Ln 1, Col 1'],
  ['size', 'error', /^The page is 1,126 KB; the wiki may refuse more than 1,024 KB\./, 'Ln 1, Col 1'],
  ['publicAddress', 'warning', /^The setting publishToWiki\.publicImageAddress is not used/, 'Ln 6, Col 1'],
  [
    'doubtfulFrontMatter',
    'warning',
    /^This may be meant as front matter, but it is sent as text/,
    'Ln 1, Col 1',
  ],
  ['brokenLink', 'warning', /^This is sent as text, not as a link/, 'Ln 3, Col 5'],
  ['password', 'warning', /^This looks like a password\./, 'Ln 7, Col 11'],
  ['exampleSecret', 'info', /^This looks like a token or a password that is an example/, 'Ln 5, Col 1'],
  ['missingFile', 'warning', /^There is no file “gone\.png”\./, 'Ln 8, Col 39'],
  ['conflict', 'error', /^This conflict is not resolved/, 'Ln 3, Col 1'],
  ['encoding', 'error', /^Some characters can’t be read in the encoding/, 'Ln 1, Col 1'],
];

/** An address that can’t be used. */
const usual = { 'publishToWiki.publicImageAddress': 'files.example.com/raw' };
const open = '# Open\n\n<!-- wiki:skip -->\n\nText.\n';
const key = ([kind]: (typeof expected)[number]): string => kind;

describe('The Problems view', () => {
  const stage = onStage({
    files: {
      '.vscode/settings.json': JSON.stringify(usual),
      'doubtful.md': '---\n\nWarning: do not restart\n\n---\n\nText.\n',
      'links.md': '# Links\n\nSee [more](more of it.md).\n\nAKIAIOSFODNN7EXAMPLE\n\nPassword: Sommer2024!\n',
      'reference.md': '# Reference\n\nText.\n',
      'pictures/setup.png': '',
      'setup.md': all,
      'label.md': '# [Label](https://a.example)\n\n[a <!-- b --> c]\n\n[a <!-- b --> c]: https://a.example\n',
      'merged.md': '# Merged\n\n<<<<<<< merged.md\nOurs.\n=======\nTheirs.\n>>>>>>> wiki\n',
      'empty.md': ' \n',
      'open.md': open,
      'ended.md': '---\nauthor: Ada\n\n# Ended\n\nText.\n',
      'large.md': `# Large\n\n${`${'Some words, and more of them. '.repeat(40)}\n`.repeat(960)}`,
    },
    userSettings: {
      'files.autoSave': 'off',
      'workbench.editor.useModal': 'off',
      'window.title': '${activeEditorShort}',
      'publishToWiki.check': 'open',
    },
  });

  before(async () => {
    await writeFile(
      path.join(stage.folder, 'latin.md'),
      Buffer.from('# Gr\u00fc\u00dfe\n\nText.\n', 'latin1'),
    );
    await enterNewToken(stage.window, stage.wiki);
  });

  beforeEach(async () => {
    await stage.window.closeNotifications();
  });

  const settings = async (values: Record<string, unknown>): Promise<void> => {
    const file = path.join(stage.folder, '.vscode', 'settings.json');
    await writeFile(file, JSON.stringify({ ...usual, ...values }));
  };

  /** Waits for these rows, and answers with them by their kinds. Rows out of sight are not drawn: the panel has all the room meanwhile. */
  async function shown(
    what: string,
    isRight: (rows: Map<string, ProblemRow>) => boolean,
  ): Promise<Map<string, ProblemRow>> {
    const { screen } = stage.window;
    const found = await screen.until(what, async () => {
      await maximizePanel(screen, true);
      const rows = await problemRows(screen);
      const byKind = new Map(
        rows.map((row) => [/ Publish to Wiki (\w+) ?\[/.exec(row.text)?.[1] ?? '', row]),
      );
      return byKind.size === rows.length && isRight(byKind) && byKind;
    });
    await maximizePanel(screen, false);
    return found;
  }

  async function goTo(file: string, place: string): Promise<void> {
    const { window } = stage;
    await window.openFile(file);
    await window.editor.goTo(place);
  }

  async function editorText(): Promise<string> {
    return (await stage.window.editor.text()).replaceAll('\r\n', '\n');
  }

  it('says what is wrong with a document, and where', async () => {
    const { window } = stage;
    await window.openFile('setup.md');
    await window.command('Focus on Problems View');
    await shown('the problems of one file', (rows) => rows.size === 10);
    await window.page.keyboard.press('Control+b');
    await window.screenshot('problems');
    for (const file of [
      'empty.md',
      'ended.md',
      'large.md',
      'doubtful.md',
      'links.md',
      'latin.md',
      'label.md',
      'merged.md',
    ]) {
      await window.openFile(file);
    }
    await window.command('Focus on Problems View');
    // Who begins a document knows that it is empty
    await shown(
      'all problems but one',
      (found) => found.size === expected.length - 1 && !found.has('emptyBody'),
    );
    await window.openFile('empty.md');
    await window.command('Check Document');
    const rows = await shown('all problems', ({ size }) => size === expected.length);
    for (const [kind, severity, message, place] of expected) {
      const row = rows.get(kind);
      assert.equal(row?.severity, severity, kind);
      assert.match(row?.text ?? '', message);
      assert.ok(row?.text.endsWith(`[${place}]`), row?.text);
    }
    assert.deepEqual(expected.map(key).sort(), [...problemKinds].sort());
  });

  it('says it as an error, a warning, information or not at all, as the settings say', async () => {
    const others = { error: 'warning', warning: 'information', information: 'error' } as const;
    const swapped = expected.map(([kind, severity]): [string, string] => [
      kind,
      others[severity === 'info' ? 'information' : (severity ?? 'error')],
    ]);
    await settings({ 'publishToWiki.problems': Object.fromEntries(swapped) });
    // Of secrets and passwords a workspace lowers nothing
    const kept: Readonly<Record<string, string>> = { secret: 'error', password: 'warning' };
    const wanted = swapped.map(([kind, to]) => [kind, kept[kind] ?? to.replace('information', 'info')]);
    await shown('other severities', (rows) =>
      wanted.every(([kind, severity]) => rows.get(kind ?? '')?.severity === severity),
    );
    await settings({
      'publishToWiki.problems': Object.fromEntries(problemKinds.map((kind) => [kind, 'off'])),
    });
    await shown('no problem but these', (rows) => [...rows.keys()].sort().join() === 'password,secret');
    await settings({});
    await shown('all problems again', ({ size }) => size === expected.length);
  });

  it('stops a publish, which goes on when the person wants that', async () => {
    const { window, wiki } = stage;
    await window.openFile('large.md');
    await window.command('Publish to Wiki');
    const stopped = await window.notification(
      'The page is 1,126 KB; the wiki may refuse more than 1,024 KB.',
    );
    assert.match(stopped.message, /Nothing was sent\.$/);
    assert.deepEqual([stopped.severity, stopped.buttons], ['error', ['Show Problems', 'Publish Anyway']]);
    assert.equal(wiki.requests.length, 0);
    await stopped.click('Publish Anyway');
    await answerSteps(window, guides);
    await window.notification('“Large” was published.');
    assert.ok(wiki.pages.findPage(guides.space, guides.parent, 'Large'));
  });

  it('are those of the documents that are meant for the wiki, of all that are open, or of none', async () => {
    await settings({ 'publishToWiki.check': 'target' });
    // One has a page, one has front matter for the wiki, and of one the person asked
    const meant = ['size', 'frontMatter', 'emptyBody'];
    const others = ['brokenLink', 'encoding', 'unclosedFrontMatter'];
    await shown('the problems of three files', (rows) =>
      [...meant.map((kind) => rows.has(kind)), ...others.map((kind) => !rows.has(kind))].every(Boolean),
    );
    // A place in the settings is one for all files
    await settings({ 'publishToWiki.check': 'target', 'publishToWiki.space': guides.space });
    await shown('the problems of all files', ({ size }) => size === expected.length);
    await settings({ 'publishToWiki.check': 'never' });
    await shown('what the person asked for', (rows) => rows.size === 1 && rows.has('emptyBody'));
    await settings({});
    await shown('all problems', ({ size }) => size === expected.length);
  });

  it('stops what can’t be sent at all, and is shown at a click', async () => {
    const { window, wiki } = stage;
    const before = wiki.requests.length;
    await window.openFile('empty.md');
    await window.command('Publish to Wiki');
    const stopped = await window.notification('the document is empty. Nothing was sent.');
    assert.deepEqual(stopped.buttons, ['Show Problems']);
    await stopped.click('Show Problems');
    await shown('the problems', (rows) => rows.has('emptyBody'));
    assert.equal(wiki.requests.length, before);
  });

  it('stops a file in another encoding, with the button that opens it in the right one', async () => {
    const { window, wiki } = stage;
    const before = wiki.requests.length;
    await window.openFile('latin.md');
    await window.command('Publish to Wiki');
    const stopped = await window.notification('Some characters can’t be read');
    assert.deepEqual(stopped.buttons, ['Reopen with Encoding…', 'Show Problems']);
    await stopped.click('Reopen with Encoding…');
    await window.screen.visible('the encodings', window.page.locator('.quick-input-widget:visible'));
    await window.screenshot('encoding');
    await window.escape();
    assert.equal(wiki.requests.length, before);
  });

  it('has fixes that change the text', async () => {
    const { window } = stage;
    let text = all;
    for (const [place, title, before, after] of [
      ['18:1', 'Close the Code Block at the End', 'setup --quiet\n', 'setup --quiet\n```\n'],
      ['10:6', 'Turn the Link into Plain Text', '[reference](reference.md)', 'reference'],
      ['2:9', 'Remove Leading and Trailing Spaces', '" Setup "', '"Setup"'],
    ] as const) {
      await goTo('setup.md', place);
      await pickQuickFix(window.screen, title);
      text = text.replace(before, after);
      await window.screen.until(title, async () => (await editorText()) === text);
    }
    for (const [file, place, title, wanted] of [
      ['open.md', '3:1', 'Close the Region at the End of the Document', `${open}<!-- /wiki:skip -->\n`],
      [
        'ended.md',
        '1:1',
        'Close the Front Matter After Its Keys',
        '---\nauthor: Ada\n---\n\n# Ended\n\nText.\n',
      ],
    ] as const) {
      await goTo(file, place);
      await pickQuickFix(window.screen, title);
      await window.screen.until(title, async () => (await editorText()) === wanted);
    }
  });

  it('loses what was mended as the person types, before anything is saved', async () => {
    const { window } = stage;
    await goTo('links.md', '3:1');
    await window.command('Focus on Problems View');
    await shown('the problems of the file', (rows) => rows.has('brokenLink') && rows.has('exampleSecret'));
    await window.openFile('links.md');
    await window.editor.replaceAll('# Links\n\nSee more.\n');
    await window.command('Focus on Problems View');
    await shown(
      'neither of them',
      (rows) => !rows.has('brokenLink') && !rows.has('exampleSecret') && rows.has('secret'),
    );
    await window.screen.visible(
      'what is not saved',
      window.page.locator('.tab.dirty', { hasText: 'links.md' }),
    );
    await window.openFile('links.md');
    await window.editor.undo();
  });

  it('has a fix that leads to the setting, which makes relative addresses public', async () => {
    const { window, wiki } = stage;
    await goTo('setup.md', '8:3');
    await pickQuickFix(window.screen, 'Set the Public Address of These Files…');
    await window.screen.visible(
      'the setting',
      window.page.locator('.settings-editor .setting-item-title', { hasText: 'Public Address' }),
    );
    // What VS Code has no box for says how it is set
    for (const [setting, how, words] of [
      ['overwrite', '.setting-item-control :is(select, .monaco-select-box)', 'null'],
      ['connections', '.setting-item-description a', 'Add a connection'],
    ] as const) {
      await window.page.keyboard.press('Control+a');
      await window.page.keyboard.insertText(`publishToWiki.${setting}`);
      const item = window.page.locator(`.settings-editor ${how}`, { hasText: words });
      await window.screen.visible(`how ${setting} is set`, item);
    }
    await window.screenshot('settings');
    await settings({ 'publishToWiki.publicAddress': 'https://files.example.com/docs' });
    await window.openFile('setup.md');
    await window.command('Focus on Problems View');
    await shown('no image', (rows) => !rows.has('localImage') && rows.has('secret'));
    await window.command('Publish to Wiki');
    await (await window.notification('Nothing was sent.')).click('Publish Anyway');
    await answerSteps(window, guides);
    await window.notification('“Setup” was published.');
    assert.match(
      wiki.pages.findPage(guides.space, guides.parent, 'Setup')?.content ?? '',
      /!\[The first page\]\(https:\/\/files\.example\.com\/docs\/pictures\/setup\.png\)/,
    );
  });
});

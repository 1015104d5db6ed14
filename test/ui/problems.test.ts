import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ProblemKind } from '../../src/core/page/problem.js';
import { jwt } from '../core/jwt.js';
import { PlanView } from '../host/planView.js';
import { pickQuickFix, problemRows, type ProblemRow } from '../host/problemsView.js';
import { onStage } from './stage.js';
import { enterNewToken, inGuides, savedByHand } from './steps.js';

const setup = `---
title: " Setup "
wiki:
  colour: red
---
# Setup

![The first page](pictures/setup.png) ![Gone](gone.png)

The [reference](reference.md) has more.

    curl --header "Authorization: Bearer ${jwt({ sub: 'ci' })}"

Then ask Ada.

<!-- /wiki:skip -->

\`\`\`sh
setup --quiet
`;

/** What is said of that file, and where; a table of core has the other kinds. */
const expected: readonly (readonly [ProblemKind, ProblemRow['severity'], RegExp, string])[] = [
  ['title', 'error', /^The title has leading or trailing spaces\. They are not sent\./, 'Ln 2, Col 8'],
  ['frontMatter', 'error', /^“colour” is not known here\./, 'Ln 4, Col 3'],
  ['publicAddress', 'warning', /^The setting publishToWiki\.publicAddress is not used/, 'Ln 6, Col 1'],
  ['localImage', 'info', /^The image “pictures\/setup\.png” is only on this computer/, 'Ln 8, Col 1'],
  ['missingFile', 'warning', /^There is no file “gone\.png”\./, 'Ln 8, Col 39'],
  ['relativeLink', 'info', /^The link to “reference\.md” leads nowhere in the wiki\./, 'Ln 10, Col 5'],
  ['secret', 'error', /^This looks like a token or a private key\./, 'Ln 12, Col 42'],
  ['skipRegion', 'error', /^This end mark has no matching “<!-- wiki:skip -->”\./, 'Ln 16, Col 1'],
  ['unclosedFence', 'warning', /^This code block is not closed: “```” is missing/, 'Ln 18, Col 1'],
];

/** An address that can’t be used. */
const usual = { 'publishToWiki.publicAddress': 'files.example.com/raw' };

describe('The Problems view', () => {
  const stage = onStage({
    // Rows out of sight are not drawn: the panel has room for all
    size: { width: 1280, height: 1800 },
    files: {
      '.vscode/settings.json': JSON.stringify(usual),
      'links.md': '# Links\n\nSee [more](more of it.md).\n\nAKIAIOSFODNN7EXAMPLE\n\nPassword: Sommer2024!\n',
      'reference.md': '# Reference\n\nText.\n',
      'pictures/setup.png': '',
      'setup.md': setup,
      'paged.md': `${inGuides()}# Paged\n\nText.\n`,
      'empty.md': ' \n',
      'dead/one.md': `${inGuides()}# Dead One\n\n[This](gone.md) about Dead One.\n`,
      'dead/two.md': `${inGuides()}# Dead Two\n\nPassword: hunter2secretXy, about.\n`,
      'stopped.md': '# Stopped\n\nThen <!-- ask Ada\n',
    },
    userSettings: {
      ...savedByHand,
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

  /** Waits for these rows, and answers with them by their kinds. */
  async function shown(
    what: string,
    isRight: (rows: Map<string, ProblemRow>) => boolean,
  ): Promise<Map<string, ProblemRow>> {
    const { screen } = stage.window;
    return screen.until(what, async () => {
      const rows = await problemRows(screen);
      const byKind = new Map(
        rows.map((row) => [/ Publish to Wiki (\w+) ?\[/.exec(row.text)?.[1] ?? '', row]),
      );
      return byKind.size === rows.length && isRight(byKind) && byKind;
    });
  }

  async function goTo(place: string): Promise<void> {
    const { window } = stage;
    await window.openFile('setup.md');
    await window.editor.goTo(place);
  }

  it('says what is wrong with a document, where, and how bad it is, as the settings say', async () => {
    const { window } = stage;
    await window.openFile('setup.md');
    await window.command('Focus on Problems View');
    const rows = await shown('the problems of one file', ({ size }) => size === expected.length);
    await window.page.keyboard.press('Control+b');
    await window.screenshot('problems');
    for (const [kind, severity, message, place] of expected) {
      const row = rows.get(kind);
      assert.equal(row?.severity, severity, kind);
      assert.match(row?.text ?? '', message);
      assert.ok(row?.text.endsWith(`[${place}]`), row?.text);
    }
    const problems = {
      ...{ title: 'warning', images: 'warning', links: 'error', structure: 'off' },
      // Of secrets a workspace lowers nothing
      secrets: 'off',
    };
    await settings({ 'publishToWiki.problems': problems });
    const changed = await shown('no problem that is off', (found) => !found.has('unclosedFence'));
    assert.deepEqual(
      ['title', 'localImage', 'missingFile', 'relativeLink', 'skipRegion', 'secret'].map(
        (kind) => changed.get(kind)?.severity,
      ),
      ['warning', 'warning', 'error', 'error', undefined, 'error'],
    );
    await settings({});
    await shown('all problems again', ({ size }) => size === expected.length);
  });

  it('stops what can’t be sent at all, and is shown at a click', async () => {
    const { window, wiki } = stage;
    await window.openFile('empty.md');
    await window.command('Publish to Wiki');
    const stopped = await window.notification('the document is empty. Nothing was sent.');
    // Nothing in the text shows more of that, and who begins a document knows that it is empty
    assert.deepEqual([stopped.severity, stopped.buttons], ['error', []]);
    await window.command('Focus on Problems View');
    await shown('what is told unasked', (rows) => rows.size === expected.length);
    await window.closeNotifications();
    await window.openFile('stopped.md');
    await window.command('Publish to Wiki');
    const unclosed = await window.notification('This comment does not end in its paragraph');
    assert.deepEqual(unclosed.buttons, ['Show Problems', 'Publish Anyway']);
    await unclosed.click('Show Problems');
    await shown('the problem', (rows) => rows.has('unclosedComment'));
    const inText = window.page.locator('.monaco-editor .marker-widget');
    await window.screen.until('the problem in the text', async () =>
      (await inText.allInnerTexts()).join().includes('does not end in its paragraph'),
    );
    await window.screenshot('show-problems');
    await window.closeNotifications();
    await window.openFile('latin.md');
    await window.command('Publish to Wiki');
    const garbled = await window.notification('Some characters can’t be read');
    assert.deepEqual(garbled.buttons, ['Reopen with Encoding…', 'Show Problems']);
    await garbled.click('Reopen with Encoding…');
    await window.screen.visible('the encodings', window.page.locator('.quick-input-widget:visible'));
    await window.screenshot('encoding');
    await window.escape();
    assert.equal(wiki.requests.length, 0);
  });

  it('are those of the documents that are meant for the wiki, of all that are open, or of none', async () => {
    const { window } = stage;
    await window.openFile('paged.md');
    await window.command('Publish to Wiki');
    await window.notification('“Paged” was published.');
    // Nothing but its record says then that it has a page
    await window.editor.replaceAll('# Paged\n\n<<<<<<< paged.md\nOurs.\n=======\nTheirs.\n>>>>>>> wiki\n');
    await window.openFile('links.md');
    await window.command('Focus on Problems View');
    const kindsOf = (what: string, ...kinds: readonly string[]) =>
      shown(what, (rows) => [...rows.keys()].sort().join() === kinds.toSorted().join());
    // One has a page, one has front matter for the wiki, and of one the person asked
    const meant = [...expected.map(([kind]) => kind), 'conflict', 'unclosedComment'];
    const others = ['brokenLink', 'exampleSecret', 'password', 'encoding'];
    await settings({ 'publishToWiki.check': 'target' });
    await kindsOf('the problems of three files', ...meant);
    // A place in the settings is one for all files
    await settings({ 'publishToWiki.check': 'target', 'publishToWiki.space': '1001' });
    await kindsOf('the problems of all files', ...meant, ...others);
    await settings({ 'publishToWiki.check': 'never' });
    await kindsOf('what the person asked for', 'unclosedComment');
    await window.openFile('links.md');
    await window.command('Check Document');
    await kindsOf(
      'what the person asked for now',
      'unclosedComment',
      'brokenLink',
      'exampleSecret',
      'password',
    );
    await settings({});
    await kindsOf('all problems', ...meant, ...others);
  });

  it('has fixes that change the text, of which nothing is saved, and one that leads to the setting for relative addresses', async () => {
    const { window } = stage;
    await goTo('18:1');
    await pickQuickFix(window.screen, 'Close the Code Block at the End');
    await window.screen.until('the end of the code block', async () => {
      const text = (await window.editor.text()).replaceAll('\r\n', '\n');
      return text === `${setup}\`\`\`\n`;
    });
    await window.editor.replaceRest('10:1', 'Nothing.');
    await window.command('Focus on Problems View');
    await shown(
      'neither of them',
      (rows) => !rows.has('unclosedFence') && !rows.has('relativeLink') && rows.has('skipRegion'),
    );
    const unsaved = window.page.locator('.tab.dirty', { hasText: 'setup.md' });
    await window.screen.visible('what is not saved', unsaved);
    await goTo('8:3');
    await pickQuickFix(window.screen, 'Set the Public Address of These Files…');
    await window.screen.visible(
      'the setting',
      window.page.locator('.settings-editor .setting-item-title', { hasText: 'Public Address' }),
    );
    // What VS Code has no box for says how it is set
    for (const [setting, how, words] of [
      ['overwrite', '.setting-item-control :is(select, .monaco-select-box)', 'Ask'],
      ['connections', '.setting-item-description a', 'Manage connections'],
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
  });

  it('are led to from the plan of a folder, also once its pages are published', async () => {
    const { window, folder } = stage;
    const plan = new PlanView(window.screen);
    await settings({ 'publishToWiki.publicAddress': undefined });
    await window.openFile('setup.md');
    await window.command('Publish Folder as Wiki Pages…');
    await window.quickTitle('Publish Folder');
    const rows = await window.quick.rowsOnce((all) => all.some(({ label }) => label === 'dead'));
    await window.screenshot('publish-folder');
    assert.deepEqual(
      rows.map(({ label }) => label),
      [path.basename(folder), 'dead'],
    );
    await window.quickPick('dead');
    await plan.says('“dead”: 1 file needs a decision. 1 page will be published.');
    const secret = await plan.row(/^dead\/two\.md Line 8: This looks like a password or a key\./);
    assert.equal(secret.icon, 'warning');
    await window.screenshot('plan-password');
    await plan.clickInline('dead/two.md', 'Resolve…');
    await window.quickPick('Publish Anyway');
    await plan.row(
      /^dead\/one\.md Dead One → page 100102 in space 1001 · 1 link doesn’t work in the wiki\.$/,
    );
    await plan.publish();
    await window.quickPick(/^Leave the pages? as /);
    const done = await window.notification(
      /published\. “Dead Two” may contain a password or a key\. If it is a real one, .* Images/,
    );
    await plan.row(/^dead\/one\.md Dead One · 1 link doesn’t work in the wiki\.$/);
    await plan.click('dead/one.md');
    await window.activeTab('one.md');
    await window.statusItem('status.editor.selection', /^Ln 8, Col 1/);
    await window.editor.goTo('1:1');
    await done.click('Show Report');
    await window.activeTab(/^Publish Report, /);
    const report = (await window.editor.text()).split('\n');
    const line = report.findIndex((text) => /^ +Line 8: gone/.test(text)) + 1;
    await window.screenshot('report-warnings');
    await window.editor.goTo(`${line}:12`);
    await window.command('Open Link');
    await window.activeTab('one.md');
    await window.statusItem('status.editor.selection', /^Ln 8, Col 1/);
    await plan.more('Clear');
    await plan.gone();
  });
});

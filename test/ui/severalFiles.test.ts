import assert from 'node:assert/strict';
import { answer, releaseAt } from './said.js';
import { onStage } from './stage.js';
import { enterNewToken, guides } from './steps.js';

const lost = '---\nwiki:\n  parent: 999999\n---\n';
const several = (folder: string, count: number, text: (index: number) => string): [string, string][] =>
  Array.from({ length: count }, (_, index) => [`${folder}/${index}.md`, text(index)]);

describe('Publishing several files', () => {
  const stage = onStage({
    files: {
      '.wikiignore': 'notes.md\n',
      'one.md': '# One\n\nText.\n',
      'two.md': '# Two\n\nText.\n',
      'three.md': '# Three\n\nText.\n',
      'notes.md': '# Notes\n\nText.\n',
      ...Object.fromEntries([
        ...several('lost', 8, (index) => `${index < 6 ? lost : ''}# Lost ${index}\n\nText.\n`),
        ...several('busy', 10, (index) => `# Busy ${index}\n\nText.\n`),
        ...several('refused', 7, (index) => `# Refused ${index}\n\nText.\n`),
      ]),
    },
    userSettings: {
      'publishToWiki.space': guides.space,
      'publishToWiki.parent': guides.parent,
      'publishToWiki.concurrency': 2,
    },
  });

  before(() => enterNewToken(stage.window, stage.wiki));

  beforeEach(() => stage.window.closeNotifications());

  it('takes what is selected in the Explorer, less what .wikiignore leaves out', async () => {
    const { window, wiki } = stage;
    await window.menus.explorerSelection(['one.md', 'two.md', 'notes.md'], 'Publish Selected Files to Wiki');
    await window.quickTitle(/^Publish Selected Files to Wiki: /);
    const rows = (await window.quickRows()).map(({ separator, label, detail }) => [separator, label, detail]);
    assert.deepEqual(rows, [
      ['New (2)', 'All of these', ''],
      ['', 'one.md', ''],
      ['', 'two.md', ''],
      ['Blocked (1)', 'notes.md', 'It is excluded by .wikiignore.'],
    ]);
    await window.accept();
    await window.quickPick('Stop if the page exists');
    await window.notification('All 2 pages were published. One file is blocked.');
    assert.equal(wiki.requests.length, 2);
  });

  it('404 ends the files for that target, and no others', async () => {
    const { window, wiki } = stage;
    const before = wiki.requests.length;
    await window.explorerContext('lost', 'Publish Folder to Wiki');
    await window.quickTitle(/^Publish Folder to Wiki: /);
    wiki.script({ do: 'stall' }, { do: 'stall' });
    await window.accept();
    await window.quickPick('Stop if the page exists');
    await releaseAt(stage, before + 2, 2);
    // Two were under way, as the setting says
    const notification = await window.notification('2 of 8 pages were published: 2 failed, 4 not sent.');
    assert.equal(notification.severity, 'warning');
    await notification.click('Show Report');
    const report = await window.preview(/^Publish Report, /);
    const rows = await report.locator('tbody tr').allInnerTexts();
    const told = 'Space “1001” or page 999999 was not found when another file was sent.';
    assert.equal(rows.filter((row) => row.endsWith(`\tnot sent\t${told}`)).length, 4, rows.join('\n'));
  });

  for (const [status, done] of [
    [402, '1 of 7 pages were published: 1 failed, 5 not sent.'],
    [403, '1 of 6 pages were published: 1 failed, 4 not sent.'],
  ] as const) {
    it(`${status} ends the run at once, but for what is under way`, async () => {
      const { window, wiki } = stage;
      const before = wiki.requests.length;
      await window.explorerContext('refused', 'Publish Folder to Wiki');
      await window.quickTitle(/^Publish Folder to Wiki: /);
      wiki.script({ ...answer(status, 'No.'), held: true }, { do: 'delay', milliseconds: 1500 });
      await window.accept();
      await window.quickPick('Stop if the page exists');
      await releaseAt(stage, before + 2);
      const { severity, buttons } = await window.notification(done);
      assert.deepEqual([severity, buttons[0]], ['error', 'Replace Token…']);
      assert.equal(wiki.requests.length - before, 2);
    });
  }

  it('429 holds all files back, and they go on slower', async () => {
    const { window, wiki } = stage;
    const before = wiki.requests.length;
    await window.explorerContext('busy', 'Publish Folder to Wiki');
    await window.quickTitle(/^Publish Folder to Wiki: /);
    wiki.script(answer(429, 'Slow down.', { 'retry-after': '3' }));
    await window.accept();
    await window.quickPick('Stop if the page exists');
    await window.notification(/pausing for [123] seconds?: the wiki is getting too many requests/);
    await window.notification('All 10 pages were published.');
    const sentAt = wiki.requests.slice(before).map(({ at }) => at);
    const [first = 0] = sentAt;
    const after = sentAt.filter((at) => at - first >= 3_000);
    console.log(`      sent after ${sentAt.map((at) => at - first).join(', ')} ms`);
    assert.equal(sentAt.length, 11);
    // The other one that was under way may have had an answer, and one more may have left, before the 429 came
    assert.ok(after.length >= 8, String(after.length));
    const gaps = after.slice(1, 5).map((at, index) => at - (after[index] ?? 0));
    assert.ok(
      gaps.every((gap) => gap >= 100),
      String(gaps),
    );
  });
});

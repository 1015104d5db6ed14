import assert from 'node:assert/strict';
import { warningsText } from '../../src/core/wiki/pageWarnings.js';
import { runReportLines } from '../../src/core/view/runReportLines.js';
import { ScriptedRunPerson, stopIfThere } from './runPerson.js';
import { Stage } from './stage.js';

const page = (title: string, text: string): string =>
  `---\nwiki: { space: "1001", parent: "100102" }\n---\n# ${title}\n\n${text}\n`;

describe('What the person should know of a page', () => {
  let stage: Stage;

  beforeEach(async () => {
    stage = await Stage.open();
  });
  afterEach(() => stage.close());

  const open = async (files: Readonly<Record<string, string>>): Promise<void> => {
    for (const [name, text] of Object.entries(files)) {
      await stage.write(name, text);
    }
  };
  const publish = async (name: string) => {
    const { ended } = await stage.publish(name);
    return ended?.report ?? assert.fail();
  };

  it('is a line that may have a password: list, outcome, plan, run and report say so, and none shows it', async () => {
    const password = 'hunter2secretXy';
    const uri = await stage.write('a.md', page('A', `password: ${password}`));
    const may = 'Line 6 may contain a password or a key.';
    const shown = await stage.flow.read(stage.uri('a.md'));
    assert.equal(warningsText(shown.row.file.warnings), may);
    const asked = await stage.publish('a.md');
    assert.equal(
      asked.text,
      'Line 6: This looks like a password or a key. Anyone who can read the page could use it. Nothing was sent.',
    );
    assert.deepEqual([asked.actions, stage.sent.length], [['showProblems', 'publishAnyway'], 0]);
    const { report: outcome } = (await stage.press(asked, 'publishAnyway')).ended ?? assert.fail();
    const { text, actions } = outcome;
    const leak =
      'If it is a real one, change the password or key now: old versions of a page stay in the wiki.';
    assert.ok(text.startsWith(`“A” was published. ${may} ${leak} The wiki says: “`), text);
    assert.deepEqual([outcome.severity, actions], ['warning', ['openInWiki', 'showProblems']]);
    await stage.write('a.md', page('A', `password: ${password}\n\n[gone](nothere.md)`));
    const person = new ScriptedRunPerson([{ check: ['a.md'], say: { stopped: { does: 'anyway' } } }]);
    const ended = await stage.publishFolder(person);
    assert.equal(person.plans[0]?.initiallyChecked.size, 0);
    const both = `${may} 1 link doesn’t work in the wiki.`;
    assert.equal(warningsText(person.plans[0].rows[0]?.file.warnings), both);
    assert.equal(ended?.report.text, `The page was published. “A”: ${both} ${leak}`);
    assert.equal(ended.report.severity, 'warning');
    const report = runReportLines(person.run ?? assert.fail(), Date.now(), {
      placeText: ({ title }) => title,
      addressOf: () => undefined,
    });
    const line = report.find(({ text: each }) => each.trim() === may);
    assert.deepEqual([line?.uri, line?.line], [uri, 6]);
    const told = JSON.stringify([text, person.plans[0].rows[0]?.file.warnings, ended.report, report]);
    assert.ok(!told.includes(password));
  });

  it('is said with what was published, before the words of the wiki, and shown by a button', async () => {
    await open({
      'a.md': page('A', 'See [b](b.md), [c](c.txt) and ![a picture](a.png).'),
      'a.png': 'a picture',
      'b.md': page('B', 'Text.'),
      'good.md': page('Good', 'See <https://example.com> and ![one](https://example.com/a.png).'),
    });
    const shown = await stage.flow.read(stage.uri('a.md'));
    const dead = '1 image and 2 links don’t work in the wiki.';
    assert.equal(warningsText(shown.row.file.warnings), dead);
    const { text, actions, severity } = await publish('a.md');
    assert.ok(text.startsWith(`“A” was published. ${dead} The wiki says: “`), text);
    assert.deepEqual([severity, actions], ['information', ['openInWiki', 'showProblems']]);
    const good = await publish('good.md');
    assert.match(good.text, /^“Good” was published\. The wiki says: “/);
    assert.deepEqual(good.actions, ['openInWiki']);
  });

  it('is an image whose file is missing: outcome, plan, row and report say that', async () => {
    await open({ 'a.md': page('A', 'See ![a picture](a.png).'), 'b.md': page('B', '![one](b.png)') });
    const missing = '1 image doesn’t work in the wiki: its file is missing.';
    const { text } = await publish('a.md');
    assert.ok(text.startsWith(`“A” was published. ${missing} The wiki says: `), text);
    await stage.write('b.png', 'a picture');
    await stage.write('a.md', page('A', 'See again ![a picture](a.png).'));
    const person = new ScriptedRunPerson([stopIfThere]);
    await stage.publishFolder(person);
    const expected = [
      ['A', missing],
      ['B', '1 image doesn’t work in the wiki: images are not uploaded.'],
    ];
    const rows = person.plans[0]?.rows ?? [];
    assert.deepEqual(
      rows.map(({ file }) => [file.title, warningsText(file.warnings)]),
      expected,
    );
    const run = person.run ?? assert.fail();
    assert.deepEqual(
      run.pagesWithWarnings.map(({ title, warnings }) => [title, warningsText(warnings)]),
      expected,
    );
  });

  it('is a link to a page as well, until its address can be looked up', async () => {
    await open({ 'a.md': page('A', 'See [b](b.md).'), 'b.md': page('B', 'Text.') });
    await publish('b.md');
    const shown = await stage.flow.read(stage.uri('a.md'));
    assert.equal(warningsText(shown.row.file.warnings), '1 link doesn’t work in the wiki.');
    assert.match((await publish('a.md')).text, / 1 link doesn’t work in the wiki\./);
    await stage.storePlatformToken();
    await stage.write('b.md', page('B', 'More.'));
    await (
      await stage.publish('b.md')
    ).ended?.sent?.page;
    await stage.write('a.md', page('A', 'See also [b](b.md).'));
    assert.match((await publish('a.md')).text, /^“A” was published\. The wiki says: /);
    assert.match(stage.wiki.pages.findPage('1001', '100102', 'A')?.content ?? '', /\[b\]\(http/);
  });

  it('is a link to a Markdown file that is not there: the plan counts it, and the report leads to it', async () => {
    const uri = await stage.write('a.md', page('A', 'See [b](b.md), [c](b.md#c) and\n[gone](nothere.md).'));
    await open({ 'b.md': page('B', 'Text.') });
    const person = new ScriptedRunPerson([stopIfThere]);
    await stage.publishFolder(person);
    const [row] = person.plans[0]?.rows ?? [];
    assert.equal(warningsText(row?.file.warnings), '3 links don’t work in the wiki.');
    const report = runReportLines(person.run ?? assert.fail(), Date.now(), {
      placeText: ({ title }) => title,
      addressOf: () => undefined,
    });
    const line = report.find(({ text }) => text.includes('nothere.md'));
    assert.deepEqual([line?.text.trim(), line?.uri, line?.line], ['Line 7: nothere.md', uri, 7]);
    const other = new ScriptedRunPerson(['leave']);
    await stage.write('a.md', page('A', 'Another [b](b.md), and [c](c.md).'));
    await stage.write('c.md', page('C', 'Text.'));
    await stage.runs.publish(stage.found(['a.md', 'b.md']), other);
    assert.equal(
      warningsText(other.plans[0]?.rows[0]?.file.warnings),
      '2 links don’t work in the wiki.',
      'c.md is there, and not in the plan',
    );
  });

  for (const hasToken of [false, true]) {
    it(`is in a folder’s plan, sum and report, ${hasToken ? 'less the links that a second send mended' : 'with the links between its pages'}`, async () => {
      await open({
        'a.md': page('A', 'See [b](b.md) and ![a picture](a.png).'),
        'b.md': page('B', 'See [a](a.md).'),
        'c.md': page('C', 'Text.'),
        'a.png': 'a picture',
      });
      await (hasToken ? stage.storePlatformToken() : undefined);
      const person = new ScriptedRunPerson([stopIfThere]);
      const ended = await stage.publishFolder(person);
      const rows = person.plans[0]?.rows.map(({ file }) => [file.path, warningsText(file.warnings)]);
      const image = '1 image doesn’t work in the wiki: images are not uploaded.';
      // Without a token, the plan says what the report will
      assert.deepEqual(rows, [
        ['a.md', hasToken ? image : '1 image and 1 link don’t work in the wiki.'],
        ['b.md', hasToken ? '' : '1 link doesn’t work in the wiki.'],
        ['c.md', ''],
      ]);
      assert.equal(
        ended?.report.text,
        hasToken
          ? '3 pages were published. 2 pages were sent twice, so that their links lead to the other pages. “A”: 1 image doesn’t work in the wiki: images are not uploaded.'
          : '3 pages were published. Images or links of 2 pages don’t work in the wiki.',
      );
      const run = person.run ?? assert.fail();
      const lines = runReportLines(run, Date.now(), {
        placeText: ({ title }) => title,
        addressOf: () => undefined,
      }).map(({ text }) => text.trim());
      assert.deepEqual(
        lines
          .filter((line) => line.includes('work in the wiki.') || line.includes('work in the wiki:'))
          .slice(1),
        hasToken
          ? [image]
          : ['1 image and 1 link don’t work in the wiki.', '1 link doesn’t work in the wiki.'],
      );
    });
  }
});

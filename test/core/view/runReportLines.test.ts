import assert from 'node:assert/strict';
import { notSentOutcome, type FileOutcome } from '../../../src/core/plan/fileOutcome.js';
import type { Run } from '../../../src/core/plan/run.js';
import { runReportLines, type ReportFormatters } from '../../../src/core/view/runReportLines.js';
import { runIn } from '../plan/runIn.js';

const file = (path: string, title = path) => ({
  file: { uri: `file:///${path}` },
  path,
  destination: {
    endpoint: 'https://a.example/x',
    target: { space: 'ENG', parent: '42', title, overwrite: false },
    suggestedTitle: title,
    suggestedPlace: {},
  },
  answers: {},
  mayHaveArrived: false,
});
const ending = (kind: FileOutcome['kind'], message = ''): FileOutcome => ({ kind, message });
const texts: ReportFormatters = {
  placeText: ({ space, parent }) => `${space} / ${typeof parent === 'string' ? parent : parent.file}`,
  addressOf: (uri) => (uri.endsWith('a.md') ? 'https://wiki.example/pages/1' : undefined),
};
const textsOf = (run: Run): string[] => runReportLines(run, 0, texts).map(({ text }) => text);

describe('The report of a run', () => {
  it('says what came of each file, what asks for something first, and leads to files and pages', () => {
    const states = [ending('published', 'Done.'), ending('failed', 'No.'), notSentOutcome('Cancelled.')];
    const run = runIn([file('a.md', 'A'), file('b.md', 'B'), file('c.md', 'C')], states, [
      {
        ...{ uri: 'file:///d.md', path: 'd.md', title: 'D' },
        status: { kind: 'blocked', reason: 'It has no title.' },
      },
    ]);
    const lines = runReportLines(run, 0, texts);
    assert.deepEqual(
      lines.slice(2).map(({ text }) => text),
      [
        '1 of 3 pages were published: 1 failed, 1 not sent. “b.md”: No. One file is blocked.',
        ...['', 'Failed (1)', '  b.md', '      B → ENG / 42', '      No.'],
        ...['', 'Not Sent (1)', '  c.md', '      C → ENG / 42', '      Cancelled.'],
        ...['', 'Blocked (1)', '  d.md', '      D', '      It has no title.'],
        ...['', 'Published (1)', '  a.md', '      A → ENG / 42'],
        ...['      https://wiki.example/pages/1', '      Done.'],
      ],
    );
    assert.deepEqual(
      lines.filter(({ uri }) => uri !== undefined).map(({ text, uri }) => [text, uri]),
      ['b', 'c', 'd', 'a'].map((name) => [`  ${name}.md`, `file:///${name}.md`]),
    );
  });

  it('has each page below the one that it goes under, where both ended alike', () => {
    const under = (path: string, above: string) => ({ ...file(path), parentUri: `file:///${above}` });
    const files = [
      under('a/b/x.md', 'a/b/index.md'),
      file('a/index.md'),
      under('a/b/index.md', 'a/index.md'),
    ];
    const ended = files.map(() => ending('published'));
    const lost = under('a/c.md', 'a/index.md');
    const run = runIn([...files, lost], [...ended, ending('failed', 'No.')]);
    const lines = runReportLines(run, 0, texts).filter(({ uri }) => uri !== undefined);
    assert.deepEqual(
      lines.map(({ text }) => text),
      ['  a/c.md', '  a/index.md', '    a/b/index.md', '      a/b/x.md'],
    );
  });

  it('says how far a run is that goes on', () => {
    const run = runIn([file('a.md'), file('b.md')], [ending('published'), 'sending']);
    assert.equal(textsOf(run)[2], 'In progress: 1 of 2 pages are done.');
    assert.ok(textsOf(run).includes('Being Published (1)'));
  });

  it('shows text from elsewhere on one line, and no link in it', () => {
    for (const text of [
      'https://evil.example/?a=1',
      '[x](https://evil.example)',
      'a@evil.example',
      'a\u202eb\n# c',
    ]) {
      const run = runIn([file(text, text)], [ending('failed', text)]);
      const lines = textsOf(run).slice(4);
      assert.equal(lines.length, 4, text);
      assert.ok(
        lines.every((line) => !/https:\/\/|\w@\w|[\u202e\n]/.test(line)),
        lines.join('|'),
      );
    }
  });
});

import assert from 'node:assert/strict';
import { readExcludePatterns } from '../../../src/services/workspace/excludePatterns.js';

describe('What files.exclude hides', () => {
  const named = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`**/old-${at}`, true]));
  const hides = (exclude: unknown, path: string): boolean =>
    readExcludePatterns(exclude).value?.ignores(path) === true;

  it('is each of its patterns that is on and has no condition', () => {
    const exclude = { '**/.git': true, '**/a': false, '**/*.js': { when: '$(basename).ts' } };
    assert.deepEqual(
      ['.git', 'docs/.git', 'a', 'a.js'].filter((path) => hides(exclude, path)),
      ['.git', 'docs/.git'],
    );
    for (const nothing of [undefined, null, 'a', 7, {}]) {
      assert.equal(hides(nothing, 'a'), false);
    }
  });

  // As VS Code reads them
  for (const [pattern, hidden, shown] of [
    ['old', ['old'], ['docs/old', 'older']],
    ['*.md', ['a.md', '.a.md'], ['docs/a.md']],
    ['**/*.md', ['a.md', 'docs/deep/a.md'], ['a.mdx']],
    ['docs/**', ['docs/a.md', 'docs/deep/a.md'], ['a.md']],
    ['docs/**/*.draft.md', ['docs/a.draft.md', 'docs/deep/a.draft.md'], ['a.draft.md', 'docs/a.md']],
    ['**/{old,draft*}/*.md', ['old/a.md', 'x/drafts/a.md'], ['new/a.md', 'old/a.txt']],
    [
      '{**/*.tmp.md,{archive,private}/**}',
      ['a.tmp.md', 'x/b.tmp.md', 'archive/a.md', 'private/a.md'],
      ['a.md'],
    ],
    ['**/page-[0-9].md', ['page-1.md', 'x/page-2.md'], ['page-a.md']],
    ['**/page-[!0-9].md', ['page-a.md'], ['page-1.md']],
    ['**/?.md', ['a.md'], ['ab.md']],
    ['!a.md', ['!a.md'], ['a.md', 'b.md']],
    ['#a.md', ['#a.md'], ['a.md']],
    ['**/a{b.md', ['a{b.md'], ['ab.md']],
    ['/old/', ['old'], ['docs/old']],
    ['a.md\n!**', [], ['a.md', 'b.md']],
  ] as const) {
    it(`is what VS Code hides by ${JSON.stringify(pattern)}`, () => {
      const exclude = { [pattern]: true };
      assert.deepEqual(
        [...hidden, ...shown].filter((path) => hides(exclude, path)),
        hidden,
      );
    });
  }

  it('is known for a thousand patterns, and for more nothing is sent', () => {
    assert.equal(readExcludePatterns(named(1_000)).problem, undefined);
    for (const more of [
      named(1_001),
      { [`{${'a,'.repeat(1_001)}}`]: true },
      { ['{a,b}'.repeat(700)]: true },
    ]) {
      assert.equal(
        readExcludePatterns(more).problem,
        'The setting files.exclude has more than 1,000 patterns. What it hides is not known, so nothing was sent.',
      );
    }
  });

  it('is found by the clock of the processor whatever the patterns are', () => {
    const names = [`${'a'.repeat(200)}c`, `${'a/'.repeat(100)}c`];
    const hostile = [
      '**/(a+)+b',
      `${'*a'.repeat(60)}*b`,
      `${'**/a/'.repeat(60)}b`,
      `${'{'.repeat(2_000)}a${'}'.repeat(2_000)}`,
      `${'{a}'.repeat(300)}{a,b}{a,b}{a,b}`,
      '[a'.repeat(2_000),
      ...Array.from({ length: 900 }, (_, at) => `**/${'*a'.repeat(20)}${at}`),
    ];
    const before = process.cpuUsage();
    for (const name of names) {
      hides(Object.fromEntries(hostile.map((pattern) => [pattern, true])), name);
      hostile.slice(0, 6).forEach((pattern) => hides({ [pattern]: true }, name));
    }
    const { user } = process.cpuUsage(before);
    assert.ok(user < 5_000_000, `${user} µs`);
  });
});

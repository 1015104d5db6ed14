import assert from 'node:assert/strict';
import fc from 'fast-check';
import ignore from 'ignore';
import { IgnoreRules } from '../../../src/core/workspace/ignoreRules.js';

describe('The rules of .wikiignore and .gitignore', () => {
  const rulesOf = (text: string, folder = '', above = IgnoreRules.usual): IgnoreRules =>
    above.within(folder, text) ?? assert.fail();
  const root = rulesOf('# drafts\r\ndrafts/\n*.tmp.md\n/only-here.md\ndocs/**/old.md\n!keep.tmp.md\n');
  for (const [path, ignored] of [
    ['node_modules/', true],
    ['docs/node_modules/', true],
    ['.git/', true],
    ['drafts/', true],
    ['docs/drafts/', true],
    ['drafts.md', false],
    ['a.tmp.md', true],
    ['docs/a.tmp.md', true],
    ['keep.tmp.md', false],
    ['only-here.md', true],
    ['docs/only-here.md', false],
    ['docs/old.md', true],
    ['docs/a/b/old.md', true],
    ['old.md', false],
    ['README.md', false],
  ] as const) {
    it(`${ignored ? 'leaves out' : 'keeps'} ${path}`, () => {
      assert.equal(root.ignores(path) === true, ignored);
    });
  }

  it('of a folder stands over those above it, and reads paths from there', () => {
    const docs = rulesOf('!a.tmp.md\n/index.md\n', 'docs/', root);
    assert.equal(docs.ignores('docs/a.tmp.md') === true, false);
    assert.equal(docs.ignores('docs/b.tmp.md') === true, true);
    assert.equal(docs.ignores('docs/index.md') === true, true);
    assert.equal(docs.ignores('docs/deep/index.md') === true, false);
  });

  it('may take back what is left out everywhere', () => {
    assert.equal(rulesOf('!node_modules\n').ignores('node_modules/') === true, false);
  });

  it('may begin with a byte order mark', () => {
    assert.equal(rulesOf('\ufeffa.md').ignores('a.md') === true, true);
  });

  for (const [what, rule, path] of [
    ['folders at any depth', `${'**/a*/'.repeat(14)}b`, Array(300).fill('aaaa').join('/')],
    ['parts of one name', `${'*a'.repeat(100)}b`, 'a'.repeat(4000)],
    ['a rule that is longer than any path', `${'*a'.repeat(100_000)}b`, 'a'.repeat(4000)],
    ['brackets that never end', '['.repeat(4000), 'a'.repeat(4000)],
  ] as const) {
    it(`of somebody who means no good takes no time: ${what}`, () => {
      const before = process.threadCpuUsage();
      assert.equal(rulesOf(rule, '', root).ignores(path) === true, false);
      assert.ok(process.threadCpuUsage(before).user < 500_000);
    });
  }

  it('of an ordinary file that is large take no longer than anybody notices', () => {
    const ours = rulesOf(Array.from({ length: 4_900 }, (_, at) => `rule-${at}/*.tmp`).join('\n'));
    const before = process.threadCpuUsage();
    for (let at = 0; at < 100; at++) {
      assert.equal(ours.ignores(`docs/part/page-${at}.md`), undefined);
    }
    assert.ok(process.threadCpuUsage(before).user < 2_000_000);
  });

  it('are so many at most, with those above: a file that has more has none', () => {
    const rules = (count: number): string => 'a\n'.repeat(count);
    assert.equal(IgnoreRules.none.within('', rules(5_001)), undefined);
    assert.equal(IgnoreRules.none.within('', rules(170_000)), undefined);
    const whole = rulesOf(`${'# a comment\n\n'.repeat(10_000)}${rules(5_000)}`, '', IgnoreRules.none);
    assert.equal(whole.ignores('a'), true);
    assert.equal(whole.within('docs/', ''), whole);
    assert.equal(whole.within('docs/', 'a'), undefined);
  });

  for (const [what, rule, name] of [
    ['stars', '*a*a*b', 'a'],
    ['brackets', '*[ab]*[ab]*c', 'a'],
    ['question marks', `${'?'.repeat(100)}*?a`, 'b'],
    ['folders', '**/a/**/a/b', 'a/'],
  ] as const) {
    it(`of which each takes long together take no time, and leave the file out: ${what}`, () => {
      const ours = rulesOf(`${rule}\n`.repeat(5_000), '', IgnoreRules.none);
      const path = name.repeat(4_000 / name.length);
      const before = process.threadCpuUsage();
      assert.equal(ours.ignores(path), true);
      assert.ok(process.threadCpuUsage(before).user < 300_000);
      assert.equal(ours.ignores('other/page.md'), undefined);
    });
  }

  it('are so long at most: what is longer is no rule', () => {
    const ignores = (count: number) => rulesOf('[a]'.repeat(count), '', root).ignores('a'.repeat(count));
    assert.deepEqual([ignores(1000), ignores(2000)], [true, undefined]);
  });

  it('is read as a library of the field reads it, whatever the rules and the paths', () => {
    const names = fc.stringMatching(/^[ab.-]{1,4}$/).filter((name) => !/^\.+$/.test(name));
    const paths = fc.array(names, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
    const words = fc.constantFrom(
      'a',
      'B',
      'b',
      '*',
      '**',
      '?',
      '.',
      '-',
      '/',
      '[ab]',
      '[!a]',
      '[a-b.]',
      '[]a]',
    );
    const rule = fc.array(words, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''));
    const rules = fc.array(
      fc
        .tuple(fc.constantFrom('', '!', '/', '**/'), rule, fc.constantFrom('', '/', '/**', ' '))
        .map((parts) => parts.join('')),
      { minLength: 1, maxLength: 4 },
    );
    fc.assert(
      fc.property(rules, paths, (lines, path) => {
        const ours = rulesOf(lines.join('\n'), '', IgnoreRules.none);
        const theirs = ignore().add(lines.join('\n'));
        // From the top, as folders are walked: what is in one that is left out is never asked about
        const parts = path.split('/');
        for (const depth of parts.keys()) {
          const each = parts.slice(0, depth + 1).join('/') + (depth < parts.length - 1 ? '/' : '');
          assert.equal(ours.ignores(each) === true, theirs.ignores(each), each);
          if (ours.ignores(each) === true) {
            return;
          }
        }
      }),
      { numRuns: 5_000 },
    );
  });
});

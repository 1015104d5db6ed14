import assert from 'node:assert/strict';
import fc from 'fast-check';
import ignore from 'ignore';
import { IgnoreRules } from '../../../src/core/run/ignoreRules.js';

describe('The rules of .wikiignore and .gitignore', () => {
  const root = IgnoreRules.usual.within(
    '',
    '# drafts\r\ndrafts/\n*.tmp.md\n/only-here.md\ndocs/**/old.md\n!keep.tmp.md\n',
  );
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
    const docs = root.within('docs/', '!a.tmp.md\n/index.md\n');
    assert.equal(docs.ignores('docs/a.tmp.md') === true, false);
    assert.equal(docs.ignores('docs/b.tmp.md') === true, true);
    assert.equal(docs.ignores('docs/index.md') === true, true);
    assert.equal(docs.ignores('docs/deep/index.md') === true, false);
  });

  it('may take back what is left out everywhere', () => {
    assert.equal(IgnoreRules.usual.within('', '!node_modules\n').ignores('node_modules/') === true, false);
  });

  it('may begin with a byte order mark', () => {
    assert.equal(IgnoreRules.usual.within('', '\ufeffa.md').ignores('a.md') === true, true);
  });

  for (const [what, rule, path] of [
    ['folders at any depth', `${'**/a*/'.repeat(14)}b`, Array(300).fill('aaaa').join('/')],
    ['parts of one name', `${'*a'.repeat(100)}b`, 'a'.repeat(4000)],
    ['a rule that is longer than any path', `${'*a'.repeat(100_000)}b`, 'a'.repeat(4000)],
    ['brackets that never end', '['.repeat(4000), 'a'.repeat(4000)],
  ] as const) {
    it(`of somebody who means no good takes no time: ${what}`, () => {
      const before = process.cpuUsage();
      assert.equal(root.within('', rule).ignores(path) === true, false);
      assert.ok(process.cpuUsage(before).user < 500_000);
    });
  }

  it('are so long at most: what is longer is no rule', () => {
    const ignores = (count: number) => root.within('', '[a]'.repeat(count)).ignores('a'.repeat(count));
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
        const ours = IgnoreRules.none.within('', lines.join('\n'));
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

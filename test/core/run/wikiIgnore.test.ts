import assert from 'node:assert/strict';
import { WikiIgnore } from '../../../src/core/run/wikiIgnore.js';

describe('.wikiignore', () => {
  const root = WikiIgnore.standard.within(
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
      assert.equal(root.ignores(path), ignored);
    });
  }

  it('of a folder stands over those above it, and reads paths from there', () => {
    const docs = root.within('docs/', '!a.tmp.md\n/index.md\n');
    assert.equal(docs.ignores('docs/a.tmp.md'), false);
    assert.equal(docs.ignores('docs/b.tmp.md'), true);
    assert.equal(docs.ignores('docs/index.md'), true);
    assert.equal(docs.ignores('docs/deep/index.md'), false);
  });

  it('may take back what is left out everywhere', () => {
    assert.equal(WikiIgnore.standard.within('', '!node_modules\n').ignores('node_modules/'), false);
  });

  it('may begin with a byte order mark', () => {
    assert.equal(WikiIgnore.standard.within('', '\ufeffa.md').ignores('a.md'), true);
  });
});

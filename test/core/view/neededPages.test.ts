import assert from 'node:assert/strict';
import { isSamePage, neededBy } from '../../../src/core/view/neededPages.js';

describe('The pages that a file needs', () => {
  it('are those that it links to, and the one above it', () => {
    const linked = [{ uri: 'file:///two.md', hasAddress: false }];
    const above = { uri: 'file:///index.md', path: 'index.md' };
    assert.deepEqual(neededBy({ linked, input: { defaults: { above } } }), [
      'file:///two.md',
      'file:///index.md',
    ]);
    assert.deepEqual(neededBy({ input: { defaults: {} } }), []);
    assert.deepEqual(neededBy({}), []);
  });

  const published = { hash: 'a', publishedAt: 1 };
  const wiki = { id: '1', version: 1, address: 'https://wiki.example/1', isLast: true };

  for (const [what, one, other, isSame] of [
    ['published again', { published, wiki }, { published: { hash: 'b', publishedAt: 2 }, wiki }, true],
    ['with a newer version', { published, wiki }, { published, wiki: { ...wiki, version: 2 } }, true],
    ['published for the first time', { published }, {}, false],
    ['not known before', { published }, undefined, false],
    ['with an id that was looked up', { published, wiki }, { published }, false],
    ['at another address', { published, wiki }, { published, wiki: { ...wiki, address: undefined } }, false],
  ] as const) {
    it(`${isSame ? 'are the same' : 'are others'} where one is ${what}`, () => {
      assert.equal(isSamePage(one, other), isSame);
    });
  }
});

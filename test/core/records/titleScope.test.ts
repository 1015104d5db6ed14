import assert from 'node:assert/strict';
import type { PageRecord } from '../../../src/core/records/pageRecord.js';
import { titleScopeFromLookup } from '../../../src/core/records/titleScope.js';
import type { FoundPage } from '../../../src/core/wiki/lookups.js';
import { pending, record } from '../publish/states.js';

const title = 'One';
const found = (parentId: string, id = '5'): FoundPage => ({ id, title, spaceId: 'S', parentId });
/** Written down under this parent page, and found there as the page 5. */
const under = (parent: string, change: Partial<PageRecord> = {}): PageRecord =>
  record({ title, parent }, { wiki: { id: '5', version: 1, isLast: true }, ...change });

describe('How often a title may be there, as a lookup shows it,', () => {
  for (const [what, pages, titled, expected] of [
    ['is unknown where there is none', [], [], undefined],
    ['is once under a parent where there are two', [found('1'), found('2', '6')], [], 'parent'],
    ['is unknown where a page is where it was', [found('1')], [under('1')], undefined],
    [
      'is once in a space where a publish took the page there',
      [found('2')],
      [under('1'), under('2')],
      'space',
    ],
    ['is unknown where a person moved the page', [found('2')], [under('1')], undefined],
    [
      'is unknown where nothing was published to where the page is',
      [found('2')],
      [under('1'), under('2', { published: undefined, pending })],
      undefined,
    ],
  ] as const) {
    it(what, () => assert.equal(titleScopeFromLookup(pages, titled, { title }), expected));
  }
});

import assert from 'node:assert/strict';
import * as v from 'valibot';
import { makesPage, changeKinds, wikiChangeText } from '../../../src/core/publish/changeKinds.js';
import { storedPageSchema } from '../../../src/core/records/storedPage.js';
import { changeKey, type WikiChange } from '../../../src/core/records/wikiChange.js';
import { endpoint, file, other, place } from './states.js';

const last = { version: 9, ours: 7, title: 'One', changedAt: 5, authorId: 'ann', author: 'Ann' };

/** One change of each kind. */
const examples: { readonly [K in WikiChange['kind']]: WikiChange & { readonly kind: K } } = {
  edited: { kind: 'edited', ...last },
  published: { kind: 'published', ...last },
  renamed: { kind: 'renamed', ...last, title: 'Uno' },
  moved: { kind: 'moved', ...last },
  deleted: { kind: 'deleted' },
  conflict: { kind: 'conflict', by: other, place, sentAt: 3, scope: undefined, besides: undefined },
  there: { kind: 'there', id: '900', version: 3, isElsewhere: false, author: 'Ann', changedAt: 5 },
};
const all = Object.values(examples);
const said = all.map((change) => wikiChangeText('One', change, 10));

describe('What can happen to a page in the wiki', () => {
  it('is said in a sentence of its own, with the title of the page', () => {
    assert.equal(new Set(said).size, all.length);
    assert.ok(said.every((text) => text.includes('“One”') && text.endsWith('.')));
  });

  it('is told to make a page wherever publishing over it does', () => {
    for (const [index, change] of all.entries()) {
      assert.equal(said[index]?.includes('creates'), makesPage(change), change.kind);
    }
    assert.equal(makesPage({ ...examples.moved, scope: 'space' }), false);
  });

  it('is merged into the file only where the page is there, at its place', () => {
    for (const change of all) {
      const { isMergeable, isViewable } = changeKinds[change.kind];
      assert.ok(!isMergeable || (isViewable && !makesPage(change)), change.kind);
    }
  });

  it('is agreed to under a key of its own', () => {
    assert.equal(new Set(all.map(changeKey)).size, all.length);
  });

  it('is remembered where the wiki told it', () => {
    for (const change of all.filter(({ kind }) => kind !== 'conflict' && kind !== 'there')) {
      const stored = {
        ...{ place: { ...place, endpoint }, file, suggestedTitle: 'One', suggestedPlace: {} },
        ...{ mayOverwrite: false, sends: [], wiki: { id: '5', change } },
      };
      const { wiki } = v.parse(storedPageSchema, JSON.parse(JSON.stringify(stored)));
      assert.deepEqual(JSON.parse(JSON.stringify(wiki?.change)), change);
    }
  });
});

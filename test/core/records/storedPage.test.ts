import assert from 'node:assert/strict';
import fc from 'fast-check';
import { recordOf, storedPageSchema } from '../../../src/core/records/storedPage.js';
import { readAs } from '../../../src/core/text/json.js';
import { anything, holds, hostile } from '../../properties/runs.js';

const file = { uri: 'file:///a.md', realPath: '/a.md', workspacePath: 'a.md' };
const taken = { id: 'one', hash: 'h1', sentAt: 1_000, publishedAt: 1_100 };
const later = { id: 'two', file, hash: 'h2', sentAt: 2_000, sender: 'window', endedAt: 2_100 };
const wiki = {
  id: '42',
  version: 3,
  merged: { change: 'c', before: 'b', lines: { added: [], removed: [] } },
  change: { kind: 'edited', version: 4, ours: 3, title: 'One', author: 'Mara Lind' },
};
const page = {
  place: { endpoint: 'https://a.example/x', space: 'ENG', parent: '42', title: 'One' },
  file,
  suggestedTitle: 'One',
  suggestedPlace: { space: 'ENG' },
  mayOverwrite: true,
  published: taken,
  sends: [],
  wiki,
};
const record = (changes: object) => {
  const stored = readAs(storedPageSchema, { ...page, ...changes });
  return stored && recordOf('id', stored);
};
const published = { hash: 'h1', publishedAt: 1_100 };

describe('A stored page of which a part can’t be read', () => {
  it('is whole otherwise', () => {
    const { pending, ...whole } = record({}) ?? assert.fail();
    assert.deepEqual([whole.published, pending, whole.wiki?.version], [published, undefined, 3]);
  });

  it('keeps a send open whose end is no time', () => {
    for (const endedAt of ['soon', null, {}]) {
      const read = record({ sends: [{ ...later, endedAt }] });
      assert.deepEqual([read?.published, read?.pending], [published, { hash: 'h2', sentAt: 2_000 }]);
    }
  });

  for (const [what, send] of [
    ['hash', { ...later, hash: 1 }],
    ['time', { ...later, sentAt: 'now' }],
    ['everything', 'no send'],
  ] as const) {
    it(`keeps the other sends where one lacks its ${what}`, () => {
      const read = record({ sends: [send, { ...later, hash: 'h3' }] });
      assert.deepEqual([read?.published, read?.pending?.hash], [published, 'h3']);
    });
  }

  it('is not read without its file', () => {
    for (const none of [{ uri: 1 }, 'a.md', undefined]) {
      assert.equal(record({ file: none }), undefined);
    }
  });

  it('may not be replaced but where that is stored', () => {
    for (const mayOverwrite of ['true', 1, null, undefined]) {
      assert.equal(record({ mayOverwrite })?.mayOverwrite, false);
    }
  });

  it('keeps what else is known of the page in the wiki, which is nothing without its ID', () => {
    assert.equal(record({ wiki: { ...wiki, merged: 'c', version: -1 } })?.wiki?.id, '42');
    assert.equal(record({ wiki: { ...wiki, merged: 'c' } })?.wiki?.merged, undefined);
    assert.deepEqual(
      [record({ wiki: { version: 3 } })?.wiki, record({ wiki: 'x' })?.published],
      [undefined, published],
    );
  });

  it('keeps what others changed in the wiki, as far as it says what and to which version', () => {
    const changeOf = (change: unknown) => record({ wiki: { ...wiki, change } })?.wiki?.change;
    assert.deepEqual(changeOf(wiki.change), wiki.change);
    assert.deepEqual(changeOf({ kind: 'deleted', by: 'x' }), { kind: 'deleted' });
    const partly = { ...wiki.change, ours: -1, changedAt: 'today', authorId: '../1', author: {} };
    assert.equal(JSON.stringify(changeOf(partly)), '{"kind":"edited","version":4,"title":"One"}');
    for (const none of [
      'edited',
      null,
      [],
      { kind: 'conflict', by: file, place: page.place },
      { ...wiki.change, kind: 'replaced' },
      { ...wiki.change, version: 0 },
      { ...wiki.change, title: undefined },
    ]) {
      assert.equal(changeOf(none), undefined);
      assert.equal(record({ wiki: { ...wiki, change: none } })?.wiki?.version, 3);
    }
  });

  it('has no place that was suggested where that is none', () => {
    assert.deepEqual(record({ suggestedPlace: 'ENG' })?.suggestedPlace, {});
  });

  it('is read or left, whatever was stored', () => {
    const part = fc.oneof(anything, hostile);
    const place = fc.record({ endpoint: part, space: part, parent: part, title: part });
    const file = fc.oneof(anything, fc.record({ uri: part, realPath: part, workspacePath: part }));
    const time = fc.oneof(anything, fc.double());
    const send = fc.oneof(
      anything,
      fc.record({ id: part, file, hash: part, sentAt: time, sender: part, endedAt: time }),
    );
    const sends = fc.oneof(anything, fc.array(send, { maxLength: 4 }));
    const published = fc.record({ id: part, hash: part, sentAt: time, publishedAt: time });
    const page = fc.record({ place, file, sends, published, suggestedTitle: part });
    holds(fc.oneof(anything, page), (value) => {
      const stored = readAs(storedPageSchema, value);
      const record = stored && recordOf('id', stored);
      assert.ok(record === undefined || /^\d+$/.test(record.place.parent));
    });
  });
});

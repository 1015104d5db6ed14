import assert from 'node:assert/strict';
import { recordOf, storedPageSchema } from '../../../src/core/publish/storedPage.js';
import { readAs } from '../../../src/core/text/json.js';

const file = { uri: 'file:///a.md', realPath: '/a.md', workspacePath: 'a.md' };
const taken = {
  id: 'one',
  file,
  hash: 'h1',
  sentAt: 1_000,
  sender: 'window',
  ended: { as: 'taken', endedAt: 1_100 },
};
const later = { ...taken, id: 'two', hash: 'h2', sentAt: 2_000, ended: { as: 'refused', endedAt: 2_100 } };
const wiki = {
  id: '42',
  version: 3,
  merged: { change: 'c', before: 'b', lines: { added: [], removed: [] } },
};
const page = {
  place: { endpoint: 'https://a.example/x', space: 'ENG', parent: '42', title: 'One' },
  files: [file],
  suggestedTitle: 'One',
  suggestedPlace: { space: 'ENG' },
  mayOverwrite: true,
  changedAt: 2_100,
  sends: [taken, later],
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

  for (const ended of ['no end', { as: 'lost', endedAt: 2_100 }, { as: 'refused', endedAt: 'soon' }]) {
    it(`keeps a send open that ended with ${JSON.stringify(ended)}`, () => {
      const read = record({ sends: [taken, { ...later, ended }] });
      assert.deepEqual([read?.published, read?.pending], [published, { hash: 'h2', sentAt: 2_000 }]);
    });
  }

  for (const [what, send] of [
    ['hash', { ...later, hash: 1 }],
    ['time', { ...later, sentAt: 'now' }],
    ['everything', 'no send'],
  ] as const) {
    it(`keeps the other sends where one lacks its ${what}`, () => {
      assert.deepEqual(record({ sends: [send, taken] })?.published, published);
    });
  }

  it('keeps the other files, and is not read without any', () => {
    assert.deepEqual(
      record({ files: [{ uri: 1 }, file] })?.files.map(({ uri }) => uri),
      [file.uri],
    );
    for (const files of [[], [{ uri: 1 }], 'a.md', undefined]) {
      assert.equal(record({ files }), undefined);
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

  it('has the title that the page has, where none was suggested', () => {
    assert.equal(record({ suggestedTitle: 1 })?.suggestedTitle, 'One');
    assert.deepEqual(record({ suggestedPlace: 'ENG' })?.suggestedPlace, {});
  });
});

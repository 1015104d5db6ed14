import assert from 'node:assert/strict';
import { readPage } from '../../../src/core/page/page.js';
import type { FileIdentity, PageRecord } from '../../../src/core/publish/pageRecord.js';
import { placeKey } from '../../../src/core/publish/pageRecord.js';
import { RecordIndex } from '../../../src/core/publish/recordIndex.js';
import { Sites } from '../../../src/services/connection/sites.js';
import { hashOf } from '../../../src/services/publish/hashOf.js';
import { readLinked } from '../../../src/services/publish/linkedPages.js';
import { MemoryState } from '../fakes.js';

const here = 'https://a.example/wiki/apps/1/2/webtrigger';
const elsewhere = 'https://b.example/wiki/apps/1/2/webtrigger';
const a = 'https://a.example/wiki/spaces/S/pages/1/One';
const b = 'https://b.example/wiki/spaces/S/pages/2/One';
const document: FileIdentity = { uri: 'file:///docs/page.md' };
const one: FileIdentity = { uri: 'file:///docs/one.md', realPath: '/docs/one.md' };

function recordOf(
  file: FileIdentity,
  address: string | undefined,
  change: Partial<PageRecord> = {},
): PageRecord {
  const endpoint = address?.startsWith('https://b.') === true ? elsewhere : here;
  return {
    id: JSON.stringify([file.uri, endpoint]),
    place: { endpoint, space: 'S', parent: '1', title: file.uri },
    files: [file],
    suggestedTitle: '',
    mayOverwrite: false,
    published: { hash: 'another', publishedAt: 1 },
    wiki: { id: '1', address, isLast: true },
    ...change,
  };
}

/** What is sent of a document where these pages are known. */
async function sent(text: string, records: readonly PageRecord[], realPaths: Record<string, string> = {}) {
  const index = new RecordIndex(placeKey);
  for (const record of records) {
    index.set(record.id, record);
  }
  const asked: string[] = [];
  const read = await readLinked(
    (linkedPages) =>
      Promise.resolve(readPage(text, 'page.md', { omitHeading: true, omitComments: true, linkedPages })),
    () =>
      Promise.resolve({
        ...{ document, index },
        sites: new Sites(new MemoryState(), (error) => assert.fail(String(error))),
        identify: (uri) => {
          asked.push(uri);
          return Promise.resolve({ uri, realPath: realPaths[uri] });
        },
        fileAt: (from, to) => (to.startsWith('/') ? undefined : new URL(to, from).href.split(/[?#]/)[0]),
        anchors: () => Promise.resolve([['part', 'Part']]),
      }),
  );
  return { ...(read ?? assert.fail()), asked };
}

describe('The pages that a document links to', () => {
  const link = '[x](one.md)';

  it('are found by their files, wherever these really are', async () => {
    assert.equal((await sent(link, [recordOf(one, a)])).page.whole, `[x](${a})`);
    assert.equal((await sent('[x](two.md)', [recordOf(one, a)])).page.whole, '[x](two.md)');
    const linked = await sent('[x](two.md)', [recordOf(one, a)], { 'file:///docs/two.md': '/docs/one.md' });
    assert.equal(linked.page.whole, `[x](${a})`);
  });

  it('are of another connection where there are none of the document’s own', async () => {
    assert.equal((await sent(link, [recordOf(one, b)])).page.whole, `[x](${b})`);
    const both = [recordOf(one, a), recordOf(one, b, { published: { hash: '', publishedAt: 2 } })];
    assert.equal((await sent(link, both)).page.whole, `[x](${b})`);
    assert.equal((await sent(link, [...both, recordOf(document, a)])).page.whole, `[x](${a})`);
  });

  for (const address of [
    'https://evil.example/wiki/spaces/S/pages/1',
    'http://a.example/wiki/spaces/S/pages/1',
    'javascript:alert(1)',
    'https://u:p@a.example/wiki',
    '//a.example/wiki',
    '',
    undefined,
  ]) {
    it(`have no address that a disk may say: ${String(address)}`, async () => {
      const { page, linked } = await sent(link, [recordOf(one, address)]);
      assert.equal(page.whole, link);
      assert.deepEqual([linked[0]?.address, page.problems], [null, []]);
    });
  }

  it('are none before they were taken, and of files that are none', async () => {
    const tried = recordOf(one, a, { published: undefined, pending: { hash: '', sentAt: 1 } });
    const { page, linked } = await sent(`${link} [y](/one.md)`, [tried]);
    assert.equal(page.whole, `${link} [y](/one.md)`);
    assert.deepEqual(linked, [{ to: 'one.md', uri: one.uri, address: undefined }]);
    assert.deepEqual(
      page.problems.map(({ to }) => to),
      ['one.md', '/one.md'],
    );
  });

  it('have anchors where it is known how the wiki makes them', async () => {
    const pages = [recordOf(one, a)];
    assert.equal((await sent('[x](one.md?a#part)', pages)).page.whole, `[x](${a}#Part)`);
    assert.equal((await sent('[x](one.md#%70art)', pages)).page.whole, `[x](${a}#Part)`);
    assert.equal((await sent('[x](one.md#other) [y](one.md#%zz)', pages)).page.whole, `[x](${a}) [y](${a})`);
    const odd = 'https://a.example/wiki/pages/viewpage.action?pageId=1';
    assert.equal((await sent('[x](one.md#part)', [recordOf(one, odd)])).page.whole, `[x](${odd})`);
  });

  it('include the document itself, which is about to have one', async () => {
    const { page } = await sent('[x](page.md#part)', []);
    assert.deepEqual([page.whole, page.problems], ['[x](page.md#part)', []]);
    assert.equal((await sent('[x](page.md#part)', [recordOf(document, a)])).page.whole, `[x](${a}#Part)`);
  });

  it('are not looked for where no link leads to a file', async () => {
    assert.deepEqual((await sent('[x](https://a.example/one.md) ![y](one.png)', [])).asked, []);
  });

  it('are those of another file of the name only when its text is the same', async () => {
    const other = { uri: 'file:///other/page.md' };
    const neighbour = recordOf({ uri: 'file:///other/one.md' }, a);
    const same = recordOf(other, 'https://a.example/wiki/spaces/S/pages/3', {
      published: { hash: hashOf(`[x](${a})`), publishedAt: 1 },
    });
    assert.equal((await sent(link, [neighbour, same])).page.whole, `[x](${a})`);
    assert.equal((await sent(`${link} more`, [neighbour, same])).page.whole, `${link} more`);
    assert.equal((await sent(link, [neighbour])).page.whole, link);
  });
});

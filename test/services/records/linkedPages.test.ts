import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readPage } from '../../../src/core/page/page.js';
import { decideConnection } from '../../../src/core/publish/decideConnection.js';
import type { FileIdentity } from '../../../src/core/records/fileIdentity.js';
import type { PageRecord } from '../../../src/core/records/pageRecord.js';
import { Pages } from '../../../src/services/records/pages.js';
import { Sites } from '../../../src/services/connection/sites.js';
import { readWithLinkedPages } from '../../../src/services/records/linkedPages.js';
import { shownProblems } from '../../../src/services/page/shownProblems.js';
import { MemoryState } from '../fakes.js';
import { usualOptions } from '../../host/usualOptions.js';

const here = 'https://a.example/wiki/apps/1/2/webtrigger';
const elsewhere = 'https://b.example/wiki/apps/1/2/webtrigger';
const a = 'https://a.example/wiki/spaces/S/pages/1/One';
const b = 'https://b.example/wiki/spaces/S/pages/2/One';
const prod = { name: 'prod', endpoint: here };
const staging = { name: 'staging', endpoint: elsewhere };
type Deciding = Parameters<typeof decideConnection>[0];
const document: FileIdentity = { uri: 'file:///docs/page.md', workspacePath: 'docs/page.md' };
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
    file,
    suggestedTitle: '',
    mayOverwrite: false,
    published: { hash: 'another', publishedAt: 1 },
    wiki: { id: '1', address, isLast: true },
    ...change,
  };
}

/** The files that links without their names lead to. */
const linkedNames: Readonly<Record<string, string>> = {
  'folder/': '/docs/one.md',
  '/site/one#part': '/docs/one.md',
  '[[one#part]]': '/docs/one.md',
  two: '/docs/two.md',
  '[[two]]': '/docs/two.md',
};

/** What is sent of a document where these pages are known. */
async function sent(
  text: string,
  records: readonly PageRecord[],
  { realPaths = {}, ...decided }: Partial<Deciding> & { realPaths?: Record<string, string> } = {},
) {
  const index = new Pages();
  for (const record of records) {
    index.set(record.id, record);
  }
  const asked: string[] = [];
  const read = await readWithLinkedPages(
    (linkedPages) => Promise.resolve(readPage(text, 'page.md', { ...usualOptions, linkedPages })),
    (page) =>
      Promise.resolve({
        ...{ document, index },
        wikiOf: (own) =>
          decideConnection({ document: page, ownRecords: own, connections: [prod], defaults: {}, ...decided })
            .connection?.endpoint,
        sites: new Sites(new MemoryState(), (error) => assert.fail(String(error))),
        identify: (uri) => {
          asked.push(uri);
          return Promise.resolve({ uri, realPath: realPaths[uri] });
        },
        fileAt: (from, to) => (to === '/one.md' ? undefined : new URL(to, from).href.split(/[?#]/)[0]),
        findLinked: (_, to) => Promise.resolve(linkedNames[to]),
        anchors: () => Promise.resolve([['part', 'Part']]),
      }),
  );
  return { ...(read ?? assert.fail()), asked };
}

describe('The pages that a document links to', () => {
  const link = '[x](one.md)';

  it('are found by their files, wherever these really are', async () => {
    assert.equal((await sent(link, [recordOf(one, a)])).page.content, `[x](${a})`);
    assert.equal((await sent('[x](two.md)', [recordOf(one, a)])).page.content, '[x](two.md)');
    const linked = await sent('[x](two.md)', [recordOf(one, a)], {
      realPaths: { 'file:///docs/two.md': '/docs/one.md' },
    });
    assert.equal(linked.page.content, `[x](${a})`);
  });

  it('are found by their folder, by a path of the site and by their name alone', async () => {
    const records = [recordOf(one, a)];
    for (const [text, expected] of [
      ['[x](folder/)', `[x](${a})`],
      ['[x](/site/one#part)', `[x](${a}#Part)`],
      ['[[one#part|x *y*]]', `[x *y*](${a}#Part)`],
      ['[x](other/) [x](/other) [[other]]', '[x](other/) [x](/other) [[other]]'],
      ['[x](two) [[two]]', '[x](two) [[two]]'],
    ] as const) {
      const { page, linked } = await sent(text, records);
      assert.equal(page.content, expected);
      assert.ok(linked.every(({ uri }) => uri.endsWith('.md')));
    }
    const { page } = await sent('[x](two) [[two]] [x](other/) [x](/other) [[other]]', records);
    assert.deepEqual(
      page.problems.map(({ kind, to = '' }) => `${kind} ${to}`),
      ['relativeLink two', 'relativeLink [[two]]', 'relativeLink other/', 'brokenLink '],
    );
  });

  const later = { published: { hash: '', publishedAt: 2 } };
  const both = [recordOf(one, a), recordOf(one, b, later)];
  const connections = [prod, staging];
  const to = (name: string) => `---\nwiki: { connection: ${name} }\n---\n${link}`;
  for (const [title, text, records, decided, expected] of [
    ['the only connection', link, [recordOf(one, b)], {}, undefined],
    ['the only connection, of pages at two', link, both, {}, a],
    ['the one that is named', to('staging'), both, { connections }, b],
    [
      'the one that is named, which has no page',
      to('staging'),
      [recordOf(one, a)],
      { connections },
      undefined,
    ],
    ['the one of its record', link, [...both, recordOf(document, a)], { connections }, a],
    ['the one that is named now', to('staging'), [...both, recordOf(document, a)], { connections }, b],
    [
      'the one that was chosen',
      to('staging'),
      both,
      { connections, answers: { place: { endpoint: here } } },
      a,
    ],
    ['the one of its folder', link, both, { connections, defaults: { endpoint: elsewhere } }, b],
  ] as const) {
    it(`are those of the wiki that the document goes to, and of no other one: ${title}`, async () => {
      const { page } = await sent(text, records, decided);
      assert.equal(page.content, `[x](${expected ?? 'one.md'})`);
      const problems = page.problems.map(({ kind, to }) => `${kind} ${to}`);
      assert.deepEqual(problems, expected === undefined ? ['relativeLink one.md'] : []);
    });
  }

  it('are never those of another wiki than the one that is decided, whatever is known of them', async () => {
    const pages = fc.subarray([
      recordOf(one, a),
      recordOf(one, b, later),
      recordOf(document, a),
      recordOf(document, b),
    ]);
    const states = fc.record({
      records: pages,
      connections: fc.subarray(connections),
      named: fc.constantFrom(undefined, 'prod', 'staging', 'none'),
      answers: fc.constantFrom({}, { place: { endpoint: here } }, { place: { endpoint: elsewhere } }),
      defaults: fc.constantFrom({}, { endpoint: here }, { endpoint: elsewhere }),
    });
    let addresses = 0;
    const check = async ({
      named,
      records,
      ...decided
    }: typeof states extends fc.Arbitrary<infer T> ? T : never) => {
      const { page } = await sent(named === undefined ? link : to(named), records, decided);
      const own = records.filter(({ file }) => file === document);
      const { connection } = decideConnection({ document: page, ownRecords: own, ...decided });
      const [, address = ''] = /\((https:[^)]*)\)/.exec(page.content) ?? [];
      addresses += address === '' ? 0 : 1;
      assert.ok(
        address === '' ||
          (connection !== undefined && new URL(address).host === new URL(connection.endpoint).host),
      );
    };
    await fc.assert(fc.asyncProperty(states, check), { numRuns: 500, seed: 20_261_201 });
    assert.ok(addresses > 50, `${addresses} documents had an address`);
  });

  it('have no address, and are no problem, while nobody knows where the document goes', async () => {
    const { page, wiki } = await sent(link, both, { connections });
    assert.deepEqual([page.content, page.problems, wiki], [link, [], undefined]);
  });

  it('are those of another connection to the same wiki too', async () => {
    const other = { name: 'other', endpoint: 'https://a.example/wiki/apps/3/4/webtrigger' };
    assert.equal((await sent(link, [recordOf(one, a)], { connections: [other] })).page.content, `[x](${a})`);
  });

  it('are the latest ones: of an earlier page under another title, no address is used', async () => {
    const retitled = recordOf(one, undefined, { id: 'retitled', ...later });
    const moved = { ...retitled, place: { ...retitled.place, title: 'Another' } };
    const read = await sent(link, [recordOf(one, a), moved]);
    assert.deepEqual([read.page.content, read.linked[0]?.address], [link, null]);
  });

  it('have the address that was found through another connection to the same wiki', async () => {
    const before = recordOf(one, a, { id: 'before' });
    const endpoint = 'https://a.example/wiki/apps/3/4/webtrigger';
    const now = recordOf(one, undefined, { ...later, place: { ...before.place, endpoint } });
    const decided = { connections: [{ name: 'other', endpoint }] };
    assert.equal((await sent(link, [before, now], decided)).page.content, `[x](${a})`);
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
      assert.equal(page.content, link);
      assert.deepEqual([linked[0]?.address, page.problems], [null, []]);
    });
  }

  it('are told to lead nowhere once they are published, unless their address can be looked up', async () => {
    const read = await sent(link, [recordOf(one, undefined)]);
    const told = async (canLookUp: boolean) =>
      (await shownProblems(read, () => Promise.resolve(canLookUp))).map(({ kind, to }) => [kind, to]);
    assert.deepEqual(await told(false), [['relativeLink', 'one.md']]);
    assert.deepEqual(await told(true), []);
  });

  it('are none before they were taken, and of files that are none', async () => {
    const tried = recordOf(one, a, { published: undefined, pending: { hash: '', sentAt: 1 } });
    const { page, linked } = await sent(`${link} [y](/one.md)`, [tried]);
    assert.equal(page.content, `${link} [y](/one.md)`);
    assert.deepEqual(linked, [{ to: 'one.md', uri: one.uri, address: undefined }]);
    assert.deepEqual(
      page.problems.map(({ to }) => to),
      ['one.md', '/one.md'],
    );
  });

  it('have anchors where it is known how the wiki makes them', async () => {
    const pages = [recordOf(one, a)];
    assert.equal((await sent('[x](one.md?a#part)', pages)).page.content, `[x](${a}#Part)`);
    assert.equal((await sent('[x](one.md#%70art)', pages)).page.content, `[x](${a}#Part)`);
    assert.equal(
      (await sent('[x](one.md#other) [y](one.md#%zz)', pages)).page.content,
      `[x](${a}) [y](${a})`,
    );
    const odd = 'https://a.example/wiki/pages/viewpage.action?pageId=1';
    assert.equal((await sent('[x](one.md#part)', [recordOf(one, odd)])).page.content, `[x](${odd})`);
  });

  it('include the document itself, which is about to have one', async () => {
    const { page } = await sent('[x](page.md#part)', []);
    assert.deepEqual([page.content, page.problems], ['[x](page.md#part)', []]);
    assert.equal((await sent('[x](page.md#part)', [recordOf(document, a)])).page.content, `[x](${a}#Part)`);
  });

  it('are not looked for where no link leads to a file', async () => {
    assert.deepEqual((await sent('[x](https://a.example/one.md) ![y](one.png)', [])).asked, []);
  });
});

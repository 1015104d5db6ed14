import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { placeOf } from '../../../src/core/publish/recordChanges.js';
import type { PageRecord } from '../../../src/core/records/pageRecord.js';
import type { WikiChange } from '../../../src/core/records/wikiChange.js';
import { Secret } from '../../../src/core/text/secret.js';
import type { PlatformTokens } from '../../../src/services/connection/platformTokens.js';
import { PagesInWiki } from '../../../src/services/wiki/pagesInWiki.js';
import type { PageRecords } from '../../../src/services/records/pageRecords.js';
import type { Lookups } from '../../../src/services/wiki/lookups.js';
import { removeFolder, temporaryFolder } from '../../host/folders.js';
import { editor } from '../../wiki/spaces.js';
import { startWiki, type Wiki } from '../../wiki/wiki.js';
import { destinationAt, one, openLookups, openRecords, publishOne } from '../records/publishing.js';

const patienceMs = 500;

describe('A page in the wiki', () => {
  let wiki: Wiki;
  let folder: string;
  let records: PageRecords;
  let tokens: PlatformTokens;
  let inWiki: PagesInWiki;
  let lookups: Lookups;
  let missed: number;
  let elsewhere: Server;
  let strayed: string[];

  beforeEach(async () => {
    wiki = await startWiki();
    folder = await temporaryFolder('pages-in-wiki');
    records = openRecords(folder);
    ({ tokens, lookups } = openLookups());
    await tokens.store(wiki.origin, { secret: new Secret(wiki.platformToken) });
    missed = 0;
    inWiki = new PagesInWiki({ lookups, records, failed: (pages) => (missed += pages), patienceMs });
    strayed = [];
    elsewhere = createServer((request, response) => {
      strayed.push(`${request.url} ${request.headers.authorization}`);
      response.end('{"results":[]}');
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    assert.deepEqual(strayed, [], 'what was sent elsewhere');
    await new Promise((resolve) => elsewhere.close(resolve));
    await wiki.close();
    await removeFolder(folder);
  });

  const destination = (title = 'One') => destinationAt(wiki.importEndpoint, title);
  const record = (title = 'One'): PageRecord =>
    records.index.recordAt(placeOf(destination(title))) ?? assert.fail();
  const there = (title = 'One') => wiki.pages.findPage('1001', '100102', title) ?? assert.fail();
  const elsewhereOrigin = (): string => `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;

  /** As a publish does it. */
  async function publish(title = 'One', isNew = false): Promise<void> {
    await inWiki.lookUpChanges(records.index.records);
    await publishOne(
      records,
      { file: one, to: destination(title), content: title },
      await wiki.createToken(),
    );
    await inWiki.lookUpPublished([{ destination: destination(title), answeredAt: Date.now(), isNew }]);
  }

  async function change(title = 'One'): Promise<WikiChange | undefined> {
    return (await inWiki.lookUpChanges([record(title)]))(record(title));
  }

  it('that was published before there was a platform token is found as soon as there is one', async () => {
    await tokens.delete(wiki.origin);
    await publish();
    await inWiki.lookUpUnseen(records.index.records);
    assert.equal(record().wiki, undefined);
    await tokens.store(wiki.origin, { secret: new Secret(wiki.platformToken) });
    await inWiki.lookUpUnseen(records.index.records);
    const { id } = there();
    assert.equal(record().wiki?.address, `${wiki.origin}/wiki/spaces/DOCS/pages/${id}/One`);
    assert.equal(await change(), undefined, 'Which version was ours is not known.');
  });

  it('is not told to be deleted by a platform token that the wiki never accepted', async () => {
    await publish();
    await tokens.store(wiki.origin, { secret: new Secret(wiki.personalToken), email: wiki.email });
    wiki.spoilLookups((path) =>
      path.includes('spaces') ? { status: 503 } : { status: 404, body: '{"errors": []}' },
    );
    assert.equal(await change(), undefined);
  });

  it('is known by its id, version, author and address once it is published', async () => {
    await publish();
    const { id, version, authorId } = there();
    assert.deepEqual(record().wiki, {
      ...{ id, version, authorId, isLast: true, sendId: record().wiki?.sendId },
      address: `${wiki.origin}/wiki/spaces/DOCS/pages/${id}/One`,
    });
    await publish();
    assert.equal(record().wiki?.version, 2);
    assert.equal(await change(), undefined);
    assert.equal(missed, 0);
    const other = openRecords(folder);
    assert.deepEqual((await other.read()).recordAt(placeOf(destination()))?.wiki, record().wiki);
  });

  it('is found among many of its title by the parent, and in further answers', async () => {
    const small = await startWiki({ mostResults: 2 });
    try {
      for (let parent = 0; parent < 5; parent++) {
        small.pages.createPage({ spaceId: '1001', parentId: String(parent), title: 'One', content: '' });
      }
      await tokens.store(small.origin, { secret: new Secret(small.platformToken) });
      const page = { space: '1001', parent: '4', title: 'One' };
      const found = await lookups.pageAt(small.importEndpoint, page, AbortSignal.timeout(5_000));
      assert.equal(found?.kind === 'found' && found.value.parentId, '4');
      assert.equal(small.lookups.length, 3);
    } finally {
      await small.close();
    }
  });

  it('is found by the key of its space too', async () => {
    wiki.pages.createPage({ spaceId: '1002', parentId: '100201', title: 'One', content: '' });
    const page = { space: 'ENG', parent: '100201', title: 'One' };
    const found = await lookups.pageAt(wiki.importEndpoint, page, AbortSignal.timeout(5_000));
    assert.equal(found?.kind, 'found');
  });

  it('is looked up with a person’s own token and their e-mail address', async () => {
    await tokens.store(wiki.origin, { secret: new Secret(wiki.personalToken), email: wiki.email });
    await publish();
    assert.equal(record().wiki?.version, 1);
    assert.match(wiki.lookups[0]?.headers.authorization ?? '', /^Basic /);
  });

  it('was edited, renamed, moved or deleted by somebody', async () => {
    await publish();
    const before = there();
    wiki.pages.edit(before, { content: 'Theirs.' });
    const edited = await change();
    assert.ok(edited?.kind === 'edited');
    assert.deepEqual([edited.version, edited.ours, edited.author], [2, 1, editor.displayName]);
    wiki.pages.edit(before, { parentId: '100103' });
    assert.equal((await change())?.kind, 'moved');
    wiki.pages.edit(before, { title: 'Uno' });
    assert.equal((await change())?.kind, 'renamed');
    wiki.pages.trash(before);
    assert.equal((await change())?.kind, 'deleted');
    wiki.pages.deletePage(before.id);
    assert.equal((await change())?.kind, 'deleted');
    // It is made anew, and known from then on
    await publish();
    assert.equal(await change(), undefined);
    assert.equal(record().wiki?.id, there().id);
  });

  it('is not taken for ours as it was found, when somebody edited it before it could be looked up', async () => {
    await publish();
    await publishOne(records, { file: one, to: destination(), content: 'New' }, await wiki.createToken());
    const answeredAt = Date.now() - 10_000;
    wiki.pages.edit(there(), { content: 'Theirs.' });
    await inWiki.lookUpPublished([{ destination: destination(), answeredAt, isNew: false }]);
    assert.equal(record().wiki?.version, 2);
    assert.equal((await change())?.kind, 'edited');
  });

  it('is told of with hundreds of others in few requests, each alone where it is not in the answer', async () => {
    const titles = Array.from({ length: 40 }, (_each, index) => `Page ${index}`);
    for (const title of titles) {
      const { id } = wiki.pages.createPage({ spaceId: '1001', parentId: '100102', title, content: '' });
      await records.read();
      await records.recordSend(one, destination(title), title, { maySend: () => true });
      await records.recordOutcome(one, destination(title), title, {
        ...{ kind: 'answered', mayHaveArrived: false, cancelled: false },
        answer: { meaning: 'published', status: 201, message: '', truncated: false },
      });
      await records.recordLookup(placeOf(destination(title)), { id, version: 1 });
    }
    wiki.pages.edit(there('Page 3'), { content: 'Theirs.' });
    wiki.pages.trash(there('Page 7'));
    const all = records.index.records;
    const changes = await inWiki.lookUpChanges(all);
    const changed = all.filter((each) => changes(each)).map(({ place }) => place.title);
    assert.deepEqual(changed.sort(), ['Page 3', 'Page 7']);
    // All at once, who it was, and the one that is missing
    assert.equal(wiki.lookups.length, 3);
    await inWiki.lookUpPublished(
      titles.map((title) => ({ destination: destination(title), answeredAt: undefined, isNew: false })),
    );
    assert.ok(wiki.lookups.length <= 3 + 1 + 3, `${wiki.lookups.length}`);
  });

  it('is not looked at without a platform token for its site', async () => {
    await tokens.delete(wiki.origin);
    await tokens.store('https://other.example', { secret: new Secret(wiki.platformToken) });
    await publish();
    assert.deepEqual([record().wiki, await change(), wiki.lookups.length], [undefined, undefined, 0]);
  });

  const at = { title: 'One', spaceId: '1001', parentId: '100102', version: { number: 1 } };
  const json = (value: unknown) => ({ status: 200, body: JSON.stringify(value) });
  const hostile: readonly (readonly [
    what: string,
    fault: (path: string) => ReturnType<typeof json> | object,
  ])[] = [
    ['another page', () => json({ id: '1', title: 'One', version: { number: 9 }, results: [] })],
    [
      'a page of another space',
      () => json({ results: [{ id: '1', title: 'One', spaceId: '7', parentId: '100102' }] }),
    ],
    ['ten megabytes', () => json({ results: [], x: 'x'.repeat(10_000_000) })],
    ['nonsense', () => ({ status: 200, body: '<html>' })],
    ['nothing at all', () => ({ delayMs: 60_000 })],
    ['a failure', () => ({ status: 500 })],
    ['a refusal', () => ({ status: 403 })],
    ['results without an end', (path) => json({ results: [], _links: { next: `${path}&cursor=1` } })],
    [
      'results that go on elsewhere',
      () => json({ results: [], _links: { next: `${elsewhereOrigin()}/x?cursor=1` } }),
    ],
    ...['\ud800', '', '.', '../1', 'a b', '1'.repeat(65)].map(
      (id) =>
        [
          `the id ${JSON.stringify(id)}`,
          (path: string) =>
            path.includes('/pages') ? json({ results: [{ ...at, id }], ...at, id }) : { status: 404 },
        ] as const,
    ),
    ['an address elsewhere', () => json({ results: [], _links: { base: elsewhereOrigin() } })],
    ...[301, 302, 303, 307, 308].map(
      (status) =>
        [
          `a redirect (${status})`,
          () => ({ status, headers: { location: `${elsewhereOrigin()}/x` } }),
        ] as const,
    ),
  ];
  for (const [what, fault] of hostile) {
    it(`is unknown, soon and without a byte elsewhere, where the wiki answers with ${what}`, async () => {
      wiki.spoilLookups(fault);
      await publish();
      assert.equal(record().wiki, undefined);
      wiki.spoilLookups(undefined);
      await publish();
      wiki.pages.edit(there(), { content: 'Theirs.' });
      wiki.spoilLookups(fault);
      const said = await change();
      assert.ok(said === undefined, JSON.stringify(said));
      assert.ok(wiki.lookups.length < 20);
      assert.ok(missed > 0);
      // The wiki that answers nothing keeps its connection for twice as long
    }).timeout(30_000);
  }

  it('stops no publish where a bad id of it was written down, and is known again after the next one', async () => {
    await publish();
    for (const id of ['\ud800', 'x'.repeat(70)]) {
      await records.recordLookup(placeOf(destination()), { id, version: 1 });
      const again = openRecords(folder);
      await again.read();
      const known = again.index.recordAt(placeOf(destination())) ?? assert.fail('The record is gone.');
      assert.deepEqual([known.wiki, known.published?.hash], [undefined, record().published?.hash]);
      const looking = new PagesInWiki({ lookups, records: again, failed: () => undefined, patienceMs });
      assert.equal((await looking.lookUpChanges([known]))(known), undefined);
    }
    await publish();
    assert.equal(record().wiki?.id, there().id);
  });

  it('is unknown where it can’t be asked for, or no token can be read', async () => {
    const none = AbortSignal.timeout(5_000);
    assert.deepEqual(await lookups.page(wiki.importEndpoint, '\ud800'), { kind: 'unknown' });
    assert.deepEqual(await lookups.space(wiki.importEndpoint, { key: '\udfff' }), { kind: 'unknown' });
    assert.deepEqual(await lookups.user(wiki.importEndpoint, '\ud800', none), { kind: 'unknown' });
    tokens.get = () => Promise.reject(new Error('The keyring is locked.'));
    assert.deepEqual(await lookups.page(wiki.importEndpoint, '1'), { kind: 'unknown' });
    assert.equal(await lookups.canLookUp(wiki.importEndpoint), false);
  });

  it('is given up on, of many, when the wiki tells nothing', async () => {
    wiki.spoilLookups(() => ({ status: 500 }));
    const all = Array.from({ length: 200 }, (_each, index) => ({
      ...{ destination: destination(`Page ${index}`), answeredAt: undefined, isNew: true },
    }));
    await inWiki.lookUpPublished(all);
    assert.ok(wiki.lookups.length < 30, `${wiki.lookups.length}`);
    assert.ok(missed > 0 && missed < 30);
  });
});

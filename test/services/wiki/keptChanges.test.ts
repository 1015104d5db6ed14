import assert from 'node:assert/strict';
import { placeOf } from '../../../src/core/publish/recordChanges.js';
import type { PageRecord } from '../../../src/core/records/pageRecord.js';
import type { FoundChange } from '../../../src/core/records/wikiPage.js';
import { Secret } from '../../../src/core/text/secret.js';
import type { PageRecords } from '../../../src/services/records/pageRecords.js';
import type { Lookups } from '../../../src/services/wiki/lookups.js';
import { PagesInWiki } from '../../../src/services/wiki/pagesInWiki.js';
import { removeFolder, temporaryFolder } from '../../host/folders.js';
import { editor } from '../../wiki/spaces.js';
import { startWiki, type Wiki } from '../../wiki/wiki.js';
import { destinationAt, one, openLookups, openRecords, publishOne } from '../records/publishing.js';

describe('A page that was changed in the wiki', () => {
  let wiki: Wiki;
  let folder: string;
  let records: PageRecords;
  let lookups: Lookups;
  let inWiki: PagesInWiki;

  const lookingWith = (records: PageRecords): PagesInWiki =>
    new PagesInWiki({ lookups, records, failed: (pages) => assert.fail(`${pages} were not looked up`) });

  beforeEach(async () => {
    wiki = await startWiki();
    folder = await temporaryFolder('changes');
    records = openRecords(folder);
    const opened = openLookups();
    ({ lookups } = opened);
    await opened.tokens.store(wiki.origin, { secret: new Secret(wiki.platformToken) });
    inWiki = lookingWith(records);
  });
  afterEach(async () => {
    await wiki.close();
    await removeFolder(folder);
  });

  const destination = (title = 'One') => destinationAt(wiki.importEndpoint, title);
  const record = (): PageRecord => records.index.recordAt(placeOf(destination())) ?? assert.fail();
  const there = (title = 'One') => wiki.pages.findPage('1001', '100102', title) ?? assert.fail();
  const change = async (): Promise<FoundChange | undefined> =>
    (await inWiki.lookUpChanges([record()]))(record());

  /** As a publish does it. */
  async function publish(title = 'One'): Promise<void> {
    const to = destination(title);
    await publishOne(records, { file: one, to, content: title }, await wiki.createToken());
    await inWiki.lookUpPublished([{ destination: to, answeredAt: Date.now(), isNew: false }]);
  }

  /** As a window that starts now, or one beside, knows it without a lookup. */
  async function kept(): Promise<FoundChange | undefined> {
    const index = await openRecords(folder).read();
    return index.recordAt(placeOf(destination()))?.wiki?.change;
  }

  it('is known in every window as it was last looked at, until it is published again', async () => {
    const told: string[] = [];
    await publish();
    const beside = openRecords(folder);
    await beside.read();
    beside.watch((ids) => told.push(...ids));
    wiki.pages.edit(there(), { content: 'Theirs.' });
    assert.equal(await kept(), undefined);
    await inWiki.refresh(records.index.records);
    const looked = wiki.lookups.length;
    const edited = await kept();
    assert.ok(edited?.kind === 'edited');
    assert.deepEqual([edited.version, edited.ours, edited.author], [2, 1, editor.displayName]);
    await beside.read();
    assert.deepEqual(told, [record().id]);
    assert.equal(wiki.lookups.length, looked);
    // Nobody looks at the page after this publish
    await publishOne(records, { file: one, to: destination(), content: 'One' }, await wiki.createToken());
    assert.equal(await kept(), undefined);
  });

  it('is known no more as changed where a later look finds no change', async () => {
    await publish();
    const page = there();
    wiki.pages.trash(page);
    assert.equal((await change())?.kind, 'deleted');
    assert.equal((await kept())?.kind, 'deleted');
    page.status = 'current';
    assert.equal(await change(), undefined);
    assert.equal(await kept(), undefined);
  });

  it('is not known as changed by a look from before another window published it', async () => {
    await publish();
    const beside = openRecords(folder);
    await beside.read();
    await publish();
    const looking = lookingWith(beside);
    const stale = beside.index.recordAt(placeOf(destination())) ?? assert.fail();
    assert.equal((await looking.lookUpChanges([stale]))(stale)?.kind, 'edited');
    assert.equal(await kept(), undefined);
  });

  it('is written down only where a look finds something else than the last one', async () => {
    await publish();
    await publish('Two');
    let writes = 0;
    const other = openRecords(folder, { step: () => writes++ });
    const looking = lookingWith(other);
    const refresh = async (): Promise<number> => {
      writes = 0;
      await looking.refresh((await other.read()).records);
      return writes;
    };
    assert.equal(await refresh(), 0);
    wiki.pages.edit(there('Two'), { content: 'Theirs.' });
    assert.equal(await refresh(), 2, 'before and after one change');
    assert.equal(await refresh(), 0);
  });
});

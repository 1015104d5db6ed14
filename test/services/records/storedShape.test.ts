import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import path from 'node:path';
import type { StoredPage } from '../../../src/core/records/storedPage.js';
import { DatabaseRecordRows } from '../../../src/services/records/recordRows.js';
import { pageRowId } from '../../../src/services/records/recordRows.js';
import { removeFolder, temporaryFolder } from '../../host/folders.js';
import { openRecords, openStore } from './publishing.js';

const place = (title: string) => ({
  endpoint: 'https://wiki.example/import',
  space: '1001',
  parent: '100102',
  title,
});
const pageOf = (at: number): StoredPage => ({
  place: place(`Page ${at}`),
  file: { uri: `file:///docs/${at}.md`, realPath: `/docs/${at}.md` },
  suggestedTitle: `Page ${at}`,
  suggestedPlace: { space: '1001', parent: '100102' },
  mayOverwrite: false,
  published: { id: `s${at}`, hash: 'x'.repeat(64), sentAt: at, publishedAt: at + 1 },
  sends: [],
});

describe('The records of a store', () => {
  let folder: string;
  let told: string[];
  const opened: ReturnType<typeof openStore>[] = [];
  const open = () => {
    const store = openStore(folder, (error) => void told.push(String(error)));
    opened.push(store);
    return store;
  };
  const write = async (from: number, count: number): Promise<void> => {
    const store = open();
    const rows = new DatabaseRecordRows(store);
    for (let at = from; at < from + count; at += 100) {
      await rows.change((each) => {
        for (let next = at; next < Math.min(at + 100, from + count); next++) {
          each.set('page', pageRowId(place(`Page ${next}`)), pageOf(next));
        }
      });
    }
    store.close();
  };

  beforeEach(async () => {
    folder = await temporaryFolder('shape');
    told = [];
  });
  afterEach(async () => {
    opened.splice(0).forEach((store) => store.close());
    await removeFolder(folder);
  });

  for (const [what, sql] of Object.entries({
    'no number of the last change': 'DELETE FROM store',
    'no table of records': 'DROP TABLE records',
    'a change above 2^53': `UPDATE records SET revision = ${2n ** 53n + 1n} WHERE revision = (SELECT MAX(revision) FROM records)`,
    'a change that nothing gave out': `UPDATE records SET revision = ${2n ** 52n} WHERE revision = (SELECT MIN(revision) FROM records)`,
  })) {
    it(`that has ${what} is set aside and said, and what is published next is kept`, async () => {
      await write(0, 3);
      const db = new DatabaseSync(path.join(folder, 'wiki.db'));
      db.exec(sql);
      db.close();
      const store = open();
      assert.equal((await openRecords(folder, { store }).read()).records.length, 0);
      assert.match(
        told.join('\n'),
        /^UserError: The records of published pages were damaged\. They were set aside as wiki\.db\.damaged-1,[^\n]*$/,
      );
      store.close();
      await write(7, 1);
      const again = await openRecords(folder, { store: open() }).read();
      assert.deepEqual(
        again.records.map(({ place: { title } }) => title),
        ['Page 7'],
      );
      assert.equal(told.length, 1);
    });
  }

  it('have what was published under another window’s lock once that is gone, without a reload', async () => {
    await write(0, 3);
    const store = openStore(folder, (error) => void told.push(String(error)), 200);
    opened.push(store);
    const records = openRecords(folder, { store, failed: () => undefined });
    await records.read();
    const holder = new DatabaseSync(path.join(folder, 'wiki.db'), { timeout: 0 });
    holder.exec('BEGIN IMMEDIATE');
    await records.correct(place('Page 1'), (page) => ({ ...page, suggestedTitle: 'Under the lock' }));
    assert.deepEqual([told.length, records.isPersistent(place('Page 1'))], [1, false]);
    holder.exec('COMMIT');
    holder.close();
    await records.read();
    await records.read();
    assert.equal(records.isPersistent(place('Page 1')), true);
    const other = await openRecords(folder, { store: open() }).read();
    assert.equal(other.recordAt(place('Page 1'))?.suggestedTitle, 'Under the lock');
  });

  it('are read while others run, however many there are', async () => {
    await write(0, 10_000);
    const records = openRecords(folder, { store: open() });
    // By what this process computed from one turn to the next: the machine may be busy with others
    let [longestMs, turns] = [0, 0];
    let since = process.cpuUsage();
    const turn = (): void => {
      const { user, system } = process.cpuUsage(since);
      longestMs = Math.max(longestMs, (user + system) / 1_000);
      turns++;
      since = process.cpuUsage();
    };
    const timer = setInterval(turn, 1);
    try {
      assert.equal((await records.read()).records.length, 10_000);
    } finally {
      clearInterval(timer);
    }
    turn();
    assert.ok(turns > 20, `${turns} turns`);
    assert.ok(longestMs < 100, `${longestMs} ms without a turn`);
  }).timeout(60_000);
});

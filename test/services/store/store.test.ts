import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { Store } from '../../../src/services/store/store.js';
import { removeFolder, temporaryFolder } from '../../host/folders.js';

const migrations = [
  'CREATE TABLE notes (id TEXT PRIMARY KEY, text TEXT NOT NULL, revision INTEGER NOT NULL) STRICT',
];

describe('The store', () => {
  let folder: string;
  let file: string;
  const stores: Store[] = [];
  beforeEach(async () => {
    folder = await temporaryFolder('store');
    file = path.join(folder, 'global', 'wiki.db');
  });
  afterEach(async () => {
    stores.splice(0).forEach((store) => store.close());
    await removeFolder(folder);
  });

  const open = (): Store => {
    const store = new Store({
      file,
      migrations,
      failed: (error) => {
        throw error;
      },
    });
    stores.push(store);
    return store;
  };
  const put = (store: Store, id: string, text: string, gather = false): Promise<number> =>
    store.write(
      (db) => {
        const revision = db.nextRevision();
        db.run('INSERT OR REPLACE INTO notes VALUES (?, ?, ?)', id, text, revision);
        return revision;
      },
      { gather },
    );
  const textOf = (store: Store, id: string): Promise<unknown> =>
    store.read((db) => db.get('SELECT text FROM notes WHERE id = ?', id)?.text);

  it('keeps what was written, in a file for its owner alone', async () => {
    const store = open();
    const first = await put(store, 'a', 'one');
    assert.equal(await put(store, 'a', 'two'), first + 1);
    store.close();
    const again = open();
    assert.deepEqual([await textOf(again, 'a'), again.isKept], ['two', true]);
    const { mode } = await stat(file);
    assert.ok(process.platform === 'win32' || (mode & 0o77) === 0, mode.toString(8));
  });

  it('takes back what a work changed before it threw, and nothing else of the same moment', async () => {
    const store = open();
    const failing = store.write((db) => {
      db.run('INSERT INTO notes VALUES (?, ?, ?)', 'b', 'half', db.nextRevision());
      throw new RangeError('mine');
    });
    const results = await Promise.allSettled([put(store, 'a', 'one'), failing, put(store, 'c', 'three')]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    await assert.rejects(failing, RangeError);
    const rows = await store.read((db) => db.all('SELECT id FROM notes ORDER BY id').map(({ id }) => id));
    assert.deepEqual(rows, ['a', 'c']);
  });

  it('gathers what may wait in one transaction, and ends the gathering for what may not', async () => {
    const store = open();
    await put(store, 'a', 'zero');
    let isGathered = false;
    const gathered = put(store, 'a', 'one', true).then(() => (isGathered = true));
    await put(store, 'b', 'two');
    assert.equal(await textOf(store, 'a'), 'one');
    await gathered;
    assert.ok(isGathered);
  });

  it('sees what another store wrote', async () => {
    const [here, there] = [open(), open()];
    await put(here, 'a', 'one');
    const before = await there.read((db) => [db.epoch(), db.revision()]);
    const revision = await put(here, 'a', 'two');
    const after = await there.read((db) => [db.epoch(), db.revision()]);
    assert.deepEqual(after, [before[0], revision]);
    assert.equal(await textOf(there, 'a'), 'two');
  });

  it('removes all: the revision goes on, and another store learns of it', async () => {
    const [here, there] = [open(), open()];
    const revision = await put(here, 'a', 'a secret text');
    const before = await there.read((db) => db.epoch());
    await here.removeAll();
    assert.equal((await readFile(file)).includes('secret'), false);
    assert.notEqual(await there.read((db) => db.epoch()), before);
    assert.equal(await textOf(there, 'a'), undefined);
    assert.ok((await put(there, 'a', 'one')) > revision);
  });

  it('refuses work that waits', async () => {
    await assert.rejects(
      open().write(() => Promise.resolve()),
      TypeError,
    );
    await assert.rejects(
      open().read(() => Promise.resolve()),
      TypeError,
    );
  });
});

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Store } from '../../../src/services/store/store.js';
import { removeFolder, temporaryFolder } from '../../host/folders.js';
import { idsOf, inStoreFolder, openNotes, putNote, textOf } from './notes.js';

describe('The store', () => {
  let folder: string;
  let file: string;
  const stores: Store[] = [];
  beforeEach(async () => {
    folder = await temporaryFolder('store');
    file = inStoreFolder(folder);
  });
  afterEach(async () => {
    stores.splice(0).forEach((store) => store.close());
    await removeFolder(folder);
  });

  const open = (): Store => {
    const { store } = openNotes(file, {
      failed: (error) => {
        throw error;
      },
    });
    stores.push(store);
    return store;
  };
  const stateOf = (store: Store) => store.read((db) => ({ epoch: db.epoch(), revision: db.revision() }));

  it('keeps what was written, in a file for its owner alone', async () => {
    const store = open();
    const first = await putNote(store, 'a', 'one');
    assert.equal(await putNote(store, 'a', 'two'), first + 1);
    store.close();
    const again = open();
    assert.deepEqual([await textOf(again, 'a'), again.isPersistent], ['two', true]);
    const { mode } = await stat(file);
    assert.ok(process.platform === 'win32' || (mode & 0o77) === 0, mode.toString(8));
  });

  it('takes back what a work changed before it threw, and nothing else of the same moment', async () => {
    const store = open();
    const failing = store.write((db) => {
      db.run('INSERT INTO notes VALUES (?, ?, ?)', 'b', 'half', db.nextRevision());
      throw new RangeError('mine');
    });
    const against = store.write((db) => db.run('INSERT INTO notes VALUES (?, NULL, 0)', 'd'));
    const all = [putNote(store, 'a', 'one'), failing, against, putNote(store, 'c', 'three')];
    const results = await Promise.allSettled(all);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'rejected', 'fulfilled'],
    );
    await assert.rejects(failing, RangeError);
    assert.deepEqual(await idsOf(store), ['a', 'c']);
  });

  it('gathers what may wait in one transaction, which another work ends at once', async () => {
    const [store, other] = [open(), open()];
    await putNote(store, 'a', 'zero');
    const changes = () => other.read((db) => db.get('PRAGMA data_version')?.data_version);
    const before = Number(await changes());
    let isGathered = false;
    const gathered = Array.from({ length: 50 }, async (_, at) => {
      await putNote(store, `b${at}`, 'one', true);
      isGathered = true;
    });
    await textOf(store, 'a');
    assert.equal(isGathered, false);
    await Promise.all(gathered);
    assert.equal(Number(await changes()) - before, 1);
    const waiting = putNote(store, 'a', 'one', true);
    await putNote(store, 'a', 'two');
    assert.equal(await textOf(store, 'a'), 'two');
    await waiting;
    assert.equal(Number(await changes()) - before, 2);
  });

  it('lets the window have a turn between commits', async () => {
    const store = open();
    let turns = 0;
    let next: NodeJS.Immediate | undefined;
    const turn = (): void => {
      turns++;
      next = setImmediate(turn);
    };
    turn();
    for (let at = 0; at < 20; at++) {
      await putNote(store, 'a', String(at));
    }
    clearImmediate(next);
    assert.ok(turns > 20, String(turns));
  });

  it('writes what was gathered before it closes', async () => {
    const store = open();
    const gathered = putNote(store, 'a', 'one', true);
    store.close();
    await gathered;
    assert.equal(await textOf(open(), 'a'), 'one');
  });

  it('learns what another store wrote', async () => {
    const [here, there] = [open(), open()];
    await putNote(here, 'a', 'one');
    const { epoch } = await stateOf(there);
    const revision = await putNote(here, 'a', 'two');
    assert.deepEqual(await stateOf(there), { epoch, revision });
    assert.equal(await textOf(there, 'a'), 'two');
  });

  it('removes all: the revision goes on, and another store learns of it', async () => {
    const [here, there] = [open(), open()];
    const revision = await putNote(here, 'a', 'a secret text');
    const { epoch } = await stateOf(there);
    await here.removeAll();
    assert.equal((await readFile(file)).includes('secret'), false);
    assert.notEqual((await stateOf(there)).epoch, epoch);
    assert.equal(await textOf(there, 'a'), undefined);
    assert.ok((await putNote(there, 'a', 'one')) > revision);
  });

  it('leaves nothing of a removed row in its file', async () => {
    const store = open();
    await putNote(store, 'a', 'a secret text');
    await store.write((db) => db.run('DELETE FROM notes'));
    const files = await Promise.all([file, `${file}-journal`].map((each) => readFile(each)));
    assert.deepEqual(
      files.map((bytes) => bytes.includes('secret')),
      [false, false],
    );
  });

  it('refuses work that waits', async () => {
    const store = open();
    await assert.rejects(
      store.write(() => Promise.resolve()),
      TypeError,
    );
    await assert.rejects(
      store.read(() => Promise.resolve()),
      TypeError,
    );
  });

  it('loads the database with the first work, and not before', () => {
    const modules = path.join(__dirname, 'notes.js');
    const script = `
      const { openNotes, idsOf } = require(${JSON.stringify(modules)});
      const isLoaded = () => process.moduleLoadList.includes('NativeModule sqlite');
      const { store } = openNotes(${JSON.stringify(file)});
      const before = isLoaded();
      void idsOf(store).then(() => console.log(before, isLoaded()));`;
    assert.equal(execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' }), 'false true\n');
  });
});

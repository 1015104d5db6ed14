import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { StoredRuns, type StoredRunsDependencies } from '../../../src/services/plan/storedRuns.js';
import type { Store } from '../../../src/services/store/store.js';
import { removeFolder, temporaryFolder } from '../../host/folders.js';
import { openStore } from '../records/publishing.js';

const minuteMs = 60_000;
const source = { roots: ['file:///docs'], checked: ['file:///docs/a.md', 'file:///docs/b.md'] };

describe('The runs that are kept', () => {
  let folder: string;
  let store: Store;
  let now = 0;

  /** The runs as a window of a workspace has them. */
  const window = (change: Partial<StoredRunsDependencies> = {}): StoredRuns =>
    new StoredRuns({ store, workspace: 'one', now: () => now, ...change });

  beforeEach(async () => {
    folder = await temporaryFolder('runs');
    store = openStore(folder, (error) => assert.fail(String(error)));
    now = Date.now();
  });
  afterEach(async () => {
    store.close();
    await removeFolder(folder);
  });

  it('are nobody else’s while they are open, and are left once they are closed', async () => {
    const open = await window().begin(source);
    for (const other of [window(), window({ workspace: 'two' })]) {
      assert.deepEqual([await other.unfinished(), await other.claim()], [undefined, undefined]);
    }
    assert.deepEqual(
      [await window().isRunning(), await window({ workspace: 'two' }).isRunning()],
      [true, false],
    );
    await open.close(false);
    assert.equal(await window().isRunning(), false);
    assert.deepEqual(await window().unfinished(), { ...source, startedAt: now, isSeveral: false });
    assert.equal(await window({ workspace: 'two' }).unfinished(), undefined);
  });

  it('are gone once they are done', async () => {
    await (await window().begin(source)).close(true);
    assert.equal(await window().unfinished(), undefined);
  });

  it('are left where their process has ended, or has another window’s ID and says nothing', async () => {
    await window().begin(source);
    const { pid } = spawnSync(process.execPath, ['--version']);
    await store.write((db) => db.run('UPDATE runs SET instance = ?', `${pid} x`));
    assert.ok(await window().unfinished());
    // This process has the ID of one that is gone
    await store.write((db) => db.run('UPDATE runs SET instance = ?', `${process.pid} x`));
    assert.equal(await window().unfinished(), undefined);
    now += 11 * minuteMs;
    assert.ok(await window().unfinished());
  });

  it('are one, each file once, and are left again where that is not done', async () => {
    const isAlive = (): boolean => false;
    await window().begin(source);
    now++;
    await window().begin({ roots: ['file:///c.md'], checked: ['file:///c.md', 'file:///docs/a.md'] });
    const both = { roots: ['file:///docs', 'file:///c.md'], checked: [...source.checked, 'file:///c.md'] };
    const taken = (await window({ isAlive }).claim()) ?? assert.fail();
    assert.deepEqual(taken.source, { ...both, startedAt: now - 1, isSeveral: true });
    assert.deepEqual(await window().unfinished(), undefined);
    await taken.close(false);
    assert.deepEqual(await window().unfinished(), { ...both, startedAt: now - 1, isSeveral: false });
  });

  it('are taken by one only', async () => {
    await (await window().begin(source)).close(false);
    const both = await Promise.all([window().claim(), window().claim()]);
    assert.equal(both.filter((each) => each !== undefined).length, 1);
  });

  it('hold nothing where what is stored is of another kind', async () => {
    await (await window().begin(source)).close(false);
    for (const stored of ['', 'nonsense', '{}', '{"roots":1,"checked":[2]}']) {
      await store.write((db) => db.run('UPDATE runs SET source = ?', stored));
      assert.deepEqual((await window().unfinished())?.checked, []);
    }
  });
});

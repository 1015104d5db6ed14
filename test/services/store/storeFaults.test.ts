import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import {
  chmod,
  chown,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import path from 'node:path';
import type { StoreOptions } from '../../../src/services/store/store.js';
import { removeFolder, temporaryFolder } from '../../host/folders.js';
import { idsOf, inStoreFolder, migrations, openNotes, putNote, textOf, type Notes } from './notes.js';
import type { Orders } from './notesProcess.js';
import { NotesWindow, type Line } from './notesWindow.js';

const damaged =
  /^UserError: The records of published pages were damaged\. They were set aside as wiki\.db\.damaged-\d+,/;
/** There, what is open can't be removed or renamed, and Node can't take rights from itself. */
const isWindows = process.platform === 'win32';
const alone = /^UserError: The records of published pages can’t be written: is the disk full or read-only\?/;

describe('The store on bad ground', () => {
  let folder: string;
  let file: string;
  const opened: Notes[] = [];
  beforeEach(async () => {
    folder = await temporaryFolder('store');
    file = inStoreFolder(folder);
  });
  afterEach(async () => {
    opened.splice(0).forEach(({ store }) => store.close());
    await removeFolder(folder);
  });

  const notes = (options?: Partial<StoreOptions>): Notes => {
    const one = openNotes(file, options);
    opened.push(one);
    return one;
  };
  /** Some pages of 4 KB, so that there is something in the middle. */
  const fill = async (count = 40): Promise<void> => {
    const { store } = openNotes(file);
    const texts = Array.from({ length: count }, () => randomBytes(1000).toString('hex'));
    await Promise.all(texts.map((text, at) => putNote(store, `n${at}`, text)));
    store.close();
  };
  const names = async (): Promise<string[]> => (await readdir(path.dirname(file))).sort();
  const inProcess = async (orders: Partial<Orders>, ...more: [string[]?, string?]): Promise<Line> => {
    const window = NotesWindow.start({ file, name: 'w', does: 'write', ...orders }, ...more);
    const lines = await window.end();
    assert.equal(window.errors, '');
    return Object.assign({}, ...lines) as Line;
  };
  const overwrite = async (from: number, bytes: Uint8Array): Promise<void> => {
    const handle = await open(file, 'r+');
    await handle.write(bytes, 0, bytes.length, from);
    await handle.close();
  };

  const damages: Readonly<Record<string, () => Promise<void>>> = {
    garbage: () => writeFile(file, randomBytes(50_000)),
    'a text': () => writeFile(file, 'not a database'),
    'a file that was cut short': async () => truncate(file, (await stat(file)).size / 2),
    'pages overwritten in the middle': async () =>
      overwrite(4096, randomBytes((await stat(file)).size - 8192)),
    'a folder in its place': async () => {
      await rm(file);
      await mkdir(file);
      await writeFile(path.join(file, 'a.txt'), 'somebody’s');
    },
    ...Object.fromEntries(
      Object.entries({
        'no number of its last change': 'DELETE FROM store',
        'a last change above 2^53': `UPDATE store SET revision = ${2n ** 53n}`,
        'the highest last change that there is': `UPDATE store SET revision = ${2n ** 63n - 1n}`,
        'an epoch above 2^53': `UPDATE store SET epoch = ${2n ** 60n}`,
        'no table of ours': 'DROP TABLE notes',
        'a table without a column': 'ALTER TABLE notes DROP COLUMN text',
        'no table of its changes': 'DROP TABLE store',
      }).map(([name, sql]) => [
        name,
        () => {
          const db = new DatabaseSync(file);
          db.exec(sql);
          db.close();
          return Promise.resolve();
        },
      ]),
    ),
    'another’s database': async () => {
      await rm(file);
      const db = new DatabaseSync(file);
      db.exec('CREATE TABLE notes (own TEXT)');
      db.close();
    },
  };
  for (const [name, damage] of Object.entries(damages)) {
    it(`${name}: set aside by a new name each time, told once, and goes on`, async () => {
      for (const turn of [1, 2]) {
        await fill();
        await damage();
        const was = await readFile(file).catch(() => 'a folder');
        const { store, told } = notes();
        await store.read((db) => db.all('SELECT text FROM notes'));
        await putNote(store, 'a', 'one');
        assert.deepEqual([await idsOf(store), store.isPersistent], [['a'], true]);
        const aside = `${file}.damaged-${turn}`;
        assert.deepEqual(await readFile(aside).catch(() => 'a folder'), was);
        assert.equal(told.length, 1);
        assert.match(told[0] ?? '', damaged);
        assert.ok(told[0]?.includes(path.basename(aside)));
        store.close();
      }
      assert.deepEqual(await idsOf(notes().store), ['a']);
    });
  }

  it('an empty file is a new one', async () => {
    await mkdir(path.dirname(file));
    await writeFile(file, '');
    const { store, told } = notes();
    await putNote(store, 'a', 'one');
    assert.deepEqual([await idsOf(notes().store), told], [['a'], []]);
  });

  it('two windows that meet the damage at once: one sets it aside, and both use the same new file', async () => {
    await fill();
    for (let round = 1; round <= 3; round++) {
      await writeFile(file, randomBytes(50_000));
      const lines = await Promise.all(['x', 'y'].map((name) => inProcess({ name })));
      assert.equal(lines.flatMap(({ told = [] }) => told).length, 1, JSON.stringify(lines));
      assert.deepEqual(
        lines.map(({ isKept }) => isKept),
        [true, true],
      );
      assert.deepEqual(await idsOf(notes().store), ['x', 'y']);
      assert.equal((await names()).filter((name) => /damaged-\d+$/.test(name)).length, round);
    }
  });

  it('damage under two open windows: the other one goes on in the new file', async function () {
    if (isWindows) {
      this.skip();
    }
    await fill();
    const [here, there] = [notes(), notes()];
    await Promise.all([idsOf(here.store), idsOf(there.store)]);
    await overwrite(4096, randomBytes((await stat(file)).size - 4096));
    await putNote(here.store, 'a', 'one');
    await here.store.read((db) => db.all('SELECT text FROM notes'));
    await putNote(there.store, 'b', 'two');
    await there.store.read((db) => db.all('SELECT text FROM notes'));
    await putNote(here.store, 'c', 'three');
    const left = await idsOf(notes().store);
    assert.ok(left.includes('b') && left.includes('c'), left.join());
    assert.deepEqual([here.store.isPersistent, there.store.isPersistent], [true, true]);
  });

  it('removed while in use: what is written next is in a new file', async function () {
    if (isWindows) {
      this.skip();
    }
    const { store, told } = notes();
    const revision = await putNote(store, 'a', 'one');
    const epoch = await store.read((db) => db.epoch());
    for (const remove of [() => rm(file), () => rm(path.dirname(file), { recursive: true })]) {
      await remove();
      const next = await putNote(store, 'b', 'two');
      assert.deepEqual([await idsOf(notes().store), store.isPersistent, told], [['b'], true, []]);
      assert.notEqual(await store.read((db) => db.epoch()), epoch);
      assert.notEqual(next, revision + 1);
    }
  });

  it('replaced while in use by an older copy: what is written next is in that', async function () {
    if (isWindows) {
      this.skip();
    }
    await fill(2);
    const copy = await readFile(file);
    const { store } = notes();
    await putNote(store, 'a', 'one');
    await writeFile(`${file}.copy`, copy);
    await rename(`${file}.copy`, file);
    await putNote(store, 'b', 'two');
    assert.deepEqual(await idsOf(store), ['b', 'n0', 'n1']);
    assert.deepEqual(await idsOf(notes().store), ['b', 'n0', 'n1']);
  });

  it('full: reads go on, and this window goes on alone with what was known', async () => {
    await fill(10);
    const { store, told } = notes();
    // SQLite says that the disk is full
    await store.read((db) => db.get('PRAGMA max_page_count=1'));
    const wide = randomBytes(40_000).toString('hex');
    const revision = await putNote(store, 'a', wide);
    assert.equal(await putNote(store, 'b', 'two'), revision + 1);
    assert.equal((await idsOf(store)).length, 12);
    assert.equal(await textOf(store, 'a'), wide);
    assert.equal(store.isPersistent, false);
    assert.equal(told.length, 1);
    assert.match(told[0] ?? '', alone);
    // Nothing of it is half written
    const other = notes();
    assert.equal((await idsOf(other.store)).length, 10);
    assert.deepEqual([other.store.isPersistent, other.told], [true, []]);
    // All is removed also where it went on alone
    await store.removeAll();
    assert.deepEqual([await idsOf(other.store), store.isPersistent], [[], true]);
  });

  it('a disk that takes no more of the file: the same', async function () {
    if (isWindows) {
      this.skip();
    }
    await fill(10);
    const kilobytes = Math.ceil((await stat(file)).size / 1024) + 4;
    const limit = `ulimit -f ${kilobytes}`;
    const { before, after, isKept, told } = await inProcess({ name: 'w'.repeat(20_000) }, [], limit);
    assert.deepEqual([before?.length, after?.length, isKept, told?.length], [10, 11, false, 1]);
    assert.match(told?.[0] ?? '', alone);
    assert.equal((await idsOf(notes().store)).length, 10);
  });

  describe('that may not be written', () => {
    before(function () {
      if (isWindows) {
        this.skip();
      }
    });
    const owned = async (...paths: string[]): Promise<void> => {
      for (const each of process.getuid?.() === 0 ? [folder, ...paths] : []) {
        await chown(each, 65_534, 65_534);
      }
    };
    afterEach(async () => {
      for (const each of [path.dirname(file), folder]) {
        await chmod(each, 0o700).catch(() => undefined);
      }
    });

    for (const what of ['file', 'folder'] as const) {
      it(`a read-only ${what}: it is read, and this window goes on alone`, async () => {
        await fill(2);
        await owned(path.dirname(file), file);
        await chmod(what === 'file' ? file : path.dirname(file), what === 'file' ? 0o400 : 0o500);
        const { before, after, isKept, told } = await inProcess({ asNobody: true });
        assert.deepEqual(before, ['n0', 'n1']);
        assert.deepEqual([after, isKept, told?.length], [['n0', 'n1', 'w'], false, 1]);
        assert.match(told?.[0] ?? '', alone);
      });
    }

    it('no folder, and none can be made: this window goes on alone', async () => {
      await owned();
      await chmod(folder, 0o500);
      const { before, after, isKept, told } = await inProcess({ asNobody: true });
      assert.deepEqual([before, after, isKept, told?.length], [[], ['w'], false, 1]);
      assert.match(told?.[0] ?? '', alone);
    });
  });

  it('a folder that is a file: this window goes on alone', async () => {
    await writeFile(path.dirname(file), '');
    const { store, told } = notes();
    await putNote(store, 'a', 'one');
    assert.deepEqual([await idsOf(store), store.isPersistent, told.length], [['a'], false, 1]);
    await assert.rejects(store.removeAll(), { name: 'UserError', message: /can’t be removed/ });
  });

  it('removes what was set aside with all else', async () => {
    await fill();
    await writeFile(file, 'a secret text');
    const { store } = notes();
    await putNote(store, 'a', 'one');
    await store.removeAll();
    assert.deepEqual(
      (await names()).filter((name) => name.includes('damaged')),
      [],
    );
  });

  it('a newer version of the extension: what it left is read, and nothing is written', async () => {
    const { store, told } = notes();
    await putNote(store, 'a', 'one');
    const added = [...migrations, 'CREATE TABLE more (id TEXT) STRICT'];
    assert.equal(await textOf(notes({ migrations: added }).store, 'a'), 'one');
    const newer = { name: 'UserError', message: /newer version of Publish to Wiki.*Reload Window/ };
    await assert.rejects(putNote(store, 'a', 'two'), newer);
    await assert.rejects(putNote(store, 'a', 'three'), newer);
    assert.deepEqual([await textOf(store, 'a'), told.length], ['one', 1]);
    const renamed = [...added, 'ALTER TABLE notes RENAME TO pages'];
    await notes({ migrations: renamed }).store.read(() => undefined);
    await assert.rejects(textOf(store, 'a'), newer);
    const later = notes();
    await assert.rejects(textOf(later.store, 'a'), newer);
    const kept = await notes({ migrations: renamed }).store.read((db) => db.get('SELECT text FROM pages'));
    assert.equal(kept?.text, 'one');
  });

  it('no database in Node: it goes on, knows nothing, and tells it once', async () => {
    const { before, after, told } = await inProcess({}, ['--no-experimental-sqlite']);
    assert.deepEqual([before, after, told?.length], [[], [], 1]);
    assert.match(told?.[0] ?? '', /^UserError: This editor has no database/);
  });
});

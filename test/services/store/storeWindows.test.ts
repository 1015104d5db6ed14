import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseSync } from 'node:sqlite';
import { removeFolder, temporaryFolder } from '../../host/folders.js';
import { idsOf, inStoreFolder, openNotes, putNote, textOf, type Notes } from './notes.js';
import { NotesWindow } from './notesWindow.js';

const locked = /^UserError: Another window has kept the records of published pages locked for too long\./;

/** More of each by hand: `KILLS=200 SENDS=2000 npx mocha …`. */
const { KILLS: kills = '6', SENDS: sends = '60' } = process.env;

describe('The store in several windows', () => {
  let folder: string;
  let file: string;
  const windows: NotesWindow[] = [];
  const opened: Notes[] = [];
  beforeEach(async () => {
    folder = await temporaryFolder('store');
    file = inStoreFolder(folder);
  });
  afterEach(async () => {
    opened.splice(0).forEach(({ store }) => store.close());
    for (const window of windows.splice(0)) {
      await window.kill();
    }
    await removeFolder(folder);
  });

  const start = (
    orders: Omit<Parameters<typeof NotesWindow.start>[0], 'file' | 'name'>,
    name = 'w',
  ): NotesWindow => {
    const window = NotesWindow.start({ file, name, ...orders });
    windows.push(window);
    return window;
  };
  const notes = (busyMs = 10_000): Notes => {
    const one = openNotes(file, { busyMs });
    opened.push(one);
    return one;
  };
  /** Each send that was acknowledged is there with its revision, which nobody else has. */
  const check = async (acknowledged: readonly { id: string; revision: number }[]): Promise<void> => {
    const { store, told } = openNotes(file);
    const rows = await store.read((db) => db.all('SELECT id, text, revision FROM notes'));
    store.close();
    assert.deepEqual(told, []);
    const kept = new Map(rows.map(({ id, ...row }) => [String(id), row]));
    for (const { id, revision } of acknowledged) {
      assert.deepEqual({ ...kept.get(id) }, { text: 'ended', revision }, id);
    }
    assert.equal(new Set(rows.map(({ revision }) => revision)).size, rows.length);
    const db = new DatabaseSync(file);
    assert.equal(db.prepare('PRAGMA integrity_check').get()?.integrity_check, 'ok');
    db.close();
  };

  it('loses nothing that was acknowledged when windows are killed while they write', async () => {
    const acknowledged: { id: string; revision: number }[] = [];
    for (let round = 0; round < Number(kills); round++) {
      const [victim, other] = ['a', 'b'].map((name) =>
        start({ does: 'send', sends: 100_000 }, `${round}${name}`),
      );
      await victim?.until(() => victim.sends.length > 0);
      await other?.until(() => other.sends.length > 0);
      await pause(Math.random() * 50);
      await victim?.kill();
      const before = other?.sends.length ?? 0;
      await other?.until(() => other.sends.length > before + 1);
      await other?.kill();
      acknowledged.push(...(victim?.sends ?? []), ...(other?.sends ?? []));
    }
    await check(acknowledged);
    if (process.env.KILLS !== undefined) {
      console.log(`${acknowledged.length} acknowledged in ${kills} rounds`);
    }
  }).timeout(20_000 + 2000 * Number(kills));

  it('lets two windows send at once: none fails, waits for long, or loses anything', async () => {
    const both = ['a', 'b'].map((name) => start({ does: 'send', sends: Number(sends) }, name));
    const lines = await Promise.all(both.map((window) => window.end()));
    assert.deepEqual(
      lines.flatMap((own) => own.flatMap(({ told = [] }) => told)),
      [],
    );
    const tookMs = lines.flatMap((own) => own.flatMap(({ tookMs: all = [] }) => all)).sort((a, b) => a - b);
    assert.equal(tookMs.length, 2 * Number(sends));
    const at = (share: number): number => tookMs[Math.floor(share * (tookMs.length - 1))] ?? 0;
    if (process.env.SENDS !== undefined) {
      console.log(
        `p50 ${at(0.5).toFixed(2)} p95 ${at(0.95).toFixed(2)} p99 ${at(0.99).toFixed(2)} max ${at(1).toFixed(1)} ms`,
      );
    }
    assert.ok(at(1) < 8000, `${at(1)} ms`);
    await check(both.flatMap((window) => window.sends));
  }).timeout(60_000 + 200 * Number(sends));

  it('a window that stands still in a transaction: others read, are told after a while, and go on once it is gone', async () => {
    const { store, told } = notes(300);
    await putNote(store, 'a', 'one');
    const frozen = start({ does: 'stopInWrite' });
    await frozen.holds();
    assert.equal(await textOf(store, 'a'), 'one');
    const begunAt = performance.now();
    for (const put of [putNote(store, 'b', 'two'), putNote(store, 'c', 'three', true)]) {
      await assert.rejects(put, locked);
    }
    const tookMs = performance.now() - begunAt;
    assert.ok(tookMs >= 300 && tookMs < 3000, `${tookMs} ms`);
    assert.deepEqual([await idsOf(store), store.isPersistent, told.length], [['a'], false, 1]);
    assert.match(told[0] ?? '', locked);
    await assert.rejects(putNote(store, 'c', 'three'), locked);
    // Nothing of the dead window is left
    await frozen.kill();
    await putNote(store, 'd', 'four');
    assert.deepEqual([await idsOf(store), store.isPersistent, told.length], [['a', 'd'], true, 1]);
    const next = notes();
    assert.deepEqual([await idsOf(next.store), next.told], [['a', 'd'], []]);
    // Another one is told of, too
    await start({ does: 'stopInWrite' }).holds();
    await assert.rejects(putNote(store, 'e', 'five'), locked);
    assert.equal(told.length, 2);
  });

  it('a window that stands still and goes on in time: the other one has waited, and both are kept', async function () {
    if (process.platform === 'win32') {
      this.skip();
    }
    const { store, told } = notes();
    await putNote(store, 'a', 'one');
    const frozen = start({ does: 'stopInWrite' });
    await frozen.holds();
    const writing = putNote(store, 'b', 'two');
    await pause(200);
    frozen.signal('SIGCONT');
    await Promise.all([writing, frozen.end()]);
    assert.deepEqual([await idsOf(store), store.isPersistent, told], [['a', 'b', 'half'], true, []]);
  });

  it('a window that stands still while it reads: others read, and are told when they write', async () => {
    const { store, told } = notes(300);
    await putNote(store, 'a', 'one');
    const frozen = start({ does: 'stopInRead' });
    await frozen.holds();
    await assert.rejects(putNote(store, 'b', 'two'), locked);
    assert.deepEqual([await idsOf(store), told.length], [['a'], 1]);
    const other = notes(300);
    assert.deepEqual([await idsOf(other.store), other.told], [['a'], []]);
  });

  it('a window that stands still in a commit: others are told, and go on once it is gone', async () => {
    const { store, told } = notes(300);
    await putNote(store, 'a', 'one');
    const frozen = start({ does: 'stopAlone' });
    await frozen.holds();
    const asked = [idsOf(store), putNote(store, 'b', 'two')];
    await Promise.all(asked.map((each) => assert.rejects(each, locked)));
    assert.deepEqual([store.isPersistent, told.length], [false, 1]);
    await frozen.kill();
    await putNote(store, 'b', 'two');
    assert.deepEqual([await idsOf(store), store.isPersistent], [['a', 'b'], true]);
  });

  it('a window that was stopped itself while it waited does not take that for waiting', async function () {
    if (process.platform === 'win32') {
      this.skip();
    }
    const { store } = notes();
    await putNote(store, 'a', 'one');
    const holder = new DatabaseSync(file, { timeout: 0 });
    holder.exec('BEGIN IMMEDIATE');
    const waiting = start({ does: 'write', busyMs: 1500 });
    await waiting.until(() => waiting.said.includes('begins'));
    await pause(200);
    waiting.signal('SIGSTOP');
    await pause(2000);
    waiting.signal('SIGCONT');
    await pause(100);
    holder.exec('COMMIT');
    holder.close();
    const line = (await waiting.end()).find(({ isKept }) => isKept !== undefined);
    assert.equal(line?.isKept, true);
  });

  it('a clock that is set back while it waits changes nothing', async () => {
    const { store, told } = notes(300);
    await putNote(store, 'a', 'one');
    await start({ does: 'stopInWrite' }).holds();
    const { now } = Date;
    try {
      Date.now = () => now() - 3_600_000;
      const begunAt = performance.now();
      await assert.rejects(putNote(store, 'b', 'two'), locked);
      assert.ok(performance.now() - begunAt < 10_000);
    } finally {
      Date.now = now;
    }
    assert.equal(told.length, 1);
  });
});

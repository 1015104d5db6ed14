import * as assert from 'node:assert/strict';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type LeaseHolder, Leases } from '../../../../src/services/export/store/lease';
import { realDisk } from '../../../../src/services/disk/disk';
import {
  identifyProcess,
  machineHashOf,
  type OperatingSystem,
  thisSystem,
} from '../../../../src/services/export/system/process';
import { listFolder } from '../../../../src/services/export/store/sessionFolder';

const family = '000001-0000000000000000';
const next = { family, rotation: 3, fingerprint: 'f'.repeat(32) };
const minuteMs = 60_000;

describe('a lease', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'leases-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  function leaseHolder(
    nonce: string,
    other: Partial<LeaseHolder> = {},
    system: OperatingSystem = thisSystem,
  ) {
    const me = async (): Promise<LeaseHolder> => {
      const owner = await identifyProcess(thisSystem, process.pid, performance.timeOrigin);
      return { ...owner, nonce, ...other };
    };
    const leases = new Leases(realDisk, folder, system, me);
    const take = async (now = Date.now()) =>
      leases.acquire(next, (await listFolder(realDisk, folder)).leases, now);
    return { leases, take };
  }

  const gone = { pid: 2 ** 22 + 1 };
  const elsewhere = { machine: 'another machine', boot: 'another boot' };

  it('is given to one of many', async () => {
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, index) => leaseHolder(String(index)).take()),
    );
    assert.equal(all.filter(({ kind }) => kind === 'mine').length, 1);
    assert.equal(all.filter(({ kind }) => kind === 'busy').length, 19);
  });

  it('is given to one of many once more when its owner is gone', async () => {
    await leaseHolder('dead', gone).take();
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, index) => leaseHolder(String(index)).take()),
    );
    const mine = all.filter((it) => it.kind === 'mine');
    assert.deepEqual(
      mine.map(({ lease }) => lease.attempt),
      [1],
    );
  });

  it('of a rotation before or after is no obstacle', async () => {
    const { take, leases } = leaseHolder('a');
    await take();
    const listed = (await listFolder(realDisk, folder)).leases;
    assert.equal((await leases.acquire({ ...next, rotation: 4 }, listed, Date.now())).kind, 'mine');
  });

  it('rests for everybody until its time, then goes to the next attempt', async () => {
    const now = Date.now();
    const [one, two] = [leaseHolder('a'), leaseHolder('b')];
    const taken = await one.take(now);
    assert.ok(taken.kind === 'mine');
    await one.leases.backOff(taken.lease, { failure: 'offline', failedAt: now, retryAt: now + minuteMs });
    for (const { take } of [one, two]) {
      const found = await take(now);
      assert.ok(found.kind === 'backingOff' && found.backoff.failure === 'offline');
    }
    const later = await two.take(now + minuteMs);
    assert.ok(later.kind === 'mine' && later.lease.attempt === 1);
    assert.equal((await one.take(now + minuteMs)).kind, 'busy');
  });

  it('does not rest for hours because a clock was set back', async () => {
    const now = Date.now();
    const { leases, take } = leaseHolder('a');
    const taken = await take(now);
    assert.ok(taken.kind === 'mine');
    await leases.backOff(taken.lease, { failure: 'offline', failedAt: now, retryAt: now + minuteMs });
    assert.equal((await take(now - 60 * minuteMs)).kind, 'mine');
  });

  it('that this very session left behind is its own to follow', async () => {
    const { take } = leaseHolder('a');
    await take();
    const again = await take();
    assert.ok(again.kind === 'mine' && again.lease.attempt === 1);
  });

  it('asks a slow system once about an owner, not at every look', async () => {
    let runs = 0;
    const run = (): Promise<string> => {
      runs += 1;
      return Promise.resolve(new Date(performance.timeOrigin).toUTCString().replace(' GMT', ''));
    };
    const id = '"IOPlatformUUID" = "AAAA-1"';
    const slow: OperatingSystem = {
      ...thisSystem,
      platform: 'darwin',
      run: (command) => (command.includes('ioreg') ? Promise.resolve(id) : run()),
    };
    const machine = await machineHashOf(slow);
    await leaseHolder('a', { boot: '', machine }).take();
    const { take } = leaseHolder('b', {}, slow);
    for (let look = 0; look < 5; look += 1) {
      assert.equal((await take()).kind, 'busy');
    }
    assert.equal(runs, 1);
  });

  it('whose owner can’t be told from a process that took its number holds for ten minutes', async () => {
    const id = '"IOPlatformUUID" = "AAAA-1"';
    const run = (command: string): Promise<string> =>
      command.includes('ioreg') ? Promise.resolve(id) : Promise.reject(new Error('forbidden'));
    const silent = { ...thisSystem, platform: 'darwin', exists: () => true, run };
    await leaseHolder('a', { boot: '', machine: await machineHashOf(silent) }).take();
    const { take } = leaseHolder('b', {}, silent);
    assert.equal((await take(Date.now() + 9 * minuteMs)).kind, 'busy');
    assert.equal((await take(Date.now() + 11 * minuteMs)).kind, 'mine');
  });

  it('leaves one file, however many attempts there were', async () => {
    const { leases, take } = leaseHolder('a');
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const taken = await take();
      assert.ok(taken.kind === 'mine' && taken.lease.attempt === attempt);
      const now = Date.now();
      await leases.backOff(taken.lease, { failure: 'offline', failedAt: now, retryAt: now });
    }
    assert.equal((await listFolder(realDisk, folder)).files.length, 1);
  });

  for (const [name, other] of [
    ['of another machine', elsewhere],
    ['of another container', { space: 'pid:[7]' }],
  ] as const) {
    it(`${name} holds for ten minutes`, async () => {
      await leaseHolder('far', other).take();
      const { take } = leaseHolder('near');
      assert.equal((await take(Date.now() + 9 * minuteMs)).kind, 'busy');
      assert.equal((await take(Date.now() + 11 * minuteMs)).kind, 'mine');
    });
  }

  for (const text of ['', '{', '[]', '{"owner":{"pid":"1"}}', '{"owner":null,"rest":7}']) {
    it(`that reads ${JSON.stringify(text)} holds for ten minutes`, async () => {
      const file = path.join(folder, `lease.${family}.3.${'f'.repeat(32)}.0`);
      writeFileSync(file, text);
      const { take } = leaseHolder('a');
      assert.equal((await take()).kind, 'busy');
      utimesSync(file, new Date(), new Date(Date.now() - 11 * minuteMs));
      assert.equal((await take()).kind, 'mine');
    });
  }
});

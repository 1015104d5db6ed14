import * as assert from 'node:assert/strict';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Claimant, Claims } from '../../../../src/services/export/store/claim';
import { realDisk } from '../../../../src/services/export/platform/disk';
import { identify, type OperatingSystem, thisSystem } from '../../../../src/services/export/store/process';
import { list } from '../../../../src/services/export/store/sessionFolder';

const chain = '000001-0000000000000000';
const next = { chain, generation: 3, fingerprint: 'f'.repeat(32) };
const minuteMs = 60_000;

describe('a claim', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'claims-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  function claimant(nonce: string, other: Partial<Claimant> = {}, system: OperatingSystem = thisSystem) {
    const me = async (): Promise<Claimant> => {
      const owner = await identify(thisSystem, process.pid, performance.timeOrigin);
      return { ...owner, nonce, ...other };
    };
    const claims = new Claims(realDisk, folder, system, me);
    const take = async (now = Date.now()) => claims.take(next, (await list(realDisk, folder)).claims, now);
    return { claims, take };
  }

  const gone = { pid: 2 ** 22 + 1 };
  const elsewhere = { host: 'another machine', boot: 'another boot' };

  it('is given to one of many', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, (_, index) => claimant(String(index)).take()));
    assert.equal(all.filter(({ kind }) => kind === 'mine').length, 1);
    assert.equal(all.filter(({ kind }) => kind === 'busy').length, 19);
  });

  it('is given to one of many once more when its owner is gone', async () => {
    await claimant('dead', gone).take();
    const all = await Promise.all(Array.from({ length: 20 }, (_, index) => claimant(String(index)).take()));
    const mine = all.filter((it) => it.kind === 'mine');
    assert.deepEqual(
      mine.map(({ claim }) => claim.level),
      [1],
    );
  });

  it('of a generation before or after is no hindrance', async () => {
    const { take, claims } = claimant('a');
    await take();
    const listed = (await list(realDisk, folder)).claims;
    assert.equal((await claims.take({ ...next, generation: 4 }, listed, Date.now())).kind, 'mine');
  });

  it('rests for everybody until its time, then goes to the next level', async () => {
    const now = Date.now();
    const [one, two] = [claimant('a'), claimant('b')];
    const taken = await one.take(now);
    assert.ok(taken.kind === 'mine');
    await one.claims.rest(taken.claim, { trouble: 'offline', restedAt: now, retryAt: now + minuteMs });
    for (const { take } of [one, two]) {
      const found = await take(now);
      assert.ok(found.kind === 'resting' && found.rest.trouble === 'offline');
    }
    const later = await two.take(now + minuteMs);
    assert.ok(later.kind === 'mine' && later.claim.level === 1);
    assert.equal((await one.take(now + minuteMs)).kind, 'busy');
  });

  it('does not rest for hours because a clock was set back', async () => {
    const now = Date.now();
    const { claims, take } = claimant('a');
    const taken = await take(now);
    assert.ok(taken.kind === 'mine');
    await claims.rest(taken.claim, { trouble: 'offline', restedAt: now, retryAt: now + minuteMs });
    assert.equal((await take(now - 60 * minuteMs)).kind, 'mine');
  });

  it('that this very session left behind is its own to follow', async () => {
    const { take } = claimant('a');
    await take();
    const again = await take();
    assert.ok(again.kind === 'mine' && again.claim.level === 1);
  });

  it('asks a slow system once about an owner, not at every look', async () => {
    let runs = 0;
    const run = (): Promise<string> => {
      runs += 1;
      return Promise.resolve(new Date(performance.timeOrigin).toUTCString().replace(' GMT', ''));
    };
    const slow = { ...thisSystem, platform: 'darwin', run };
    await claimant('a', { boot: '' }).take();
    const { take } = claimant('b', {}, slow);
    for (let look = 0; look < 5; look += 1) {
      assert.equal((await take()).kind, 'busy');
    }
    assert.equal(runs, 1);
  });

  for (const [name, other] of [
    ['of another machine', elsewhere],
    ['of another container', { space: 'pid:[7]' }],
  ] as const) {
    it(`${name} holds for ten minutes`, async () => {
      await claimant('far', other).take();
      const { take } = claimant('near');
      assert.equal((await take(Date.now() + 9 * minuteMs)).kind, 'busy');
      assert.equal((await take(Date.now() + 11 * minuteMs)).kind, 'mine');
    });
  }

  for (const text of ['', '{', '[]', '{"owner":{"pid":"1"}}', '{"owner":null,"rest":7}']) {
    it(`that reads ${JSON.stringify(text)} holds for ten minutes`, async () => {
      const file = path.join(folder, `claim.${chain}.3.${'f'.repeat(32)}.0`);
      writeFileSync(file, text);
      const { take } = claimant('a');
      assert.equal((await take()).kind, 'busy');
      utimesSync(file, new Date(), new Date(Date.now() - 11 * minuteMs));
      assert.equal((await take()).kind, 'mine');
    });
  }
});

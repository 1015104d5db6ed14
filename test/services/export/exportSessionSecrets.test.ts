import * as assert from 'node:assert/strict';
import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Secret } from '../../../src/core/text/secret';
import { thisSystem } from '../../../src/services/export/system/process';
import { ask, dayMs, hourMs, notSent, Room } from './room';
import { type Fault, faultySecrets, mapSecrets } from './secretStorages';

describe('a secret storage or a journal that fails', () => {
  let room: Room;
  beforeEach(() => (room = new Room()));
  afterEach(() => room.close());

  for (const fault of ['throws', 'hangs'] as const) {
    it(`secret storage ${fault} on store: the journal has the token`, async () => {
      const faults: { store?: Fault } = {};
      const session = await room.signedIn({ secrets: faultySecrets(mapSecrets(room.map), faults) });
      faults.store = fault;
      assert.equal(await ask(session), 'token journalOnly');
      await room.recovers();
    });

    it(`secret storage ${fault} on get: nothing is presented, nothing is lost`, async () => {
      await room.signedIn();
      const faults: { get?: Fault } = { get: fault };
      const session = room.window({ secrets: faultySecrets(mapSecrets(room.map), faults) });
      assert.equal(await ask(session), 'unavailable secrets');
      assert.equal(room.presented.length, 0);
      delete faults.get;
      assert.equal(await ask(session), 'token');
      await room.recovers();
    });

    it(`secret storage ${fault} on get once the window has its keys: it goes on`, async () => {
      const faults: { get?: Fault } = {};
      const session = await room.signedIn({ secrets: faultySecrets(mapSecrets(room.map), faults) });
      faults.get = fault;
      assert.equal(await ask(session), 'token');
      await room.recovers();
    });

    it(`secret storage ${fault} at sign-in: it is said, and the old session stays`, async () => {
      await room.signedIn();
      const session = room.window({ secrets: faultySecrets(mapSecrets(room.map), { store: fault }) });
      const secret = new Secret('another');
      const result = await room.signIn(session, { secret, refreshToken: 'other' });
      assert.ok(result.kind === 'unavailable' && result.reason === 'secrets');
      await room.recovers();
    });

    it(`secret storage ${fault} at sign-out: it is said, and the session is over all the same`, async () => {
      const secrets = faultySecrets(mapSecrets(room.map), { delete: fault });
      const session = await room.signedIn({ secrets });
      assert.equal(await session.signOut(), false);
      assert.equal(await ask(room.window()), 'signedOut user');
    });
  }

  it('secret storage has lost everything: the person is told to sign in again', async () => {
    await room.signedIn();
    room.map.clear();
    const session = room.window({ windowOpenedAt: room.nowMs });
    assert.equal(await ask(session), 'signedOut keyLost');
    const state = await session.state();
    assert.ok(state.kind === 'signedOut' && state.reason === 'keyLost' && state.family !== undefined);
    assert.equal(room.presented.length, 0);
  });

  it('journal damaged: the backup heals it', async () => {
    await ask(await room.signedIn());
    room.nowMs += hourMs;
    room.damageJournal();
    assert.equal(await ask(room.window()), 'token');
    assert.equal(room.files('journal').length, 1);
    await room.recovers();
  });

  it('folder gone: the backup heals it', async () => {
    await ask(await room.signedIn());
    room.close();
    room.nowMs += hourMs;
    assert.equal(await ask(room.window()), 'token');
    await room.recovers();
  });

  it('journal damaged and backup stale: the replaced token is not presented', async () => {
    const stale = new Map<string, string>();
    const session = await room.signedIn();
    for (const [key, value] of room.map) {
      stale.set(key, value);
    }
    await ask(session);
    room.nowMs += hourMs;
    await ask(session);
    room.damageJournal();
    const presented = room.presented.length;
    const late = room.window({ secrets: mapSecrets(stale), windowOpenedAt: 0 });
    assert.equal(await ask(late), 'reload');
    const reloaded = room.window({ secrets: mapSecrets(stale), windowOpenedAt: Date.now() + hourMs });
    assert.equal(await ask(reloaded), 'signedOut keyLost');
    assert.equal(room.presented.length, presented);
  });

  it('journal lost, backup late, owner dead: the leased token is not presented', async () => {
    await room.signedIn();
    const late = new Map(room.map);
    const child = { ...thisSystem, exists: () => false };
    await ask(room.window());
    // A lease whose owner nobody can ask any more
    const [lease = ''] = room.files('lease');
    const file = path.join(room.folder, lease);
    const { owner } = JSON.parse(readFileSync(file, 'utf8')) as { owner: object };
    writeFileSync(file, JSON.stringify({ owner: { ...owner, nonce: 'dead', startTick: '1' } }));
    room.damageJournal();
    room.nowMs += hourMs;
    const presented = room.presented.length;
    const next = room.window({
      secrets: mapSecrets(late),
      windowOpenedAt: Date.now() + hourMs,
      system: child,
    });
    assert.equal(await ask(next), 'signedOut keyLost');
    assert.equal(room.presented.length, presented);
    assert.notEqual(room.expected, undefined);
  });

  it('journal lost after an attempt that brought nothing: the backup heals it', async () => {
    const session = await room.signedIn();
    room.instead = () => notSent;
    assert.equal(await ask(session), 'unavailable offline');
    room.damageJournal();
    room.instead = undefined;
    // Of that attempt nothing had arrived
    room.presented.length = 0;
    await room.recovers();
  });

  it('leases of sessions that are over are swept by their age', async () => {
    await ask(await room.signedIn());
    const [old = ''] = room.files('lease');
    await room.window().signOut();
    room.expected = 'canary-of-another-sign-in';
    const session = await room.signedIn();
    const weekAgo = new Date(Date.now() - 8 * dayMs);
    utimesSync(path.join(room.folder, old), weekAgo, weekAgo);
    assert.equal(await ask(session), 'token');
    assert.ok(!room.files('lease').includes(old));
  });

  it('files that nobody finished are swept by their age', async () => {
    const session = await room.signedIn();
    const [old, young] = ['lease.old.tmp', 'lease.young.tmp'];
    for (const name of [old, young]) {
      writeFileSync(path.join(room.folder, name), '');
    }
    const hoursAgo = new Date(Date.now() - 2 * hourMs);
    utimesSync(path.join(room.folder, old), hoursAgo, hoursAgo);
    assert.equal(await ask(session), 'token');
    assert.deepEqual(
      room.files().filter((name) => name.endsWith('.tmp')),
      [young],
    );
  });

  it('old leases are swept, new ones stay', async () => {
    const session = await room.signedIn();
    for (let round = 0; round < 40; round += 1) {
      assert.equal(await ask(session), 'token');
      room.nowMs += hourMs;
    }
    assert.ok(room.files('lease').length <= 33);
    assert.deepEqual(
      room.files().filter((name) => name.endsWith('.tmp')),
      [],
    );
  });
});

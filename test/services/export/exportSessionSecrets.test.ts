import * as assert from 'node:assert/strict';
import { Secret } from '../../../src/core/text/secret';
import { ask, clientSecret, hourMs, Room } from './room';
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
      const result = await session.signIn({ clientSecret, refreshToken: new Secret('other') });
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
    assert.ok(state.kind === 'signedOut' && state.reason === 'keyLost' && state.chain !== undefined);
    assert.equal(room.presented.length, 0);
  });

  it('journal damaged: the mirror heals it', async () => {
    await ask(await room.signedIn());
    room.nowMs += hourMs;
    room.damageJournal();
    assert.equal(await ask(room.window()), 'token');
    assert.equal(room.files('journal').length, 1);
    await room.recovers();
  });

  it('folder gone: the mirror heals it', async () => {
    await ask(await room.signedIn());
    room.close();
    room.nowMs += hourMs;
    assert.equal(await ask(room.window()), 'token');
    await room.recovers();
  });

  it('journal damaged and mirror stale: the replaced token is not presented', async () => {
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

  it('old claims are swept, new ones stay', async () => {
    const session = await room.signedIn();
    for (let round = 0; round < 40; round += 1) {
      assert.equal(await ask(session), 'token');
      room.nowMs += hourMs;
    }
    assert.ok(room.files('claim').length <= 33);
    assert.deepEqual(
      room.files().filter((name) => name.endsWith('.tmp')),
      [],
    );
  });
});

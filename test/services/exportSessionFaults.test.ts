import * as assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { Secret } from '../../src/core/secret';
import { type StepName, stepNames } from '../../src/services/sessionParts';
import { type DiskFault, faultyDisk } from './faultyDisk';
import { ask, clientSecret, gate, hourMs, noAnswer, Room } from './room';
import { type Fault, faultySecrets, mapSecrets } from './secretStorages';

describe('a fault in the refresh', () => {
  let room: Room;
  beforeEach(() => (room = new Room()));
  afterEach(() => room.close());

  /** Whatever happened: the next windows get a token, and the provider saw no replaced one. */
  async function recovers(): Promise<void> {
    room.nowMs += hourMs;
    assert.equal(await ask(room.window()), 'token');
    assert.notEqual(room.expected, undefined);
    assert.deepEqual(room.presented, [...new Set(room.presented)]);
  }

  const waits = new Set<StepName>(stepNames.slice(1, stepNames.indexOf('journalWritten')));
  for (const step of stepNames.filter((name) => name !== 'rested')) {
    const others = waits.has(step) ? 'others wait' : 'others have a token';
    it(`frozen at ${step}: ${others}, and nothing is presented twice`, async () => {
      const thaw = gate();
      const frozen = gate();
      const hold = async (name: StepName): Promise<void> => {
        if (name !== step) return;
        frozen.open();
        await thaw.opened;
      };
      const first = ask(await room.signedIn({ step: hold }));
      await frozen.opened;
      assert.equal(await ask(room.window()), waits.has(step) ? 'otherWindow' : 'token');
      thaw.open();
      assert.equal(await first, 'token');
      assert.equal(room.rotations, 1);
      await recovers();
    });
  }

  it('the reply comes too late: the refresh rests, then the same window or another tries the token once more', async () => {
    const session = await room.signedIn();
    room.onTheWayBack = () => noAnswer;
    assert.equal(await ask(session), 'unavailable noAnswer');
    room.onTheWayBack = undefined;
    assert.equal(await ask(session), 'unavailable noAnswer');
    room.nowMs += 60_000;
    // The provider had rotated and knows no grace: this is the one loss nobody can prevent, and it is told.
    assert.equal(await ask(session), 'signedOut refused');
    assert.equal(room.presented.length, 2);
  });

  it('the reply never comes: the wait has an end', async () => {
    const session = await room.signedIn({
      send: (_request, { signal }) =>
        new Promise((resolve) => signal?.addEventListener('abort', () => resolve(noAnswer))),
    });
    assert.equal(await ask(session), 'unavailable noAnswer');
  });

  const disks: readonly (readonly [string, DiskFault, string, number])[] = [
    ['full at the claim', { code: 'ENOSPC', on: 'open', file: /claim/ }, 'unavailable storage', 0],
    ['full in the claim', { code: 'ENOSPC', on: 'write', file: /claim/ }, 'unavailable storage', 0],
    ['read-only', { code: 'EROFS', on: 'change', file: /./ }, 'unavailable storage', 0],
    [
      'full when space is reserved',
      { code: 'ENOSPC', on: 'write', file: /journal/ },
      'unavailable storage',
      0,
    ],
    [
      'forbidden when space is reserved',
      { code: 'EACCES', on: 'open', file: /journal/ },
      'unavailable storage',
      0,
    ],
    ['unreadable folder', { code: 'EIO', on: 'readdir', file: /./ }, 'unavailable storage', 0],
    ['unreadable journal', { code: 'EIO', on: 'readFile', file: /journal/ }, 'unavailable storage', 0],
    ['no hard links', { code: 'ENOTSUP', on: 'link', file: /claim/ }, 'token', 1],
  ];
  for (const [name, fault, expected, presented] of disks) {
    it(`disk ${name}: ${expected}, ${presented} presented`, async () => {
      const state = { fault: undefined as DiskFault | undefined };
      const session = await room.signedIn({ disk: faultyDisk(state) });
      state.fault = fault;
      assert.equal(await ask(session), expected);
      assert.equal(room.presented.length, presented);
      state.fault = undefined;
      await recovers();
    });
  }

  for (const on of ['write', 'rename'] as const) {
    it(`disk full after the answer (${on}): the secret storage takes the token, other windows find it there`, async () => {
      const state = { fault: undefined as DiskFault | undefined };
      const session = await room.signedIn({ disk: faultyDisk(state) });
      room.onTheWayBack = (answer) => {
        state.fault = { code: 'ENOSPC', on, file: /journal/ };
        return answer;
      };
      assert.equal(await ask(session), 'token secretsOnly');
      assert.equal(await ask(session), 'token');
      assert.equal(room.rotations, 1);
      state.fault = undefined;
      await recovers();
    });
  }

  it('disk full after the answer and no secret storage: the token stays in memory, and that is told', async () => {
    const [state, faults] = [{ fault: undefined as DiskFault | undefined }, {} as { store?: Fault }];
    const secrets = faultySecrets(mapSecrets(room.map), faults);
    const session = await room.signedIn({ disk: faultyDisk(state), secrets });
    room.onTheWayBack = (answer) => {
      state.fault = { code: 'ENOSPC', on: 'write', file: /journal/ };
      faults.store = 'throws';
      return answer;
    };
    assert.equal(await ask(session), 'token memoryOnly');
    assert.equal(await ask(room.window()), 'otherWindow');
    [state.fault, faults.store] = [undefined, undefined as never];
    room.onTheWayBack = undefined;
    room.nowMs += hourMs;
    assert.equal(await ask(session), 'token');
    await recovers();
  });

  for (const fault of ['throws', 'hangs'] as const) {
    it(`secret storage ${fault} on store: the journal has the token`, async () => {
      const faults: { store?: Fault } = {};
      const session = await room.signedIn({ secrets: faultySecrets(mapSecrets(room.map), faults) });
      faults.store = fault;
      assert.equal(await ask(session), 'token journalOnly');
      await recovers();
    });

    it(`secret storage ${fault} on get: nothing is presented, nothing is lost`, async () => {
      await room.signedIn();
      const faults: { get?: Fault } = { get: fault };
      const session = room.window({ secrets: faultySecrets(mapSecrets(room.map), faults) });
      assert.equal(await ask(session), 'unavailable secrets');
      assert.equal(room.presented.length, 0);
      delete faults.get;
      assert.equal(await ask(session), 'token');
      await recovers();
    });

    it(`secret storage ${fault} on get once the window has its keys: it goes on`, async () => {
      const faults: { get?: Fault } = {};
      const session = await room.signedIn({ secrets: faultySecrets(mapSecrets(room.map), faults) });
      faults.get = fault;
      assert.equal(await ask(session), 'token');
      await recovers();
    });

    it(`secret storage ${fault} at sign-in: it is said, and the old session stays`, async () => {
      await room.signedIn();
      const session = room.window({ secrets: faultySecrets(mapSecrets(room.map), { store: fault }) });
      const result = await session.signIn({ clientSecret, refreshToken: new Secret('other') });
      assert.ok(result.kind === 'unavailable' && result.reason === 'secrets');
      await recovers();
    });

    it(`secret storage ${fault} at sign-out: it is said, and the session is over all the same`, async () => {
      const secrets = faultySecrets(mapSecrets(room.map), { delete: fault });
      const session = await room.signedIn({ secrets });
      assert.equal(await session.signOut(), false);
      assert.equal(await ask(room.window()), 'signedOut user');
    });
  }

  it('disk read-only at sign-out: it is said, the secrets are gone, this window is signed out', async () => {
    const state = { fault: undefined as DiskFault | undefined };
    const session = await room.signedIn({ disk: faultyDisk(state) });
    state.fault = { code: 'EROFS', on: 'change', file: /./ };
    assert.equal(await session.signOut(), false);
    assert.equal(await ask(session), 'signedOut user');
    assert.equal(room.map.size, 0);
  });

  it('secret storage has lost everything: the person is told to sign in again', async () => {
    await room.signedIn();
    room.map.clear();
    const session = room.window({ windowOpenedAt: room.nowMs });
    assert.equal(await ask(session), 'signedOut keyLost');
    assert.deepEqual(await session.state(), { kind: 'signedOut', reason: 'keyLost' });
    assert.equal(room.presented.length, 0);
  });

  it('journal damaged: the mirror heals it', async () => {
    await ask(await room.signedIn());
    room.nowMs += hourMs;
    damageJournal();
    assert.equal(await ask(room.window()), 'token');
    assert.equal(room.files('journal').length, 1);
    await recovers();
  });

  it('folder gone: the mirror heals it', async () => {
    await ask(await room.signedIn());
    room.close();
    room.nowMs += hourMs;
    assert.equal(await ask(room.window()), 'token');
    await recovers();
  });

  it('journal damaged and mirror stale: the replaced token is not presented', async () => {
    const stale = new Map<string, string>();
    const session = await room.signedIn();
    for (const [key, value] of room.map) stale.set(key, value);
    await ask(session);
    room.nowMs += hourMs;
    await ask(session);
    damageJournal();
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

  function damageJournal(): void {
    writeFileSync(path.join(room.folder, room.files('journal')[0] ?? ''), '{"version":1');
  }
});

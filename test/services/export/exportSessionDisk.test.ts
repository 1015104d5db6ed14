import * as assert from 'node:assert/strict';
import { appendFileSync, copyFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Secret } from '../../../src/core/text/secret';
import { thisSystem } from '../../../src/services/export/system/process';
import { type DiskFault, faultyDisk, shortWrites, takesNothing } from './faultyDisk';
import { ask, hourMs, notSent, Room, stopAt } from './room';
import { type Fault, faultySecrets, mapSecrets } from './secretStorages';

describe('a disk that fails in the refresh', () => {
  let room: Room;
  beforeEach(() => (room = new Room()));
  afterEach(() => room.close());

  const disks: readonly (readonly [string, DiskFault, string, number])[] = [
    ['full at the lease', { code: 'ENOSPC', on: 'open', file: /lease/ }, 'unavailable storage', 0],
    ['full in the lease', { code: 'ENOSPC', on: 'write', file: /lease/ }, 'unavailable storage', 0],
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
    ['no hard links', { code: 'ENOTSUP', on: 'link', file: /lease/ }, 'token', 1],
  ];
  for (const [name, fault, expected, presented] of disks) {
    it(`disk ${name}: ${expected}, ${presented} presented`, async () => {
      const state = { fault: undefined as DiskFault | undefined };
      const session = await room.signedIn({ disk: faultyDisk(state) });
      state.fault = fault;
      assert.equal(await ask(session), expected);
      assert.equal(room.presented.length, presented);
      state.fault = undefined;
      await room.recovers();
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
      await room.recovers();
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
    await room.recovers();
  });

  it('disk read-only at sign-out: it is said, the secrets are gone, this window is signed out', async () => {
    const state = { fault: undefined as DiskFault | undefined };
    const session = await room.signedIn({ disk: faultyDisk(state) });
    state.fault = { code: 'EROFS', on: 'change', file: /./ };
    assert.equal(await session.signOut(), false);
    assert.equal(await ask(session), 'signedOut user');
    assert.equal(room.map.size, 0);
  });

  for (const padded of [false, true]) {
    it(`a window dies ${padded ? 'before' : 'after'} it has cut its new journal to size: the next one takes the successor up`, async () => {
      const session = await room.signedIn();
      const { step, reached, goOn } = stopAt('journalTemporaryWritten');
      void ask(room.window({ step }));
      await reached;
      const [unfinished = ''] = room.files('journal').filter((name) => name.endsWith('.tmp'));
      if (padded) {
        appendFileSync(path.join(room.folder, unfinished), Buffer.alloc(100));
      }
      const successor = room.expected;
      const gone = { ...thisSystem, exists: () => false };
      assert.equal(await ask(room.window({ system: gone })), 'token');
      assert.deepEqual(room.presented, ['canary-refresh-0']);
      assert.deepEqual(room.expected, successor);
      assert.equal(await ask(session), 'token');
      await room.recovers();
      goOn();
    });
  }

  it('an unfinished journal that is older than what counts is never taken up', async () => {
    const session = await room.signedIn();
    assert.equal(await ask(session), 'token');
    const journal = path.join(room.folder, room.files('journal')[0] ?? '');
    copyFileSync(journal, `${journal}.0123456789ab.tmp`);
    room.nowMs += hourMs;
    assert.equal(await ask(session), 'token');
    room.nowMs += hourMs;
    room.instead = () => notSent;
    assert.equal(await ask(session), 'unavailable offline');
    room.instead = undefined;
    // Of that attempt nothing had arrived
    room.presented.length = 0;
    room.loseBackup();
    await room.recovers();
  });

  for (const [name, fault] of [
    ['full', { code: 'ENOSPC', on: 'write', file: /journal/ }],
    ['unwilling to rename', { code: 'EIO', on: 'rename', file: /journal/ }],
  ] as const) {
    it(`disk ${name} when somebody signs in again with another client secret: the old session is as it was`, async () => {
      await room.signedIn();
      const session = room.window({ disk: faultyDisk({ fault }) });
      const secret = new Secret('another secret');
      const result = await room.signIn(session, { secret, refreshToken: 'another' });
      assert.ok(result.kind === 'unavailable' && result.reason === 'storage');
      await room.recovers();
    });
  }

  it('an unfinished file of a newer session ends nothing', async () => {
    await room.signedIn();
    writeFileSync(path.join(room.folder, 'journal.000009-0123456789abcdef.0123456789ab.tmp'), '');
    await room.recovers();
  });

  it('a disk that writes a part of what it is given is given the rest', async () => {
    const session = await room.signedIn({ disk: shortWrites });
    assert.equal(await ask(session), 'token');
    room.loseBackup();
    await room.recovers();
  });

  it('a disk that takes nothing of what it is given is a full one', async () => {
    await room.signedIn();
    assert.equal(await ask(room.window({ disk: takesNothing })), 'unavailable storage');
    await room.recovers();
  });

  it('a folder that is emptied while the provider answers loses nothing', async () => {
    const session = await room.signedIn();
    room.onTheWayBack = (answer) => {
      rmSync(room.folder, { recursive: true });
      return answer;
    };
    assert.equal(await ask(session), 'token');
    room.onTheWayBack = undefined;
    await room.recovers();
  });
});

import * as assert from 'node:assert/strict';
import { type DiskFault, faultyDisk } from './faultyDisk';
import { ask, hourMs, Room } from './room';
import { type Fault, faultySecrets, mapSecrets } from './secretStorages';

describe('a disk that fails in the refresh', () => {
  let room: Room;
  beforeEach(() => (room = new Room()));
  afterEach(() => room.close());

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
});

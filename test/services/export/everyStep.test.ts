import * as assert from 'node:assert/strict';
import type { Secrets } from '../../../src/services/export/store/sessionSecrets';
import { stepNames, type StepName } from '../../../src/services/export/store/sessionDependencies';
import { type DiskFault, faultyDisk } from './faultyDisk';
import { ask, hourMs, Room } from './room';
import { type Fault, faultySecrets, mapSecrets } from './secretStorages';

interface Faults {
  get?: Fault | undefined;
  store?: Fault | undefined;
  delete?: Fault | undefined;
  fault: DiskFault | undefined;
}

const none: Faults = { get: undefined, store: undefined, delete: undefined, fault: undefined };
const all = (kind: Fault): Faults => ({ ...none, get: kind, store: kind, delete: kind });
const disk = (code: string, on: DiskFault['on']): Faults => ({ ...none, fault: { code, on, file: /./ } });

const passing: Readonly<Record<string, Faults>> = {
  'the secret storage throws': all('throws'),
  'the secret storage hangs': all('hangs'),
  'the secret storage finds nothing': { ...none, get: 'empty' },
  'the disk is full': disk('ENOSPC', 'write'),
  'the disk is read-only': disk('EROFS', 'change'),
  'the folder can’t be read': disk('EIO', 'readdir'),
  'no file can be read': disk('EIO', 'readFile'),
};

describe('From each step on', () => {
  let room: Room;
  beforeEach(() => (room = new Room()));
  afterEach(() => room.close());

  for (const step of stepNames.filter((name) => name !== 'backedOff')) {
    const at = (begin: () => void) => {
      let begun = false;
      return (name: StepName) => {
        if (name !== step || begun) {
          return;
        }
        begun = true;
        begin();
      };
    };

    for (const [name, fault] of Object.entries(passing)) {
      it(`${step}: ${name}, and when that is over the token that the provider expects is there`, async () => {
        const faults = { ...none };
        const secrets = faultySecrets(mapSecrets(room.map), faults);
        const begin = at(() => Object.assign(faults, fault));
        const session = await room.signedIn({ secrets, disk: faultyDisk(faults), step: begin });
        assert.match(await ask(session), /^(token( \w+)?|unavailable (storage|secrets))$/);
        Object.assign(faults, none);
        room.nowMs += hourMs;
        // A lease whose end the disk did not take is ended by the next ask of its window
        assert.equal(await ask(session), 'token');
        await room.recovers();
      });
    }

    it(`${step}: the secret storage loses everything, and the next window says so`, async () => {
      const session = await room.signedIn({ step: at(() => room.map.clear()) });
      assert.equal(await ask(session), 'token');
      room.nowMs += hourMs;
      assert.equal(await ask(session), 'token', 'this window has read its keys');
      const presented = room.presented.length;
      assert.equal(await ask(room.window()), 'signedOut keyLost');
      assert.equal(room.presented.length, presented);
      assert.notEqual(room.expected, undefined);
    });

    it(`${step}: another window puts its old secrets back, and none of them is presented`, async () => {
      let old: [string, string][] = [];
      const putBack = at(() => {
        for (const [key, value] of old) {
          room.map.set(key, value);
        }
      });
      const session = await room.signedIn({ step: putBack });
      old = [...room.map];
      assert.equal(await ask(session), 'token');
      await room.recovers();
      for (const [key, value] of old) {
        room.map.set(key, value);
      }
      await room.recovers();
    });

    it(`${step}: what this window stores reaches nobody any more, and others go on from the journal`, async () => {
      const own = mapSecrets(new Map());
      let secrets = mapSecrets(room.map);
      const starving: Secrets = {
        get: async (key) => (await own.get(key)) ?? room.map.get(key),
        store: (key, value) => secrets.store(key, value),
        delete: (key) => secrets.delete(key),
        onDidChange: (listener) => secrets.onDidChange(listener),
      };
      const session = await room.signedIn({ secrets: starving, step: at(() => (secrets = own)) });
      const other = room.window();
      for (const each of [session, other, session, session, other]) {
        assert.equal(await ask(each), 'token');
        room.nowMs += hourMs;
      }
      assert.equal(room.rotations, 5);
      await room.recovers();
    });
  }
});

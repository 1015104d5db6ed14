import * as assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { realDisk, type Disk } from '../../../src/services/disk/disk';
import { ask, clientSecret, Room } from './room';
import { clobberingSecrets, delayedSecrets, mapSecrets } from './secretStorages';

describe('signing in and out', () => {
  let room: Room;
  beforeEach(() => (room = new Room()));
  afterEach(() => room.close());

  it('forgets everything at sign-out, in all windows, for good', async () => {
    const [one, two] = [await room.signedIn(), room.window()];
    await ask(two);
    assert.equal(await one.signOut(), true);
    assert.equal(await ask(two), 'signedOut user');
    assert.equal(room.map.size, 0);
    assert.deepEqual(room.files('journal'), []);
  });

  it('stays signed out when a refresh was under way', async () => {
    const [one, two] = [await room.signedIn(), room.window()];
    room.onTheWayBack = async (answer) => {
      await two.signOut();
      return answer;
    };
    assert.equal(await ask(one), 'signedOut user');
    assert.equal(room.map.size, 0);
    assert.deepEqual(room.files('journal'), []);
  });

  it('keeps the new session when somebody signs in during a refresh of the old one', async () => {
    const [one, two] = [await room.signedIn(), room.window()];
    room.onTheWayBack = async (answer) => {
      await room.signIn(two, { refreshToken: 'another' });
      return answer;
    };
    assert.equal(await ask(one), 'token');
    assert.ok([...room.map.values()].some((value) => value.includes('another')));
    assert.equal(room.files('journal').length, 1);
  });

  it('keeps the keys of who signs in at the moment in which they sign out, whichever comes first', async function () {
    this.timeout(30_000);
    for (let round = 0; round < 40; round++) {
      const own = new Room();
      try {
        const next = numbersFrom(round);
        const pause = (ms: number): Promise<void> => delay(next() * ms);
        let isSlow = false;
        const late = () => (isSlow ? pause(4) : Promise.resolve());
        const session = await own.signedIn({
          secrets: delayedSecrets(mapSecrets(own.map), late),
          disk: delayedDisk(late),
          durations: { secretsMs: 5_000 },
        });
        isSlow = true;
        const signOut = (): Promise<unknown> => session.signOut();
        const signIn = (): Promise<unknown> => own.signIn(session, { refreshToken: 'another' });
        const [first, second] = round % 2 === 0 ? [signOut, signIn] : [signIn, signOut];
        const begun = first();
        await pause(16);
        await Promise.all([begun, second()]);
        isSlow = false;
        const windows = [session, own.window()];
        const kinds = await Promise.all(windows.map(async (window) => (await window.state()).kind));
        // A sign-out that begins while a sign-in ends may come after it: it ends the session for all windows then
        if (first === signIn && kinds.every((kind) => kind === 'signedOut')) {
          continue;
        }
        assert.deepEqual(kinds, ['signedIn', 'signedIn'], `round ${round}`);
        for (const window of windows) {
          assert.ok((await window.clientSecret())?.is(clientSecret), `round ${round}`);
        }
      } finally {
        own.close();
      }
    }
  });

  it('tells a browser window that missed the sign-in to reload, and presents nothing', async () => {
    const browser = clobberingSecrets();
    const stale = room.window({ secrets: browser.open() });
    const opened = room.nowMs - 1;
    await room.signedIn({ secrets: browser.open(), windowOpenedAt: opened });
    assert.equal(await ask(stale), 'reload');
    assert.equal((await stale.state()).kind, 'reload');
    const reloaded = room.window({ secrets: browser.open() });
    assert.equal(await ask(reloaded), 'token');
    assert.equal(room.presented.length, 1);
  });

  it('removes nothing of a later sign-in where a window in a browser learns late of the sign-out before', async () => {
    const browser = clobberingSecrets();
    const secrets = browser.open();
    const signedIn = await room.signedIn({ secrets });
    await signedIn.signOut();
    // Until then, the deletion may still be on its way
    room.nowMs += 60_000;
    const own = browser.open();
    const late = Promise.withResolvers<undefined>();
    const other = room.window({
      secrets: { ...own, delete: (key) => late.promise.then(() => own.delete(key)) },
    });
    assert.equal(await ask(other), 'signedOut user');
    await room.signedIn({ secrets });
    late.resolve(undefined);
    await other.whenIdle();
    assert.equal(await ask(room.window({ secrets: browser.open() })), 'token');
  });

  it('says that the key is lost where a reload can not bring it back', async () => {
    const browser = clobberingSecrets();
    const other = browser.open();
    await room.signedIn({ secrets: browser.open() });
    await other.store('another extension', 'value');
    assert.equal(await ask(room.window({ secrets: browser.open() })), 'signedOut keyLost');
    assert.equal(room.presented.length, 0);
  });
});

/** The same ones each time, from 0 to 1. */
function numbersFrom(seed: number): () => number {
  let last = seed * 7919 + 1;
  return () => (last = (last * 48_271) % 2_147_483_647) / 2_147_483_647;
}

function delayedDisk(late: () => Promise<void>): Disk {
  return new Proxy(realDisk, {
    get:
      (disk, name: keyof Disk) =>
      async (...all: never[]): Promise<unknown> => {
        await late();
        return (disk[name] as (...all: never[]) => Promise<unknown>)(...all);
      },
  });
}

import * as assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { Secret } from '../../../src/core/text/secret';
import { thisSystem } from '../../../src/services/export/system/process';
import { answered, ask, client, hourMs, Room } from './room';

/** The extension runs where the files are, and its secrets are where the person is. */
describe('One secret storage and two computers', () => {
  let room: Room;
  const there = { ...thisSystem, read: () => Promise.resolve('another machine') };
  const elsewhere = () =>
    room.window({ storageFolder: path.join(room.storageFolder, 'there'), system: there });
  beforeEach(() => (room = new Room()));
  afterEach(() => room.close());

  it('never present one token twice: the second says where the session is', async () => {
    const here = await room.signedIn();
    assert.equal(await ask(elsewhere()), 'signedOut elsewhere');
    assert.equal((await elsewhere().state()).kind, 'signedOut');
    assert.equal(await ask(here), 'token');
    assert.equal(await ask(elsewhere()), 'signedOut elsewhere');
    assert.deepEqual(room.presented, ['canary-refresh-0']);
  });

  it('are told apart by the machine where the folder has the same name', async () => {
    await room.signedIn();
    rmSync(room.folder, { recursive: true });
    assert.equal(await ask(room.window({ system: there })), 'signedOut elsewhere');
    assert.deepEqual(room.presented, []);
  });

  it('are told apart by the folder where the machine is the same', async () => {
    await room.signedIn();
    const other = room.window({ storageFolder: path.join(room.storageFolder, 'there') });
    assert.equal(await ask(other), 'signedOut elsewhere');
    assert.deepEqual(room.presented, []);
  });

  it('change places when somebody signs in at the second', async () => {
    await room.signedIn();
    const second = elsewhere();
    assert.equal((await room.signIn(second, { refreshToken: 'canary-other' })).kind, 'signedIn');
    assert.equal(await ask(second), 'token');
    assert.equal(await ask(room.window()), 'signedOut elsewhere');
    room.expected = 'canary-other';
    room.nowMs += hourMs;
    assert.equal(await ask(elsewhere()), 'token');
    assert.deepEqual(room.presented, ['canary-other']);
  });

  it('leave each other’s secrets alone at sign-out', async () => {
    const here = await room.signedIn();
    assert.equal(await elsewhere().signOut(), true);
    assert.equal(await ask(elsewhere()), 'signedOut elsewhere');
    assert.equal(await ask(here), 'token');
    assert.ok(room.map.size > 0);
    await room.recovers();
  });
});

describe('A sign-in', () => {
  let room: Room;
  beforeEach(() => (room = new Room()));
  afterEach(() => room.close());

  for (const [status, error, kind] of [
    [401, 'invalid_client', 'provider'],
    [403, 'unauthorized_client', 'provider'],
    [400, 'invalid_grant', 'refused'],
    [503, 'server_error', 'provider'],
  ] as const) {
    it(`begins no session, and ends none, when the provider answers ${status} ${error}`, async () => {
      const fail = () => answered(status, { error });
      room.instead = fail;
      const result = await room.signIn(room.window());
      assert.deepEqual(result, kind === 'refused' ? { kind } : { kind, status, error });
      assert.equal((await room.window().state()).kind, 'signedOut');
      assert.equal(room.map.size, 0);
      room.instead = undefined;
      await room.signedIn();
      room.instead = fail;
      await room.signIn(room.window());
      room.instead = undefined;
      await room.recovers();
    });
  }

  it('with a new client secret drops the session before, and its folder names no client', async () => {
    await room.signedIn();
    const secret = new Secret('canary-new-secret');
    const result = await room.signIn(room.window(), { secret, refreshToken: 'canary-next' });
    assert.equal(result.kind, 'signedIn');
    assert.ok((await room.window().clientSecret())?.is(secret));
    assert.equal(room.files('journal').length, 1);
    assert.equal(room.folder.includes(client.clientId), false);
    room.expected = 'canary-next';
    await room.recovers();
    assert.deepEqual(room.presented, ['canary-next']);
  });

  it('whose access token can’t be used begins with a refresh', async () => {
    const session = room.window();
    assert.equal((await room.signIn(session, { accessToken: '' })).kind, 'signedIn');
    assert.equal(await ask(session), 'token');
    assert.deepEqual(room.presented, ['canary-refresh-0']);
    await room.recovers();
  });
});

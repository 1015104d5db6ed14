import * as assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { Secret } from '../../../src/core/text/secret';
import { thisSystem } from '../../../src/services/export/system/process';
import { ask, client, clientSecret, hourMs, Room, stopAt } from './room';

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
    const tokens = { refreshToken: new Secret('canary-other'), accessToken: new Secret(room.token(7)) };
    assert.equal((await second.signIn({ clientSecret, ...tokens })).kind, 'signedIn');
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

describe('A pasted refresh token', () => {
  let room: Room;
  beforeEach(() => (room = new Room()));
  afterEach(() => room.close());
  const paste = (token: string, secret = clientSecret) =>
    room.window().signIn({ clientSecret: secret, refreshToken: new Secret(token) });

  it('is exchanged before there is a session, and known as replaced from then on', async () => {
    assert.equal((await paste('canary-refresh-0')).kind, 'signedIn');
    assert.deepEqual(room.presented, ['canary-refresh-0']);
    assert.equal(await ask(room.window()), 'token');
    assert.equal(room.rotations, 1);
    assert.equal((await paste('canary-refresh-0')).kind, 'alreadyReplaced');
    await room.recovers();
  });

  for (const [status, error, kind] of [
    [401, 'invalid_client', 'provider'],
    [403, 'unauthorized_client', 'provider'],
    [400, 'invalid_grant', 'refused'],
    [503, 'server_error', 'provider'],
  ] as const) {
    it(`begins no session, and ends none, when the provider answers ${status} ${error}`, async () => {
      const reply = { status, headers: {}, body: JSON.stringify({ error }), truncated: false };
      const fail = () => ({ kind: 'answered', response: reply }) as const;
      room.instead = fail;
      const result = await paste('invented');
      assert.deepEqual(result, kind === 'refused' ? { kind } : { kind, status, error });
      assert.equal((await room.window().state()).kind, 'signedOut');
      assert.equal(room.map.size, 0);
      room.instead = undefined;
      await room.signedIn();
      room.instead = fail;
      await paste('invented');
      room.instead = undefined;
      room.presented.length = 0;
      await room.recovers();
    });
  }

  it('of the session itself, with a new client secret, is leased like any refresh', async () => {
    await room.signedIn();
    const result = await paste('canary-refresh-0', new Secret('canary-new-secret'));
    assert.equal(result.kind, 'signedIn');
    assert.deepEqual(room.presented, ['canary-refresh-0']);
    assert.ok((await room.window().clientSecret())?.is(new Secret('canary-new-secret')));
    assert.equal(room.files('journal').length, 1);
    assert.equal(room.folder.includes(client.clientId), false);
    await room.recovers();
  });

  it('of the session itself is not presented while another window presents it', async () => {
    await room.signedIn();
    const { step, reached, goOn } = stopAt('leased');
    const refreshed = ask(room.window({ step }));
    await reached;
    assert.equal((await paste('canary-refresh-0', new Secret('canary-new-secret'))).kind, 'otherWindow');
    goOn();
    assert.equal(await refreshed, 'token');
    await room.recovers();
  });
});

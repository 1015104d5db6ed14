import assert from 'node:assert/strict';
import { setImmediate as soon } from 'node:timers/promises';
import { CurrentSession } from '../../../src/services/export/currentSession.js';
import { ExportSettings } from '../../../src/services/export/exportSettings.js';
import { configuration } from '../fakes.js';
import { answered, ask, client, gate, hourMs, Room } from './room.js';

describe('The current export session', () => {
  let room: Room;
  let user: Record<string, unknown>;
  let opened: string[];
  let current: CurrentSession;

  beforeEach(() => {
    room = new Room();
    user = {};
    opened = [];
    current = new CurrentSession(new ExportSettings(() => configuration(user)), (named) => {
      opened.push(named.clientId);
      return Promise.resolve(room.window({ client: named }));
    });
  });
  afterEach(() => room.close());

  it('is none, and nothing is opened, while no client is set', async () => {
    assert.equal(await current.get(), undefined);
    assert.deepEqual(opened, []);
  });

  it('is one for each client, and tells when it is another', async () => {
    let told = 0;
    current.onDidChange(() => told++);
    user.export = client;
    const first = await current.get();
    assert.equal((await current.get())?.session, first?.session);
    user.export = { ...client, clientId: 'c2' };
    assert.equal((await current.get())?.client.clientId, 'c2');
    assert.deepEqual(opened, ['c1', 'c2']);
    assert.equal(told, 2);
    user.export = {};
    assert.equal(await current.get(), undefined);
  });

  it('is signed out although another part of its setting can’t be used, and of no client that is not named', async () => {
    user.export = client;
    const open = await current.get();
    assert.ok(open);
    await room.signIn(open.session);
    user.export = { ...client, scopes: 'export' };
    assert.equal(await current.get(), undefined);
    assert.equal(await current.signOut(), true);
    for (const setting of [
      undefined,
      { scopes: 'export' },
      { clientId: 'c1' },
      { authUrl: 7, clientId: 'c1' },
    ]) {
      user.export = setting;
      assert.equal(await current.signOut(), undefined);
    }
    user.export = client;
    assert.equal((await (await current.get())?.session.state())?.kind, 'signedOut');
  });

  it('of another client does not end a refresh that is under way', async () => {
    user.export = client;
    const first = await current.get();
    assert.ok(first);
    await room.signIn(first.session);
    room.nowMs += hourMs;
    const way = gate();
    room.instead = async () => {
      await way.opened;
      return answered(200, { access_token: room.token(1), refresh_token: 'canary-refresh-next' });
    };
    const asked = ask(first.session);
    user.export = { ...client, clientId: 'c2' };
    await current.get();
    const settled = current.whenIdle();
    assert.equal(await Promise.race([settled, soon('under way')]), 'under way');
    way.open();
    assert.equal(await asked, 'token');
    await settled;
    user.export = client;
    room.instead = undefined;
    assert.equal(await ask((await current.get())?.session ?? first.session), 'token');
    assert.deepEqual(room.presented, ['canary-refresh-0']);
  });
});

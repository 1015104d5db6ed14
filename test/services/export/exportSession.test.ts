import * as assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { Secret } from '../../../src/core/text/secret';
import { laggingSecrets } from './secretStorages';
import { answered, ask, clientSecret, dayMs, hourMs, noAnswer, notSent, Room } from './room';

describe('the export session', () => {
  let room: Room;
  beforeEach(() => (room = new Room()));
  afterEach(() => room.close());

  it('says that nobody has signed in', async () => {
    assert.equal(await ask(room.window()), 'signedOut never');
    assert.deepEqual(await room.window().state(), { kind: 'signedOut', reason: 'never', family: undefined });
  });

  it('uses the token it has while five minutes remain, and refreshes after', async () => {
    const session = await room.signedIn();
    room.nowMs -= 5 * 60_000 + 1000;
    assert.equal(await ask(session), 'token');
    assert.equal(room.rotations, 0);
    room.nowMs += 2000;
    assert.equal(await ask(session), 'token');
    assert.equal(room.rotations, 1);
  });

  it('refreshes once for everybody in a window', async () => {
    const session = await room.signedIn();
    await Promise.all(Array.from({ length: 9 }, () => ask(session)));
    assert.equal(room.presented.length, 1);
  });

  for (const lagMs of [0, 20, Infinity]) {
    it(`refreshes once for all windows when secrets lag ${lagMs} ms`, async () => {
      const desktop = laggingSecrets(lagMs);
      const first = desktop.open();
      const windows = [await room.signedIn({ secrets: first })];
      for (let more = 0; more < 4; more += 1) {
        windows.push(room.window({ secrets: first }));
      }
      for (let round = 1; round <= 3; round += 1) {
        const found = await Promise.all(windows.map(ask));
        assert.deepEqual(new Set(found), new Set(['token']));
        assert.equal(room.rotations, round);
        room.nowMs += hourMs;
      }
    });
  }

  it('keeps a refresh token that the provider gave back unchanged', async () => {
    const session = await room.signedIn();
    room.instead = (token) => answered(200, { access_token: room.token(1), refresh_token: token });
    for (let round = 0; round < 3; round += 1) {
      assert.equal(await ask(session), 'token');
      room.nowMs += hourMs;
    }
    assert.equal(room.presented.length, 3);
  });

  it('ends the wait of a caller who cancels, not the refresh', async () => {
    const session = await room.signedIn();
    const cancel = new AbortController();
    room.onTheWayBack = (answer) => {
      cancel.abort();
      return answer;
    };
    assert.equal(await session.getAccessToken(cancel.signal), undefined);
    await session.whenIdle();
    assert.equal(await ask(session), 'token');
    assert.equal(room.presented.length, 1);
    assert.equal(await session.getAccessToken(AbortSignal.abort()), undefined);
  });

  it('refreshes once for a token that the service refused, then says so', async () => {
    const session = await room.signedIn();
    room.nowMs -= hourMs / 2;
    const first = await session.getAccessToken();
    assert.ok(first?.kind === 'token');
    const second = await session.replaceRefusedToken(first.accessToken);
    assert.ok(second?.kind === 'token' && !second.accessToken.is(first.accessToken));
    assert.ok((await session.replaceRefusedToken(first.accessToken))?.kind === 'token');
    assert.equal(room.presented.length, 1);
    const third = await session.replaceRefusedToken(second.accessToken);
    assert.ok(third?.kind === 'unavailable' && third.reason === 'tokenRefused');
    assert.equal(room.presented.length, 1);
  });

  it('uses a token without a readable expiry until it is refused', async () => {
    const session = await room.signedIn();
    room.instead = () => answered(200, { access_token: 'opaque', refresh_token: 'r9' });
    await ask(session);
    room.nowMs += 30 * dayMs;
    assert.equal(await ask(session), 'token');
    assert.equal(room.presented.length, 1);
  });

  for (const hours of [-24, -1, 1, 24]) {
    it(`does not refresh in a loop when the clock is ${hours} hours off`, async () => {
      const session = await room.signedIn();
      const date = new Date(room.nowMs).toUTCString();
      const exp = Math.floor(room.nowMs / 1000) + 3600;
      const token = `e30.${Buffer.from(JSON.stringify({ exp })).toString('base64url')}.x`;
      room.nowMs += hours * hourMs;
      room.instead = () => answered(200, { access_token: token, refresh_token: 'r9' }, { date });
      await session.replaceRefusedToken(new Secret(room.token(0)));
      await ask(session);
      const calls = room.presented.length;
      room.nowMs += 10 * 60_000;
      for (let turn = 0; turn < 3; turn += 1) {
        assert.equal(await ask(session), 'token');
      }
      assert.ok(calls <= 1 && room.presented.length <= 1);
    });
  }

  const harmless = [
    ['nothing was sent', notSent, 'offline'],
    ['the reply never comes', noAnswer, 'noAnswer'],
    ['500', answered(500, ''), 'provider'],
    ['a captive portal', answered(200, '<html>'), 'provider'],
    ['a redirect', answered(307, '', { location: 'https://evil.example' }), 'provider'],
    ['429', answered(429, '', { 'retry-after': '60' }), 'provider'],
    ['invalid_client', answered(401, { error: 'invalid_client' }), 'provider'],
    ['no refresh token', answered(200, { access_token: 'a' }), 'provider'],
  ] as const;
  for (const [name, exchange, reason] of harmless) {
    it(`keeps everything when the answer is: ${name}`, async () => {
      const [one, two] = [await room.signedIn(), room.window()];
      room.instead = () => exchange;
      assert.equal(await ask(one), `unavailable ${reason}`);
      assert.equal(await ask(two), `unavailable ${reason}`);
      assert.equal(room.presented.length, 1, 'the other window rests too');
      assert.equal((await two.state()).kind, 'signedIn');
      room.instead = undefined;
      room.nowMs += 60_000;
      assert.equal(await ask(two), 'token');
      assert.equal(room.rotations, 1);
    });
  }

  it('goes on using a token that is still good when a refresh fails', async () => {
    const session = await room.signedIn();
    room.nowMs -= 2 * 60_000;
    room.instead = () => notSent;
    assert.equal(await ask(session), 'token');
  });

  it('keeps the new refresh token of an answer whose access token is useless', async () => {
    const session = await room.signedIn();
    room.onTheWayBack = () => answered(200, { access_token: 'a\nb', refresh_token: room.expected });
    for (let turn = 0; turn < 20; turn += 1) {
      assert.equal(await ask(session), 'unavailable provider');
    }
    assert.equal(await ask(room.window()), 'unavailable provider');
    assert.equal(room.rotations, 1, 'a provider of such tokens is not asked again at once');
    room.onTheWayBack = undefined;
    room.nowMs += 60_000;
    assert.equal(await ask(session), 'token');
    assert.deepEqual(room.presented, [...new Set(room.presented)]);
  });

  it('keeps the tokens of an answer that has an error beside them', async () => {
    const session = await room.signedIn();
    room.onTheWayBack = (answer) => {
      assert.ok(answer.kind === 'answered');
      return answered(200, { ...(JSON.parse(answer.response.body) as object), error: null });
    };
    assert.equal(await ask(session), 'token');
    await room.recovers();
  });

  it('keeps the answer when whoever listens throws, and rests when whoever sends does', async () => {
    const session = await room.signedIn({
      send: async (...sending) => {
        const answer = await room.send(...sending);
        if (room.rotations === 2) {
          throw new Error('Channel has been closed');
        }
        return answer;
      },
    });
    session.onDidChange(() => {
      throw new Error('disposed');
    });
    assert.equal(await ask(session), 'token');
    room.nowMs += hourMs;
    assert.equal(await ask(session), 'unavailable noAnswer');
  });

  it('says what it is when the provider refuses by another name, after some tries, and recovers', async () => {
    const session = await room.signedIn();
    room.instead = () => answered(401, { error: 'invalid_client', error_description: 'canary' });
    const told: unknown[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      const result = await (turn === 1 ? room.window() : session).getAccessToken();
      assert.ok(result?.kind === 'unavailable');
      told.push([result.reason, result.status, result.error]);
      room.nowMs += 60_000;
    }
    const refused = [401, 'invalid_client'];
    assert.deepEqual(told, [
      ['provider', ...refused],
      ['provider', ...refused],
      ['rejected', ...refused],
      ['rejected', ...refused],
    ]);
    room.instead = () => answered(503, {});
    assert.equal(await ask(session), 'unavailable provider');
    room.instead = undefined;
    room.nowMs += 60_000;
    assert.equal(await ask(session), 'token');
  });

  it('leaves one file of all that was tried while nothing could be sent, and each ask is as quick', async () => {
    const session = await room.signedIn();
    room.instead = () => notSent;
    // Of the processor, which other processes don’t take
    const took: number[] = [];
    for (let turn = 0; turn < 300; turn += 1) {
      const before = process.cpuUsage();
      assert.equal(await ask(session), 'unavailable offline');
      const { user, system } = process.cpuUsage(before);
      took.push(user + system);
      room.nowMs += 5_000;
    }
    assert.equal(room.files('lease').length, 1);
    assert.ok(median(took.slice(-100)) < 3 * median(took.slice(0, 100)));
    room.instead = undefined;
    assert.equal(await ask(session), 'token');
    assert.equal(room.rotations, 1);
  });

  it('asks for a new sign-in when the provider refuses the newest token, in all windows', async () => {
    const [one, two] = [await room.signedIn(), room.window()];
    room.expected = undefined;
    assert.equal(await ask(one), 'signedOut refused');
    assert.equal(await ask(two), 'signedOut refused');
    assert.deepEqual(room.files('journal'), []);
    assert.equal(room.presented.length, 1);
    assert.ok((await one.clientSecret())?.is(clientSecret));
  });

  it('says so when 90 days have passed', async () => {
    const session = await room.signedIn();
    room.nowMs += 90 * dayMs;
    room.expected = undefined;
    assert.equal(await ask(session), 'signedOut idle');
  });

  it('keeps an idle family alive after 30 days, once a day, and warns from day 80', async () => {
    const session = await room.signedIn();
    room.nowMs += 29 * dayMs;
    await session.keepAlive();
    assert.equal(room.presented.length, 0);
    room.nowMs += 51 * dayMs;
    const state = await session.state();
    assert.ok(state.kind === 'signedIn' && state.idle === 'warn');
    room.instead = () => notSent;
    for (const window of [session, room.window()]) {
      await window.keepAlive();
    }
    assert.equal(room.presented.length, 1);
    room.instead = undefined;
    room.nowMs += dayMs;
    for (const window of [session, room.window()]) {
      await window.keepAlive();
    }
    assert.equal(room.presented.length, 2);
    assert.equal(room.rotations, 1);
  });

  it('tells its listeners', async () => {
    const session = room.window();
    let changes = 0;
    const listener = session.onDidChange(() => (changes += 1));
    await room.signIn(session);
    assert.ok(changes > 0);
    listener.dispose();
    session.dispose();
  });

  it('shows no secret in any object, file or result', async () => {
    const session = await room.signedIn();
    const result = await session.getAccessToken();
    const shown = [session, result, await session.state()]
      .map((it) => inspect(it, { depth: 12, showHidden: true }) + JSON.stringify(it))
      .join();
    assert.doesNotMatch(shown + room.bytes(), /canary|e30\./);
    assert.ok(result?.kind === 'token');
  });
});

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? 0;
}

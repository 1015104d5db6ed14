import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { Secret } from '../../src/core/text/secret.js';
import { ClipboardSecret, clipboardSecretMs } from '../../src/services/export/system/clipboardSecret.js';
import { thisSystem } from '../../src/services/export/system/process.js';
import { reportOnAuthorization, reportOnSignIn } from '../../src/services/export/signInReport.js';
import { readAuthorizationResponse } from '../../src/core/export/authorization.js';
import { hostFetch } from '../../src/services/network/hostFetch.js';
import { faultyDisk, shortWrites } from '../services/export/faultyDisk.js';
import { answered, clientSecret, hourMs, notSent, stopAt } from '../services/export/room.js';
import { mapSecrets } from '../services/export/secretStorages.js';
import { MemoryState } from '../services/fakes.js';
import { post, sendByUndici, told } from '../services/network/sending.js';
import { reply, serve, serveBytes } from '../services/network/servers.js';
import { makeCertificate } from '../wiki/certificates.js';
import { changed, inRoom, read, recovered, stampLeases, token } from './inRoom.js';
import type { Fault } from './row.js';

const another = { ...thisSystem, read: () => Promise.resolve('another machine') };
const noOwner = { ...thisSystem, exists: () => false };
const never = () => ({ dispose: () => undefined });
const newTokens = { refreshToken: new Secret('another'), accessToken: new Secret('opaque') };

/** What may happen to the session of the export API, and on its way to the provider. */
export const exportingFaults: readonly Fault[] = [
  inRoom('whoever sends fails after the answer', /did not answer/, async (room) => {
    const session = await room.signedIn({
      send: async (...sending) => {
        await room.send(...sending);
        throw new Error('Channel has been closed');
      },
    });
    return { told: await read(session), kept: 'that the token may have been replaced' };
  }),
  {
    fault: 'the provider’s answer is compressed, though nobody asked for it',
    where: 'services',
    tells: /^answered 200/,
    run: async () => {
      const server = await serve(
        reply(200, gzipSync('{"refresh_token":"r"}'), { 'Content-Encoding': 'gzip' }),
      );
      const answer = await sendByUndici(post(server.origin), { timeoutMs: 5000 });
      await server.close();
      assert.ok(answer.kind === 'answered' && answer.response.body.includes('refresh_token'));
      return { told: told(answer), kept: 'the whole answer' };
    },
  },
  inRoom('an error stands beside the tokens', /^a token$/, async (room) => {
    const session = await room.signedIn();
    room.onTheWayBack = changed({ error: null });
    return { told: await read(session), kept: await recovered(room) };
  }),
  inRoom('the access token can’t be used, 20 asks', /has a problem right now/, async (room) => {
    const session = await room.signedIn();
    room.onTheWayBack = changed({ access_token: 'a\nb' });
    let last = '';
    for (let turn = 0; turn < 20; turn += 1) {
      last = await read(session);
    }
    assert.equal(room.rotations, 1);
    return { told: last, kept: await recovered(room) };
  }),
  inRoom('a window dies when the successor has no name yet', /^a token$/, async (room) => {
    const { step, reached } = stopAt('journalTemporaryWritten');
    await room.signedIn();
    void room.window({ step }).getAccessToken();
    await reached;
    const found = await read(room.window({ system: noOwner }));
    assert.equal(room.presented.length, 1);
    return { told: found, kept: await recovered(room) };
  }),
  inRoom('two computers with one secret storage', /belongs to another computer/, async (room) => {
    await room.signedIn();
    const there = path.join(room.storageFolder, 'there');
    const found = await read(room.window({ storageFolder: there, system: another }));
    assert.deepEqual(room.presented, []);
    return { told: found, kept: await recovered(room) };
  }),
  inRoom('journal lost, secret storage behind, owner dead', /can no longer be read/, async (room) => {
    await room.signedIn();
    const late = mapSecrets(new Map(room.map));
    const dead = room.window();
    assert.equal(await read(dead), token);
    room.damageJournal();
    room.nowMs += hourMs;
    const opened = { secrets: late, windowOpenedAt: Date.now() + hourMs, system: noOwner };
    const found = await read(room.window(opened));
    assert.equal(room.presented.length, 1);
    return { told: found, kept: 'the provider’s side: nothing that was replaced was presented' };
  }),
  inRoom('500 asks while nothing can be sent', /can’t be reached/, async (room) => {
    const session = await room.signedIn();
    room.instead = () => notSent;
    let last = '';
    for (let turn = 0; turn < 500; turn += 1) {
      last = await read(session);
      room.nowMs += 5_000;
    }
    assert.equal(room.files('lease').length, 1);
    room.instead = undefined;
    room.presented.length = 0;
    return { told: last, kept: `${await recovered(room)}; one lease file` };
  }),
  inRoom('disk full while signing in again', /can’t be written to the disk/, async (room) => {
    await room.signedIn();
    const fault = { code: 'ENOSPC', on: 'write', file: /journal/ } as const;
    const session = room.window({ disk: faultyDisk({ fault }) });
    const result = await session.signIn({ clientSecret: new Secret('another'), ...newTokens });
    assert.ok(result.kind !== 'signedIn');
    return { told: reportOnSignIn(result, 'browser').text, kept: await recovered(room) };
  }),
  inRoom('an unfinished file of a newer session', /^a token$/, async (room) => {
    const session = await room.signedIn();
    writeFileSync(path.join(room.folder, 'journal.000009-0123456789abcdef.0123456789ab.tmp'), '');
    return { told: await read(session), kept: await recovered(room) };
  }),
  inRoom('the owner’s number is another process’s, and its start is hidden', /^a token$/, async (room) => {
    const id = '"IOPlatformUUID" = "AAAA-1"';
    const run = (command: string): Promise<string> =>
      command.includes('ioreg') ? Promise.resolve(id) : Promise.reject(new Error('forbidden'));
    const hidden = { ...thisSystem, platform: 'darwin', exists: () => true, run };
    await room.signedIn();
    const { step, reached } = stopAt('leased');
    void room.window({ step, system: hidden }).getAccessToken();
    await reached;
    stampLeases(room);
    const next = room.window({ system: hidden });
    assert.match(await read(next), /Another window is still renewing/);
    room.nowMs += 11 * 60_000;
    return { told: await read(next), kept: await recovered(room) };
  }),
  {
    fault: 'the provider refuses the scopes',
    where: 'services',
    tells: /does not grant this client the requested scopes/,
    run: () => Promise.resolve(redirected('error=invalid_scope')),
  },
  {
    fault: 'another provider answers the sign-in',
    where: 'services',
    tells: /a different identity provider/,
    run: () => Promise.resolve(redirected('code=c&iss=https://evil.example')),
  },
  inRoom(
    'the client secret was changed at the provider',
    /refuses to renew .*401 invalid_client/,
    async (room) => {
      const session = await room.signedIn();
      room.instead = () => answered(401, { error: 'invalid_client' });
      let last = '';
      for (let turn = 0; turn < 3; turn += 1) {
        last = await read(session);
        room.nowMs += 60_000;
      }
      room.instead = undefined;
      room.presented.length = 0;
      return { told: last, kept: await recovered(room) };
    },
  ),
  inRoom('a guessed client and an invented refresh token', /does not know this client ID/, async (room) => {
    room.instead = () => answered(401, { error: 'invalid_client' });
    const session = room.window();
    const result = await session.signIn({ clientSecret, refreshToken: new Secret('invented') });
    assert.ok(result.kind !== 'signedIn');
    assert.equal((await session.state()).kind, 'signedOut');
    assert.equal(room.map.size, 0);
    return { told: reportOnSignIn(result, 'refreshToken').text, kept: 'nothing: no session, no secret' };
  }),
  {
    fault: 'anybody in the process turns the verification of certificates off',
    where: 'services',
    tells: /^notSent certificate$/,
    run: () =>
      unverified(async () => {
        const server = await serve(reply(201), await makeCertificate(['127.0.0.1']));
        const answer = await sendByUndici(post(server.origin), { timeoutMs: 5000 });
        await server.close();
        assert.deepEqual(server.received, []);
        return { told: told(answer), kept: 'the token: the server got nothing' };
      }),
  },
  {
    fault: 'the window closes while an access token is on the clipboard',
    where: 'services',
    tells: /^$/,
    run: async () => {
      const state = new MemoryState();
      let text = '';
      const clipboard = {
        readText: () => Promise.resolve(text),
        writeText: (written: string) => Promise.resolve(void (text = written)),
      };
      await new ClipboardSecret(clipboard, state, () => 0, never).copy(new Secret('a token'));
      assert.equal(text, 'a token');
      const next = new ClipboardSecret(clipboard, state, () => clipboardSecretMs, never);
      await new Promise((resolve) => setTimeout(resolve, 50));
      await next.clear();
      return { told: text, kept: 'an empty clipboard' };
    },
  },
  {
    fault: 'the encryption breaks after the request had arrived, on the host’s own route',
    where: 'services',
    tells: /^unanswered/,
    run: () =>
      unverified(async () => {
        let garble = (): void => undefined;
        const server = await serve(() => garble(), await makeCertificate(['127.0.0.1']));
        const relay = await serveBytes((near) => {
          const far = connect(server.port, '127.0.0.1').on('error', () => undefined);
          near.pipe(far).pipe(near);
          garble = () => near.write('HTTP/1.1 200 OK\r\n\r\n');
        });
        const answer = await hostFetch(post(`https://127.0.0.1:${relay.port}`), { timeoutMs: 5000 });
        await Promise.all([relay.close(), server.close()]);
        assert.equal(server.received.length, 1);
        return { told: told(answer), kept: 'that it may have arrived' };
      }),
  },
  {
    fault: 'the deadline passes while connecting, on the host’s own route',
    where: 'services',
    tells: /^notSent timeout$/,
    run: async () => {
      const server = await serveBytes(() => undefined);
      const answer = await hostFetch(post(`https://127.0.0.1:${server.port}`), { timeoutMs: 300 });
      await server.close();
      return { told: told(answer), kept: 'that nothing was sent' };
    },
  },
  inRoom('the disk writes seven bytes at a time', /^a token$/, async (room) => {
    const session = await room.signedIn({ disk: shortWrites });
    const found = await read(session);
    room.loseBackup();
    return { told: found, kept: await recovered(room) };
  }),
  inRoom('two machines of one name share a home', /Another window is still renewing/, async (room) => {
    await room.signedIn();
    const { step, reached, goOn } = stopAt('beforeSend');
    const rebooted = (boot: string, machine: string) => ({
      ...thisSystem,
      read: (file: string) =>
        /boot_id|machine-id/.test(file)
          ? Promise.resolve(file.includes('boot_id') ? boot : machine)
          : thisSystem.read(file),
    });
    const first = room.window({ step, system: rebooted('b1', 'm1') }).getAccessToken();
    await reached;
    stampLeases(room);
    const found = await read(room.window({ system: rebooted('b2', 'm2') }));
    goOn();
    await first;
    assert.equal(room.presented.length, 1);
    return { told: found, kept: await recovered(room) };
  }),
  inRoom('the session’s folder is emptied while the provider answers', /^a token$/, async (room) => {
    const session = await room.signedIn();
    room.onTheWayBack = (answer) => {
      rmSync(room.folder, { recursive: true });
      return answer;
    };
    return { told: await read(session), kept: await recovered(room) };
  }),
];

function redirected(query: string) {
  const endpoints = ['https://id.example/authorize'];
  const answer = readAuthorizationResponse(`?state=s&${query}`, { state: 's', endpoints });
  assert.ok(answer.kind === 'failed' || answer.kind === 'otherProvider');
  return { told: reportOnAuthorization(answer).text, kept: 'nothing: no code was used' };
}

async function unverified<T>(work: () => Promise<T>): Promise<T> {
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
  try {
    return await work();
  } finally {
    delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  }
}

import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { SendOptions } from '../../../src/core/network/http.js';
import { post, routes, sendByUndici, told } from './sending.js';
import { reply, serve, serveBytes } from './servers.js';

const mebibyte = 1024 * 1024;

describe('An encoded answer', () => {
  const bomb = gzipSync(Buffer.alloc(50 * mebibyte, 'a'));

  for (const [route, send] of Object.entries(routes)) {
    it(`never unfolds to more than a mebibyte through ${route}`, async () => {
      const server = await serve(reply(200, bomb, { 'Content-Encoding': 'gzip' }));
      const result = await send(post(server.origin), { deadlineMs: 5000 });
      assert.ok(result.kind === 'answered' && result.response.truncated);
      assert.ok(result.response.body.length <= mebibyte);
      await server.close();
    });
  }

  it('is not asked for, and not read, through undici', async () => {
    const server = await serve(reply(200, gzipSync('{"body":"a"}'), { 'Content-Encoding': 'gzip' }));
    const result = await sendByUndici(post(server.origin), { deadlineMs: 5000 });
    assert.ok(result.kind === 'answered' && result.response.truncated);
    assert.equal(server.received[0]?.headers['accept-encoding'], undefined);
    await server.close();
  });
});

describe('A connection that is still being made', () => {
  const silent = async (options: (accepted: Promise<void>) => SendOptions): Promise<string> => {
    const bytes: Buffer[] = [];
    let connected: () => void;
    const accepted = new Promise<void>((resolve) => (connected = resolve));
    const server = await serveBytes((socket) =>
      socket.on('data', (chunk) => bytes.push(chunk)).once('data', connected),
    );
    const result = await sendByUndici(post(`https://127.0.0.1:${server.port}`), options(accepted));
    await delay(100);
    await server.close();
    assert.ok(!Buffer.concat(bytes).includes('Bearer'));
    return told(result);
  };

  it('has sent nothing when the person cancels', async () => {
    const cancel = new AbortController();
    const result = await silent((accepted) => {
      void accepted.then(() => cancel.abort());
      return { deadlineMs: 5000, signal: cancel.signal };
    });
    assert.equal(result, 'notSent cancelled');
  });

  it('has sent nothing at the deadline', async () => {
    assert.equal(await silent(() => ({ deadlineMs: 300 })), 'notSent timeout');
  });
});

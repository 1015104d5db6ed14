import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { connect } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import type { SendOptions } from '../../../src/core/network/http.js';
import { hostFetch } from '../../../src/services/network/hostFetch.js';
import { makeCertificate } from '../../wiki/certificates.js';
import { post, routes, sendByUndici, told } from './sending.js';
import { reply, serve, serveBytes } from './servers.js';

const mebibyte = 1024 * 1024;

describe('An encoded answer', () => {
  const bomb = gzipSync(Buffer.alloc(50 * mebibyte, 'a'));

  for (const [route, send] of Object.entries(routes)) {
    it(`never unfolds to more than a mebibyte through ${route}`, async () => {
      const server = await serve(reply(200, bomb, { 'Content-Encoding': 'gzip' }));
      const result = await send(post(server.origin), { timeoutMs: 5000 });
      assert.ok(result.kind === 'answered' && result.response.truncated);
      assert.ok(result.response.body.length <= mebibyte);
      await server.close();
    });
  }

  const text = '{"body":"ä"}';
  const whole: readonly (readonly [coding: string, bytes: Buffer])[] = [
    ['gzip', gzipSync(text)],
    ['X-GZIP', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['br', brotliCompressSync(text)],
    ['gzip, br', brotliCompressSync(gzipSync(text))],
  ];
  for (const [route, send] of Object.entries(routes)) {
    for (const [coding, bytes] of whole) {
      it(`${coding} (${bytes.length} bytes) is not asked for, and read all the same through ${route}`, async () => {
        const server = await serve(reply(200, bytes, { 'Content-Encoding': coding }));
        const result = await send(post(server.origin), { timeoutMs: 5000 });
        assert.ok(result.kind === 'answered');
        assert.deepEqual([result.response.body, result.response.truncated], [text, false]);
        assert.equal(server.received[0]?.headers['accept-encoding'], 'identity');
        await server.close();
      });
    }
  }

  for (const [coding, bytes] of [
    ['gzip', gzipSync(text).subarray(0, -9)],
    ['gzip', Buffer.from(text)],
    ['compress', Buffer.from(text)],
  ] as const) {
    it(`${coding} that can’t be read to its end is answered in part`, async () => {
      const server = await serve(reply(200, bytes, { 'Content-Encoding': coding }));
      const result = await sendByUndici(post(server.origin), { timeoutMs: 5000 });
      assert.ok(result.kind === 'answered' && result.response.truncated);
      await server.close();
    });
  }
});

describe('Encryption', () => {
  afterEach(() => delete process.env.NODE_TLS_REJECT_UNAUTHORIZED);

  it('is verified though the process says not to', async () => {
    const server = await serve(reply(201), await makeCertificate(['127.0.0.1']));
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    assert.equal(told(await sendByUndici(post(server.origin), { timeoutMs: 5000 })), 'notSent certificate');
    assert.deepEqual(server.received, []);
    await server.close();
  });

  it('that fails while the answer is read leaves open what was done', async () => {
    let garble = (): void => undefined;
    const server = await serve(() => garble(), await makeCertificate(['127.0.0.1']));
    const relay = await serveBytes((near) => {
      const far = connect(server.port, '127.0.0.1').on('error', () => undefined);
      near.pipe(far).pipe(near);
      garble = () => near.write('HTTP/1.1 200 OK\r\n\r\n');
    });
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    const result = await hostFetch(post(`https://127.0.0.1:${relay.port}`), { timeoutMs: 5000 });
    assert.equal(server.received.length, 1);
    assert.equal(result.kind, 'unanswered');
    await Promise.all([relay.close(), server.close()]);
  });

  it('that is never agreed on has sent nothing', async () => {
    const server = await serveBytes((socket) =>
      socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\n\r\n')),
    );
    const result = await hostFetch(post(`https://127.0.0.1:${server.port}`), { timeoutMs: 5000 });
    assert.equal(told(result), 'notSent encryption');
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
      return { timeoutMs: 5000, signal: cancel.signal };
    });
    assert.equal(result, 'notSent cancelled');
  });

  it('has sent nothing by the host’s fetch either', async () => {
    const server = await serveBytes(() => undefined);
    const url = `https://127.0.0.1:${server.port}`;
    assert.equal(told(await hostFetch(post(url), { timeoutMs: 300 })), 'notSent timeout');
    const options = { timeoutMs: 5000, signal: AbortSignal.timeout(300) };
    assert.equal(told(await hostFetch(post(url), options)), 'notSent cancelled');
    await server.close();
  });

  it('has sent nothing at the deadline', async () => {
    assert.equal(await silent(() => ({ timeoutMs: 300 })), 'notSent timeout');
  });
});

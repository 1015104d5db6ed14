import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { SendOptions } from '../../../src/core/network/http.js';
import { post, routes, told } from './sending.js';
import { closedPort, reply, serve, serveBytes } from './servers.js';

const mebibyte = 1024 * 1024;
for (const [route, send] of Object.entries(routes)) {
  describe(`A request through ${route}`, () => {
    const open: { close: () => Promise<void> }[] = [];
    const use = async <T extends { close: () => Promise<void> }>(starting: Promise<T>): Promise<T> => {
      const started = await starting;
      open.push(started);
      return started;
    };
    const exchange = (url: string, options: Partial<SendOptions> = {}, body?: string) =>
      send(post(url, body), { timeoutMs: 5000, ...options });
    const answeredBy = async (bytes: string) => {
      const { origin } = await use(serveBytes((socket) => socket.once('data', () => socket.end(bytes))));
      return exchange(origin);
    };
    afterEach(async () => {
      await Promise.all(open.splice(0).map(({ close }) => close()));
    });

    it('arrives as it is, and its answer too', async () => {
      const server = await use(serve(reply(201, '{"body":"ö"}', { Date: 'D', 'X-Odd': 'a' })));
      const result = await exchange(`${server.origin}/a/b?c=d`);
      assert.ok(result.kind === 'answered');
      const { headers, ...response } = result.response;
      assert.deepEqual(response, { status: 201, body: '{"body":"ö"}', truncated: false });
      assert.deepEqual([headers.date, headers['x-odd']], ['D', 'a']);
      const [received] = server.received;
      assert.deepEqual([received?.line, received?.body], ['POST /a/b?c=d', '{"a":"ü"}']);
      assert.equal(received?.headers.authorization, 'Bearer abc');
      assert.equal(received.headers['content-length'], '10');
    });

    it('is not sent where the connection is refused', async () => {
      const result = await exchange(`http://127.0.0.1:${await closedPort()}`);
      assert.deepEqual(result, { kind: 'notSent', reason: 'refused', code: 'ECONNREFUSED' });
    });

    it('is not sent to a name that nobody knows', async () => {
      assert.equal(told(await exchange('https://nowhere.invalid')), 'notSent name not found');
    });

    it('is unanswered when the connection is reset after it', async () => {
      const server = await use(serveBytes((socket) => socket.once('data', () => socket.resetAndDestroy())));
      assert.equal(told(await exchange(server.origin)), 'unanswered reset');
      assert.equal(server.accepted(), 1);
    });

    it('is unanswered when the connection is reset within its body', async () => {
      const server = await use(
        serveBytes((socket) => {
          let length = 0;
          socket.on('data', (chunk) => (length += chunk.length) > 100_000 && socket.resetAndDestroy());
        }),
      );
      const result = await exchange(server.origin, {}, 'a'.repeat(20 * mebibyte));
      assert.equal(result.kind, 'unanswered');
      assert.equal(server.accepted(), 1);
    });

    it('is unanswered when the connection ends after it', async () => {
      assert.equal(told(await answeredBy('')), 'unanswered reset');
    });

    it('is unanswered when the answer is not HTTP', async () => {
      assert.equal((await answeredBy('SSH-2.0-OpenSSH_9.6\r\n')).kind, 'unanswered');
    });

    it('is unanswered when there is no answer before the deadline', async () => {
      const server = await use(serve(() => undefined));
      const startedAt = performance.now();
      assert.equal(told(await exchange(server.origin, { timeoutMs: 300 })), 'unanswered timeout');
      const tookMs = performance.now() - startedAt;
      assert.ok(tookMs >= 290, String(tookMs));
      assert.equal(server.received.length, 1);
    });

    it('is unanswered when the head of its answer trickles past the deadline', async () => {
      const server = await use(
        serveBytes((socket) => {
          socket.write('HTTP/1.1 200 OK\r\nX: ');
          socket.on('close', () => clearInterval(timer));
          const timer = setInterval(() => socket.write('a'), 50);
        }),
      );
      assert.equal(told(await exchange(server.origin, { timeoutMs: 400 })), 'unanswered timeout');
    });

    it('is answered in part when the body trickles past the deadline', async () => {
      const server = await use(
        serve((response) => {
          response.writeHead(200);
          const timer = setInterval(() => response.write('a'), 50);
          response.on('close', () => clearInterval(timer));
        }),
      );
      const result = await exchange(server.origin, { timeoutMs: 400 });
      assert.ok(result.kind === 'answered' && result.response.truncated);
      assert.match(result.response.body, /^a+$/);
    });

    it('is not sent when it is cancelled before', async () => {
      const server = await use(serve(reply(200)));
      assert.equal(told(await exchange(server.origin, { signal: AbortSignal.abort() })), 'notSent cancelled');
      await delay(50);
      assert.equal(server.received.length, 0);
    });

    it('is unanswered when it is cancelled after', async () => {
      const cancel = new AbortController();
      const server = await use(serve(() => cancel.abort()));
      assert.equal(told(await exchange(server.origin, { signal: cancel.signal })), 'unanswered cancelled');
    });

    for (const status of [301, 302, 303, 307, 308]) {
      it(`does not follow a ${status}`, async () => {
        const other = await use(serve(reply(200)));
        const server = await use(serve(reply(status, 'moved', { Location: `${other.origin}/b` })));
        const result = await exchange(server.origin);
        assert.equal(told(result), `answered ${status}`);
        assert.deepEqual([server.received.length, other.received.length], [1, 0]);
      });
    }

    for (const [length, truncated] of [
      [mebibyte, false],
      [mebibyte + 1, true],
      [40 * mebibyte, true],
    ] as const) {
      it(`reads a mebibyte of a body of ${length} bytes`, async () => {
        const server = await use(serve(reply(200, Buffer.alloc(length, 'a'))));
        const result = await exchange(server.origin);
        assert.ok(result.kind === 'answered');
        assert.deepEqual([result.response.body.length, result.response.truncated], [mebibyte, truncated]);
      });
    }

    it('stops reading a body without an end', async () => {
      const server = await use(
        serve((response) => {
          const pour = (): void => {
            while (!response.destroyed && response.write(Buffer.alloc(mebibyte))) {}
          };
          response.writeHead(200).on('drain', pour);
          pour();
        }),
      );
      const result = await exchange(server.origin);
      assert.ok(result.kind === 'answered' && result.response.truncated);
    });

    const cut: readonly (readonly [what: string, bytes: string, body: string])[] = [
      ['than its length', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"body":"a', '{"body":"a'],
      [
        'than its chunks',
        'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n5\r\nfg',
        'abcde',
      ],
    ];
    for (const [what, bytes, body] of cut) {
      it(`is answered in part when the body is shorter ${what}`, async () => {
        const result = await answeredBy(bytes);
        assert.ok(result.kind === 'answered' && result.response.truncated);
        assert.ok(result.response.body.startsWith(body));
      });
    }

    it('is answered past early hints', async () => {
      const hints = 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n';
      const result = await answeredBy(`${hints}${hints}HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok`);
      assert.ok(result.kind === 'answered');
      assert.deepEqual(
        [result.response.status, result.response.body, result.response.truncated],
        [200, 'ok', false],
      );
    });

    for (const status of [
      '100 Continue',
      '101 Switching Protocols\r\nUpgrade: a\r\nConnection: upgrade',
      '199 Odd',
    ]) {
      it(`is unanswered after ${status.slice(0, 3)} alone`, async () => {
        assert.equal((await answeredBy(`HTTP/1.1 ${status}\r\n\r\n`)).kind, 'unanswered');
      });
    }

    it('is not sent with a header that can’t be one, and the failure does not show it', async () => {
      const server = await use(serve(reply(200)));
      const request = { ...post(server.origin), headers: { Authorization: 'Bearer abc\r\nX-Evil: 1' } };
      const result = await send(request, { timeoutMs: 1000 });
      assert.equal(result.kind, 'notSent');
      assert.doesNotMatch(JSON.stringify(result), /abc|Evil/);
      assert.equal(server.received.length, 0);
    });
  });
}

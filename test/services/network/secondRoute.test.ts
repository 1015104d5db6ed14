import assert from 'node:assert/strict';
import type { HttpRequest, Send, SendOptions } from '../../../src/core/network/http.js';
import { createSend } from '../../../src/services/network/network.js';
import type { NetworkSettings } from '../../../src/services/network/networkSettings.js';
import { startProxy, type Proxy } from './proxy.js';
import { reply, serve, serveBytes, type Served } from './servers.js';
import { told } from './sending.js';

const request = (url: string): HttpRequest => ({
  method: 'POST',
  url,
  headers: { Authorization: 'Bearer abc' },
  body: 'Text',
});

/** The settings know a proxy that lets nobody through; the host's fetch knows another way to every `.test`. */
describe('The second route', () => {
  const hostsOwn = globalThis.fetch;
  let wiki: Served;
  let refusing: Proxy;
  let settings: NetworkSettings;
  let send: Send;
  let asked: string[];
  let said: string[];
  const go = (url: string, options: Partial<SendOptions> = {}) =>
    send(request(url), { timeoutMs: 5000, ...options });

  beforeEach(async () => {
    wiki = await serve(reply(201));
    refusing = await startProxy(0, 407);
    const proxy = {
      httpProxy: refusing.url,
      httpsProxy: refusing.url,
      noProxy: '127.0.0.1',
      proxyAuthorization: undefined,
    };
    settings = { ...proxy, verifyProxyCertificate: true, systemCertificates: false };
    send = createSend(
      () => settings,
      (text) => said.push(text),
    );
    asked = [];
    said = [];
    globalThis.fetch = (url, init) => {
      const { origin, pathname } = new URL(url instanceof Request ? url.url : url);
      // What other tests of this process still look up has addresses of http
      if (origin.startsWith('https:')) {
        asked.push(origin);
      }
      return hostsOwn(`${origin.endsWith('.test') ? wiki.origin : origin}${pathname}`, init);
    };
  });
  afterEach(async () => {
    globalThis.fetch = hostsOwn;
    delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    await Promise.all([wiki.close(), refusing.close()]);
  });

  it('is taken when nothing could be sent, and kept', async () => {
    assert.equal(told(await go('https://wiki.test/a')), 'answered 201');
    assert.equal(told(await go('https://wiki.test/b')), 'answered 201');
    assert.deepEqual(
      wiki.received.map(({ line, body }) => `${line} ${body}`),
      ['POST /a Text', 'POST /b Text'],
    );
    assert.deepEqual([refusing.asked.length, asked.length], [1, 2]);
    assert.deepEqual(said, [
      'https://wiki.test could not be reached with your settings (407). It can be reached through VS Code’s own network, which is used from now on.',
    ]);
  });

  it('loses no answer because nobody could be told that it was taken', async () => {
    send = createSend(
      () => settings,
      () => {
        throw new Error('Channel has been closed');
      },
    );
    assert.equal(told(await go('https://wiki.test/')), 'answered 201');
  });

  it('is kept for one origin alone', async () => {
    await go('https://wiki.test/');
    await go('https://other.test/');
    assert.deepEqual(refusing.asked, ['wiki.test:443', 'other.test:443']);
  });

  it('is not kept when the settings change', async () => {
    await go('https://wiki.test/');
    settings = { ...settings, proxyAuthorization: 'Basic abc' };
    await go('https://wiki.test/');
    assert.equal(refusing.asked.length, 2);
    assert.equal(refusing.headers[1]?.['proxy-authorization'], 'Basic abc');
  });

  it('is kept when the settings are read anew with the same values', async () => {
    await go('https://wiki.test/');
    settings = { ...settings };
    await go('https://wiki.test/');
    assert.equal(refusing.asked.length, 1);
  });

  it('leaves it to be said once that the certificate of the proxy is not checked', async () => {
    for (const proxyAuthorization of ['Basic a', 'Basic b']) {
      settings = { ...settings, verifyProxyCertificate: false, proxyAuthorization };
      await go('https://wiki.test/');
    }
    assert.equal(
      said.filter((text) => /proxy’s certificate is not checked.*http\.proxyStrictSSL/.test(text)).length,
      1,
    );
  });

  it('is not taken when an answer came, whatever it is', async () => {
    const faulty = await serve(reply(500));
    assert.equal(told(await go(faulty.origin)), 'answered 500');
    await faulty.close();
    assert.deepEqual(asked, []);
  });

  it('is not taken when the request may have arrived', async () => {
    const cutting = await serveBytes((socket) => socket.once('data', () => socket.resetAndDestroy()));
    assert.equal(told(await go(cutting.origin)), 'unanswered reset');
    assert.equal(cutting.accepted(), 1);
    await cutting.close();
    assert.deepEqual(asked, []);
  });

  it('is not taken when the person cancels, or when the time is up', async () => {
    const silent = await serveBytes(() => undefined);
    const url = `https://127.0.0.1:${silent.port}`;
    assert.equal(told(await go(url, { timeoutMs: 200 })), 'notSent timeout');
    assert.equal(told(await go(url, { signal: AbortSignal.timeout(200) })), 'notSent cancelled');
    await silent.close();
    assert.deepEqual(asked, []);
  });

  it('is not taken when it would trust anybody, and left when that begins', async () => {
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    assert.equal(told(await go('https://wiki.test/')), 'notSent proxy sign-in');
    assert.deepEqual(asked, []);
    delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    assert.equal(told(await go('https://wiki.test/')), 'answered 201');
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    assert.equal(told(await go('https://wiki.test/')), 'notSent proxy sign-in');
    assert.equal(wiki.received.length, 1);
  });

  it('has only the time that is left', async () => {
    globalThis.fetch = (_url, init) =>
      new Promise((_resolve, reject) =>
        init?.signal?.addEventListener('abort', () => reject(new Error('ended'))),
      );
    assert.equal(told(await go('https://wiki.test/', { timeoutMs: 500 })), 'unanswered timeout');
  });

  it('leaves the first failure to be told when it fails too', async () => {
    globalThis.fetch = () =>
      Promise.reject(
        new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ENOTFOUND' }) }),
      );
    assert.equal(told(await go('https://wiki.test/')), 'notSent proxy sign-in');
    await go('https://wiki.test/');
    assert.equal(refusing.asked.length, 2);
  });

  const ambiguous: readonly (readonly [what: string, error: Error, expected: string])[] = [
    ['was reset', Object.assign(new Error(), { code: 'ECONNRESET' }), 'unanswered reset'],
    [
      'gave up connecting',
      Object.assign(new Error(), { code: 'UND_ERR_CONNECT_TIMEOUT' }),
      'notSent proxy sign-in',
    ],
    [
      'could connect to no address in time',
      Object.assign(
        new AggregateError([Object.assign(new Error(), { code: 'ETIMEDOUT', syscall: 'connect' })]),
        { code: 'ETIMEDOUT' },
      ),
      'notSent proxy sign-in',
    ],
  ];
  for (const [what, cause, expected] of ambiguous) {
    it(`is ${expected} when it ${what}`, async () => {
      globalThis.fetch = () => Promise.reject(new TypeError('fetch failed', { cause }));
      assert.equal(told(await go('https://wiki.test/')), expected);
    });
  }

  it('is taken when the proxy’s address is none', async () => {
    settings = { ...settings, httpsProxy: 'not an address' };
    assert.equal(told(await go('https://wiki.test/')), 'answered 201');
  });

  it('is not needed once the settings lead there, from the next request on', async () => {
    await go('https://wiki.test/');
    settings = { ...settings, noProxy: '*' };
    assert.equal(told(await go(`${wiki.origin}/c`)), 'answered 201');
    assert.equal(asked.length, 1);
  });
});

describe('Settings that change', () => {
  it('decide the way of the next request, and leave the one under way', async () => {
    const arrived = Promise.withResolvers<undefined>();
    const slow = await serve((response) => {
      arrived.resolve(undefined);
      setTimeout(() => response.end('late'), 300);
    });
    const proxy = await startProxy(0, 407);
    const direct = { httpProxy: '', httpsProxy: '', noProxy: '', proxyAuthorization: undefined };
    let settings: NetworkSettings = { ...direct, verifyProxyCertificate: true, systemCertificates: false };
    const send = createSend(
      () => settings,
      () => undefined,
    );
    const underWay = send(request(slow.origin), { timeoutMs: 5000 });
    await arrived.promise;
    settings = { ...settings, httpProxy: proxy.url, httpsProxy: proxy.url };
    await send(request('https://wiki.test/'), { timeoutMs: 5000 });
    assert.deepEqual(proxy.asked, ['wiki.test:443']);
    assert.equal(told(await underWay), 'answered 200');
    await Promise.all([slow.close(), proxy.close()]);
  });
});

import assert from 'node:assert/strict';
import tls from 'node:tls';
import { createDispatcher } from '../../../src/services/network/dispatch.js';
import { isBeforeSending, networkFailureOf } from '../../../src/services/network/failures.js';
import { readNetworkSettings } from '../../../src/services/network/networkSettings.js';
import { makeAuthority, makeCertificate, type Certificate } from '../../wiki/certificates.js';
import { configuration } from '../fakes.js';
import { startProxy, type Proxy, type Refusal } from './proxy.js';
import { closedPort, reply, serve, serveBytes, type Served } from './servers.js';
import { sendBy, told } from './sending.js';

describe('A request through a proxy', () => {
  let own: Certificate;
  let stranger: Certificate;
  let otherName: Certificate;
  let proxyCertificate: Certificate;
  const trusted = tls.getCACertificates('default');
  const open: { close: () => Promise<void> }[] = [];
  const use = async <T extends { close: () => Promise<void> }>(starting: Promise<T>): Promise<T> => {
    const started = await starting;
    open.push(started);
    return started;
  };
  let wiki: Served;
  let proxy: Proxy;
  const proxied = async (refusal?: Refusal): Promise<Proxy> => use(startProxy(wiki.port, refusal));

  before(async () => {
    const authority = await makeAuthority();
    own = await makeCertificate(['wiki.test', 'deep.wiki.test'], authority);
    otherName = await makeCertificate(['other.test'], authority);
    stranger = await makeCertificate(['wiki.test'], await makeAuthority('Stranger'));
    proxyCertificate = await makeCertificate(['127.0.0.1']);
    tls.setDefaultCACertificates([...trusted, authority.cert]);
  });
  after(() => tls.setDefaultCACertificates(trusted));
  beforeEach(async () => {
    wiki = await use(serve(reply(201, '{"body":"Done."}'), own));
    proxy = await proxied();
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map(({ close }) => close()));
  });

  it('goes through a tunnel, and the proxy sees no token', async () => {
    assert.equal(told(await sendBy({ proxy: proxy.url })), 'answered 201');
    assert.deepEqual(proxy.asked, ['wiki.test:443']);
    assert.equal(proxy.headers[0]?.authorization, undefined);
    assert.equal(proxy.headers[0]?.['proxy-authorization'], undefined);
    assert.deepEqual(
      [wiki.received[0]?.line, wiki.received[0]?.headers.host],
      ['POST /import?a=b', 'wiki.test'],
    );
    assert.equal(wiki.received[0]?.headers.authorization, 'Bearer abc');
  });

  const ways: readonly (readonly [
    what: string,
    user: (url: string) => object,
    environment: (url: string) => object,
  ])[] = [
    ['of HTTPS_PROXY', () => ({}), (url) => ({ HTTPS_PROXY: url })],
    ['of https_proxy', () => ({}), (url) => ({ https_proxy: url })],
    ['of http_proxy', () => ({}), (url) => ({ http_proxy: url })],
    [
      'of the settings before the environment',
      (proxy) => ({ proxy }),
      () => ({ https_proxy: 'http://127.0.0.1:1' }),
    ],
    [
      'of the settings although NO_PROXY names another host',
      (proxy) => ({ proxy }),
      () => ({ NO_PROXY: 'other.test' }),
    ],
    ['although noProxy has another port', (proxy) => ({ proxy, noProxy: ['wiki.test:8443'] }), () => ({})],
    ['although noProxy has a name that ends alike', (proxy) => ({ proxy, noProxy: ['ki.test'] }), () => ({})],
    ['although noProxy has a subdomain', (proxy) => ({ proxy, noProxy: ['deep.wiki.test'] }), () => ({})],
  ];
  for (const [what, user, environment] of ways) {
    it(`goes through the proxy ${what}`, async () => {
      const variables = environment(proxy.url) as Record<string, string>;
      assert.equal(told(await sendBy(user(proxy.url), variables)), 'answered 201');
      assert.equal(proxy.asked.length, 1);
    });
  }

  for (const noProxy of ['wiki.test', '.test', 'test', '*.test', 'WIKI.test', 'wiki.test:443', '*']) {
    it(`goes past the proxy by noProxy ${noProxy}, and by NO_PROXY`, async () => {
      const url = 'https://wiki.test/';
      for (const result of [
        await sendBy({ proxy: proxy.url, noProxy: ['a.test', noProxy] }, {}, { url }),
        await sendBy({}, { https_proxy: proxy.url, no_proxy: `a.test,${noProxy}` }, { url }),
      ]) {
        assert.equal(told(result), 'notSent name not found');
      }
      assert.deepEqual(proxy.asked, []);
    });
  }

  it('goes past the proxy when the support is off', async () => {
    const result = await sendBy({ proxy: proxy.url, proxySupport: 'off' }, { https_proxy: proxy.url });
    assert.equal(told(result), 'notSent name not found');
    assert.deepEqual(proxy.asked, []);
  });

  for (const host of ['localhost', '127.0.0.1', '[::1]']) {
    it(`goes past the proxy to ${host}`, async () => {
      const url = `http://${host}:${await closedPort()}/`;
      assert.equal(
        told(await sendBy({ proxy: proxy.url }, {}, { url, deadlineMs: 1000 })),
        'notSent refused',
      );
    });
  }

  it('shows the proxy its authorization, and the wiki none of it', async () => {
    await sendBy({ proxy: proxy.url, proxyAuthorization: 'Basic b3V0ZXI=' });
    assert.equal(proxy.headers[0]?.['proxy-authorization'], 'Basic b3V0ZXI=');
    assert.equal(wiki.received[0]?.headers['proxy-authorization'], undefined);
  });

  it('takes the name and password of the proxy’s address', async () => {
    await sendBy({ proxy: proxy.url.replace('//', '//jane:p%40ss@') });
    const expected = `Basic ${Buffer.from('jane:p@ss').toString('base64')}`;
    assert.equal(proxy.headers[0]?.['proxy-authorization'], expected);
  });

  for (const [refusal, reason, code] of [
    [407, 'proxy sign-in', '407'],
    [403, 'proxy', '403'],
    [502, 'proxy', '502'],
    [302, 'proxy', '302'],
    ['cut', 'proxy', 'UND_ERR_PRX_CONN'],
  ] as const) {
    it(`is not sent when the proxy answers ${refusal}, and that is the proxy’s failure`, async () => {
      const refusing = await proxied(refusal);
      const result = await sendBy({ proxy: refusing.url.replace('//', '//jane:secret@') });
      assert.deepEqual(result, { kind: 'notSent', reason, code });
      assert.doesNotMatch(JSON.stringify(result), /secret|jane/);
      assert.deepEqual([refusing.asked.length, wiki.received.length], [1, 0]);
    });
  }

  for (const [what, proxyOf, code] of [
    ['is not there', async () => `http://127.0.0.1:${await closedPort()}`, 'ECONNREFUSED'],
    ['has a name that nobody knows', () => 'http://nowhere.invalid:8080', 'ENOTFOUND'],
    ['has a name without a scheme that nobody knows', () => 'nowhere.invalid:8080', 'ENOTFOUND'],
  ] as const) {
    it(`is not sent when the proxy ${what}, and that is the proxy’s failure`, async () => {
      const result = await sendBy({ proxy: await proxyOf() });
      assert.equal(told(result), 'notSent proxy');
      // Without a network a name can't even be asked for
      assert.ok(
        result.kind === 'notSent' && [code, 'EAI_AGAIN'].includes(result.code),
        JSON.stringify(result),
      );
    });
  }

  it('is not sent when the proxy does not answer in time', async () => {
    const stalling = await proxied('stall');
    const result = await sendBy({ proxy: stalling.url }, {}, { deadlineMs: 300 });
    assert.equal(told(result), 'notSent timeout');
  });

  it('is unanswered when the tunnel breaks after it', async () => {
    const broken = await use(serve((response) => response.destroy(), own));
    const tunnel = await use(startProxy(broken.port));
    assert.equal(told(await sendBy({ proxy: tunnel.url })), 'unanswered reset');
    assert.equal(broken.received.length, 1);
  });

  it('has no dispatcher when the proxy setting is no address, or one of another protocol', () => {
    for (const [proxy, code] of [
      ['not an address', 'ERR_INVALID_URL'],
      ['http://', 'ERR_INVALID_URL'],
      ['ftp://127.0.0.1:1', 'UND_ERR_INVALID_ARG'],
      ['socks5://127.0.0.1:1', 'SOCKS'],
      ['SOCKS4://127.0.0.1:1', 'SOCKS'],
    ] as const) {
      assert.throws(
        () => createDispatcher(readNetworkSettings(configuration({ proxy }), {})),
        (error) => {
          assert.deepEqual(networkFailureOf(error), { reason: 'proxy address', code });
          return isBeforeSending(error);
        },
      );
    }
  });

  const certificates = [
    ['a stranger’s certificate', () => stranger],
    ['a certificate of another name', () => otherName],
  ] as const;
  for (const [what, certificate] of certificates) {
    it(`is not sent to a wiki with ${what}`, async () => {
      const other = await use(serve(reply(200), certificate()));
      const tunnel = await use(startProxy(other.port));
      assert.equal(told(await sendBy({ proxy: tunnel.url })), 'notSent certificate');
      assert.equal(told(await sendBy({}, {}, { url: other.origin })), 'notSent certificate');
      assert.equal(told(await sendBy({ proxy: tunnel.url, proxyStrictSSL: false })), 'notSent certificate');
      assert.equal(other.received.length, 0);
    });
  }

  it('is verified at the proxy and at the wiki though the process says not to', async () => {
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    try {
      const other = await use(serve(reply(200), stranger));
      const tunnel = await use(startProxy(other.port));
      assert.equal(told(await sendBy({ proxy: tunnel.url })), 'notSent certificate');
      const secure = await use(startProxy(wiki.port, undefined, proxyCertificate));
      assert.equal(told(await sendBy({ proxy: secure.url })), 'notSent proxy');
      assert.deepEqual([other.received, secure.asked], [[], []]);
    } finally {
      delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    }
  });

  it('is not sent to a server without TLS', async () => {
    const plain = await use(serveBytes((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n')));
    const result = await sendBy({}, {}, { url: `https://127.0.0.1:${plain.port}` });
    assert.equal(result.kind, 'notSent');
  });

  it('goes through a proxy with TLS whose certificate is not known only when the person allows it', async () => {
    const secure = await use(startProxy(wiki.port, undefined, proxyCertificate));
    const strict = await sendBy({ proxy: secure.url });
    assert.deepEqual(strict, { kind: 'notSent', reason: 'proxy', code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    assert.deepEqual(secure.asked, []);
    assert.equal(told(await sendBy({ proxy: secure.url, proxyStrictSSL: false })), 'answered 201');
  });
});

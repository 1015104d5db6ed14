import assert from 'node:assert/strict';
import { readNetworkSettings, type NetworkSettings } from '../../../src/services/network/networkSettings.js';
import fc from 'fast-check';
import { anything, holds, hostile } from '../../properties/runs.js';
import { configuration } from '../fakes.js';

const read = (user: object, environment: Record<string, string> = {}): NetworkSettings =>
  readNetworkSettings(configuration({ ...user }), environment);
const loopback = 'localhost,127.0.0.1,[::1]';
const direct = { httpProxy: '', httpsProxy: '', noProxy: loopback };

describe('The network settings', () => {
  type Row = readonly [
    what: string,
    user: object,
    environment: Record<string, string>,
    expected: Partial<NetworkSettings>,
  ];
  const rows: readonly Row[] = [
    ['are direct when nothing is set', {}, {}, direct],
    [
      'have the proxy of the settings for all',
      { proxy: ' http://p:1 ' },
      {},
      { httpProxy: 'http://p:1', httpsProxy: 'http://p:1' },
    ],
    [
      'prefer the settings to the environment',
      { proxy: 'http://p:1' },
      { http_proxy: 'http://e:1', HTTPS_PROXY: 'http://e:2' },
      { httpProxy: 'http://p:1', httpsProxy: 'http://p:1' },
    ],
    [
      'have the proxies of the environment',
      { proxy: '' },
      { http_proxy: 'http://e:1', HTTPS_PROXY: 'http://e:2' },
      { httpProxy: 'http://e:1', httpsProxy: 'http://e:2' },
    ],
    ['take the proxy for http for https too', {}, { HTTP_PROXY: 'http://e:1' }, { httpsProxy: 'http://e:1' }],
    ['leave out no host but loopback', { noProxy: [] }, {}, { noProxy: loopback }],
    [
      'leave out hosts',
      { noProxy: ['a.example', '.b.example:80'] },
      {},
      { noProxy: `a.example,.b.example:80,${loopback}` },
    ],
    [
      'leave out the environment’s hosts',
      {},
      { NO_PROXY: 'a.example, b.example' },
      { noProxy: `a.example,b.example,${loopback}` },
    ],
    [
      'prefer the hosts of the settings',
      { noProxy: ['a.example'] },
      { no_proxy: 'b.example' },
      { noProxy: `a.example,${loopback}` },
    ],
    ['leave out all hosts', { noProxy: ['a.example', '*'] }, {}, { noProxy: '*' }],
    [
      'are direct when support is off',
      { proxy: 'http://p:1', proxySupport: 'off' },
      { https_proxy: 'http://e:1' },
      { ...direct, noProxy: '*' },
    ],
    [
      'have the header for the proxy',
      { proxyAuthorization: ' Basic abc ' },
      {},
      { proxyAuthorization: 'Basic abc' },
    ],
    ['have no empty header', { proxyAuthorization: null }, {}, { proxyAuthorization: undefined }],
    ['verify certificates', {}, {}, { verifyProxyCertificate: true, systemCertificates: true }],
    [
      'verify less where the person says so',
      { proxyStrictSSL: false, systemCertificates: false },
      {},
      { verifyProxyCertificate: false, systemCertificates: false },
    ],
  ];
  for (const [what, user, environment, expected] of rows) {
    it(what, () => {
      const settings = read(user, environment);
      assert.deepEqual({ ...settings, ...expected }, settings);
    });
  }

  it('are the person’s alone: a workspace has no say in them', () => {
    const workspace = {
      proxy: 'http://evil:1',
      proxyStrictSSL: false,
      noProxy: ['*'],
      proxyAuthorization: 'x',
    };
    assert.deepEqual(readNetworkSettings(configuration({}, { workspace }), {}), read({}));
  });

  it('fall back to the defaults', () => {
    const settings = readNetworkSettings(configuration({}, { defaults: { proxy: 'http://d:1' } }), {});
    assert.equal(settings.httpProxy, 'http://d:1');
  });

  it('lead requests nowhere that they don’t say', () => {
    const values = fc.dictionary(
      fc.constantFrom(
        'proxy',
        'noProxy',
        'proxySupport',
        'proxyStrictSSL',
        'proxyAuthorization',
        'systemCertificates',
      ),
      fc.oneof(anything, hostile, fc.array(fc.oneof(anything, hostile))),
    );
    holds(fc.tuple(values, values), ([user, workspace]) => {
      const settings = readNetworkSettings(configuration(user, { workspace }), {});
      for (const each of ['httpProxy', 'httpsProxy', 'noProxy'] as const) {
        assert.equal(typeof settings[each], 'string');
      }
      // Only a plain false lets a certificate through
      assert.equal(settings.verifyProxyCertificate, user.proxyStrictSSL !== false);
      if (typeof user.proxy !== 'string') {
        assert.equal(settings.httpProxy, '');
      }
    });
  });
});

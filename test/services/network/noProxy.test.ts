import assert from 'node:assert/strict';
import tls from 'node:tls';
import fc from 'fast-check';
import type { Dispatcher } from 'undici';
import { createDispatcher } from '../../../src/services/network/dispatch.js';
import { readNetworkSettings } from '../../../src/services/network/networkSettings.js';
import { configuration } from '../fakes.js';

/** Which way a request to the origin goes by these exceptions, found out without a connection. */
function wayOf(origin: string, noProxy: unknown, noProxyVariable?: string): string {
  const user = { proxy: 'http://proxy.test:8080', noProxy, systemCertificates: false };
  const environment = noProxyVariable === undefined ? {} : { no_proxy: noProxyVariable };
  const dispatcher = createDispatcher(readNetworkSettings(configuration(user), environment));
  let way = '';
  for (const symbol of Object.getOwnPropertySymbols(dispatcher)) {
    const agent = (dispatcher as unknown as Record<symbol, Partial<Dispatcher> | undefined>)[symbol];
    if ((symbol.description ?? '').endsWith(' proxy agent') && agent !== undefined) {
      agent.dispatch = () => {
        way = (symbol.description ?? '').startsWith('no proxy') ? 'direct' : 'proxy';
        return true;
      };
    }
  }
  dispatcher.dispatch({ origin, path: '/', method: 'GET' }, {});
  void dispatcher.destroy();
  return way;
}

const label = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/);
const name = fc.array(label, { minLength: 2, maxLength: 4 }).map((labels) => `${labels.join('.')}.test`);
const port = fc.integer({ min: 1, max: 65_535 }).filter((each) => each !== 443);
const anyCase = (text: string) =>
  fc
    .array(fc.boolean(), { minLength: text.length, maxLength: text.length })
    .map((upper) =>
      Array.from(text, (letter, at) => (upper[at] === true ? letter.toUpperCase() : letter)).join(''),
    );
const other = fc.constantFrom('a.example', '.b.example', 'c.example:8443', '10.0.0.1');
/** The entry somewhere among others. */
const among = (entry: string) =>
  fc.tuple(fc.array(other), fc.array(other)).map(([before, after]) => [...before, entry, ...after]);

describe('An exception to the proxy', () => {
  const runs = { numRuns: Number(process.env.PROPERTY_RUNS ?? 300) };

  // Nothing is connected to, and reading certificates takes a while
  const trusted = tls.getCACertificates('default');
  before(() => tls.setDefaultCACertificates([]));
  after(() => tls.setDefaultCACertificates(trusted));

  it('is a name, which stands for itself and every name below it, in any spelling and place', () => {
    const cases = name.chain((host) =>
      fc.record({
        host: fc.constantFrom(host, `deep.${host}`, `very.deep.${host}`),
        list: fc
          .tuple(fc.constantFrom('', '.'), anyCase(host))
          .chain(([dot, spelled]) => among(`${dot}${spelled}`)),
      }),
    );
    fc.assert(
      fc.property(cases, ({ host, list }) => {
        assert.equal(wayOf(`https://${host}`, list), 'direct');
        assert.equal(wayOf(`https://${host}`, [], list.join(', ')), 'direct');
      }),
      runs,
    );
  });

  it('stands for no name that only ends alike, nor for one above it', () => {
    fc.assert(
      fc.property(name, label, (host, before) => {
        assert.equal(wayOf(`https://${before}${host}`, [host]), 'proxy');
        assert.equal(wayOf(`https://${host.slice(host.indexOf('.') + 1)}`, [host]), 'proxy');
      }),
      runs,
    );
  });

  it('with a port stands for that port alone', () => {
    fc.assert(
      fc.property(name, port, port, (host, one, another) => {
        assert.equal(wayOf(`https://${host}:${one}`, [`${host}:${one}`]), 'direct');
        assert.equal(wayOf(`https://${host}`, [`${host}:443`]), 'direct');
        assert.equal(wayOf(`https://${host}`, [`${host}:${one}`]), 'proxy');
        if (one !== another) {
          assert.equal(wayOf(`https://${host}:${one}`, [`${host}:${another}`]), 'proxy');
        }
      }),
      runs,
    );
  });

  it('that is a star stands for every host', () => {
    const cases = fc.record({ host: name, list: among('*') });
    fc.assert(
      fc.property(cases, ({ host, list }) => assert.equal(wayOf(`https://${host}`, list), 'direct')),
      runs,
    );
  });

  it('is never needed for this machine', () => {
    const here = fc.constantFrom('http://localhost', 'http://127.0.0.1:8080', 'http://[::1]:3000');
    fc.assert(
      fc.property(here, fc.array(other), (origin, list) => assert.equal(wayOf(origin, list), 'direct')),
      runs,
    );
  });

  it('of any text or type neither throws nor opens the way for a host that it does not name', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.array(fc.anything()), fc.array(fc.string())), (list) => {
        const named =
          Array.isArray(list) && list.some((entry) => typeof entry === 'string' && /test|\*/i.test(entry));
        if (!named) {
          assert.equal(wayOf('https://wiki.acme.test', list), 'proxy');
        }
      }),
      runs,
    );
  });
});

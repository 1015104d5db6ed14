import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseConnections } from '../../src/core/connection/connection.js';
import { parseEndpoint } from '../../src/core/connection/endpoint.js';
import { recordOf, storedPageSchema } from '../../src/core/records/storedPage.js';
import { readAs } from '../../src/core/text/json.js';
import { parseParent, parseSpace, parseTitle } from '../../src/core/wiki/target.js';
import { readNetworkSettings } from '../../src/services/network/networkSettings.js';
import { readPageSettings } from '../../src/services/workspace/pageSettings.js';
import { configuration } from '../services/fakes.js';
import { holds, hostile } from './runs.js';

const anything = fc.anything({ maxDepth: 1, maxKeys: 3, withNullPrototype: true, withBigInt: true });
const host = fc.constantFrom(
  'wiki.example',
  'localhost',
  '127.0.0.1',
  '[::1]',
  'LOCALHOST',
  '127.1',
  '0x7f.1',
  'ẞ.example',
);
const address = fc.oneof(
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc
    .tuple(
      fc.constantFrom('https', 'http', 'HTTPS', 'ftp', 'file', 'javascript', 'command', 'vscode', 'https\t'),
      fc.constantFrom('://', ':', ':/', ':\\\\', ':///'),
      fc.constantFrom('', 'user@', 'user:word@', ':@', '@'),
      host,
      fc.constantFrom('', ':443', ':0', ':99999', ':8443'),
      fc.oneof(
        hostile,
        fc.constantFrom('', '/wiki/spaces/ENG/pages/123/Title', '?pageId=7', '/pages/edit-v2/9'),
      ),
    )
    .map((parts) => parts.join('')),
  hostile,
  fc.string(),
);

describe('Any address that is pasted', function () {
  this.timeout(300_000);

  it('as an endpoint is refused, or leads over an encrypted way to one place in one spelling', () => {
    holds(address, (text) => {
      const { value, problem } = parseEndpoint(text);
      if (problem !== undefined) {
        assert.ok(problem.length > 10);
        return;
      }
      const url = new URL(value);
      assert.ok(
        url.protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname),
        value,
      );
      assert.equal(url.username + url.password + url.hash, '');
      assert.equal(parseEndpoint(value).value, value);
      assert.doesNotMatch(value, /[\s\u0000-\u001f]/);
    });
  });

  it('as a parent page gives digits or a sentence, as a space or a title no more than that', () => {
    holds(address, (text) => {
      const { value, problem } = parseParent(text);
      assert.ok(problem === undefined ? /^\d+$/.test(value) : problem !== '');
      assert.doesNotMatch(parseSpace(text).value ?? 'a', /[\s/:?#]/);
      const title = parseTitle(text);
      assert.ok(title.problem !== undefined || (title.value !== '' && title.value.length <= 255));
    });
  });
});

describe('Settings of any type', function () {
  this.timeout(300_000);

  it('name connections that can be used, and a problem for each other', () => {
    const entry = fc.oneof(
      anything,
      fc.record({ name: fc.oneof(anything, hostile), endpoint: fc.oneof(anything, address) }),
    );
    holds(fc.oneof(anything, fc.array(entry)), (setting) => {
      const { connections, problems } = parseConnections(setting);
      assert.equal(connections.length + problems.length, Array.isArray(setting) ? setting.length : 0);
      for (const { name, endpoint } of connections) {
        assert.ok(
          typeof name === 'string' && name.trim() !== '' && parseEndpoint(endpoint).value === endpoint,
        );
      }
    });
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

  it('say how a document becomes a page', () => {
    const values = fc.dictionary(
      fc.constantFrom(
        'omitHeading',
        'omitComments',
        'publicAddress',
        'space',
        'parent',
        'overwrite',
        'problems',
      ),
      fc.oneof(anything, hostile, address, fc.dictionary(fc.string(), anything)),
    );
    holds(fc.tuple(values, hostile), ([values, path]) => {
      const settings = readPageSettings(
        {
          get: (key: string) => values[key],
          inspect: (key: string) => ({ key, globalValue: values[key] as never }),
        },
        path,
      );
      assert.equal(typeof settings.text.omitHeading, 'boolean');
      assert.match(settings.text.publicAddresses?.address ?? 'https:', /^https?:/);
    });
  });

  it('and what was stored by another version, are read or left', () => {
    const part = fc.oneof(anything, hostile);
    const place = fc.record({ endpoint: part, space: part, parent: part, title: part });
    const file = fc.oneof(anything, fc.record({ uri: part, realPath: part, workspacePath: part }));
    const time = fc.oneof(anything, fc.double());
    const send = fc.oneof(
      anything,
      fc.record({ id: part, file, hash: part, sentAt: time, sender: part, endedAt: time }),
    );
    const sends = fc.oneof(anything, fc.array(send, { maxLength: 4 }));
    const published = fc.record({ id: part, hash: part, sentAt: time, publishedAt: time });
    const page = fc.record({ place, file, sends, published, suggestedTitle: part });
    holds(fc.oneof(anything, page), (value) => {
      const stored = readAs(storedPageSchema, value);
      const record = stored && recordOf('id', stored);
      assert.ok(record === undefined || /^\d+$/.test(record.place.parent));
    });
  });
});

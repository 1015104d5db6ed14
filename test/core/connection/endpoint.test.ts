import { readFileSync } from 'node:fs';
import path from 'node:path';
import assert from 'node:assert/strict';
import { parsePastedToken } from '../../../src/core/connection/apiToken.js';
import {
  loopbackHosts,
  parseEndpoint,
  parseNewEndpoint,
  splitPasted,
} from '../../../src/core/connection/endpoint.js';
import { parseAuthUrl, parseClientId } from '../../../src/core/export/exportClient.js';
import { anyAddress, holds } from '../../properties/runs.js';
import { jwt } from '../jwt.js';

const documented = 'https://acme.example.com/wiki/apps/5f0c/production/webtrigger';

describe('An endpoint’s address', () => {
  const good: readonly (readonly [text: string, endpoint: string])[] = [
    [documented, documented],
    [`  ${documented}\n`, documented],
    ['HTTPS://ACME.example.com:443/a', 'https://acme.example.com/a'],
    ['https://acme.example.com', 'https://acme.example.com/'],
    ['https://hooks.example.com/x1/abc?key=1', 'https://hooks.example.com/x1/abc?key=1'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['http://localhost:8080/a', 'http://localhost:8080/a'],
    ['http://127.0.0.1:8080/a', 'http://127.0.0.1:8080/a'],
    ['http://127.1/a', 'http://127.0.0.1/a'],
    ['http://[::1]:8080/a', 'http://[::1]:8080/a'],
  ];
  for (const [text, endpoint] of good) {
    it(`is read from ${JSON.stringify(text)}`, () => assert.equal(parseEndpoint(text).value, endpoint));
  }

  const bad: readonly (readonly [text: string, problem: RegExp])[] = [
    ['', /Paste/],
    [' \n', /Paste/],
    ['acme.example.com/a', /https:\/\//],
    ['http://acme.example.com/a', /nobody can read/],
    ['http://localhost.example.com/a', /nobody can read/],
    ['http://127.0.0.1.example.com/a', /nobody can read/],
    ['http://localhost@example.com/a', /nobody can read/],
    ['ftp://localhost/a', /https:\/\//],
    ['javascript:alert(1)', /https:\/\//],
    ['file:///etc/passwd', /https:\/\//],
    ['https://user@acme.example.com/a', /user name/],
    ['https://:secret@acme.example.com/a', /password/],
    ['https://acme.example.com/a#b', /#/],
    ['https://acme.example.com/a#', /#/],
    ['https://', /complete address/],
  ];
  for (const [text, problem] of bad) {
    it(`is not read from ${JSON.stringify(text)}`, () => {
      const parsed = parseEndpoint(text);
      assert.equal(parsed.value, undefined);
      assert.match(parsed.problem, problem);
    });
  }

  it('is refused, or leads over an encrypted way to one place in one spelling', () => {
    holds(anyAddress, (text) => {
      const { value, problem } = parseEndpoint(text);
      if (problem !== undefined) {
        assert.ok(problem.length > 10);
        return;
      }
      const url = new URL(value);
      assert.ok(url.protocol === 'https:' || loopbackHosts.includes(url.hostname), value);
      assert.equal(url.username + url.password + url.hash, '');
      assert.equal(parseEndpoint(value).value, value);
      assert.doesNotMatch(value, /[\s\u0000-\u001f]/);
    });
  });

  it('is loopback by its whole name alone', () => {
    const hosts = ['localhost', '127.0.0.1', '[::1]', '127.9.9.9', 'localhost.a', '128.0.0.1', '127.0.0.1.a'];
    assert.deepEqual(
      hosts.filter((host) => parseEndpoint(`http://${host}/import`).value !== undefined),
      ['localhost', '127.0.0.1', '[::1]'],
    );
    assert.deepEqual(loopbackHosts, ['localhost', '127.0.0.1', '[::1]']);
  });
});

describe('An address that was just pasted', () => {
  for (const text of [
    'https://acme.example.com',
    'https://acme.example.com/wiki',
    'https://acme.example.com/wiki/spaces/DOCS/overview',
    'https://acme.example.com/wiki/spaces/DOCS/pages/42/Guides',
    'https://acme.example.com/pages/viewpage.action?pageId=42',
    'https://acme.example.com/display/DOCS/Guides',
    'https://acme.example.com/wiki/admin/tokens',
  ]) {
    it(`is no import endpoint’s: ${text}`, () => {
      assert.match(parseNewEndpoint(text).problem ?? '', /address of the wiki or of a page in it/);
      assert.ok(parseEndpoint(text).value, 'in the settings it may be one');
    });
  }

  for (const text of [documented, 'https://hooks.example.com/x1/abc?key=1', 'http://127.0.0.1:8080/a']) {
    it(`may be an import endpoint’s: ${text}`, () => assert.equal(parseNewEndpoint(text).value, text));
  }
});

describe('What is kept in the settings', () => {
  it('is no address or client ID that a token is part of', () => {
    const token = jwt({ iat: 1, exp: 2 });
    for (const secret of [token, token.slice(0, -30), 'glpat-q7Zt4LmX9vRb2KcN8wPy']) {
      for (const parsed of [
        parseNewEndpoint(`${documented}?token=${secret}`),
        parseNewEndpoint(`${documented}/${secret}`),
        parseAuthUrl(`https://id.example.com/${secret}`),
        parseClientId(secret),
      ]) {
        assert.match(parsed.problem ?? '', /looks like a token|a token in this address/);
      }
    }
    assert.match(parseNewEndpoint(documented + token.slice(0, -30)).problem ?? '', /a token in this address/);
  });
});

describe('An address and a token that are pasted together', () => {
  const token = jwt({ iat: 1, exp: 2 });
  const both = { endpoints: [documented], pages: [], tokens: [token] };
  const alone = { endpoints: [documented], pages: [], tokens: [] };
  for (const [what, text, parts] of [
    ['the address alone', documented, alone],
    ['the token alone', token, { endpoints: [], pages: [], tokens: [token] }],
    ['address, blank, token', `${documented} ${token}`, both],
    ['token, blank, address', `${token} ${documented}`, both],
    ['address, line end, token', `${documented}\r\n${token}\n`, both],
    ['token, line end, address', `\n${token}\n${documented}`, both],
    ['address and token joined', documented + token, both],
    ['token and address joined', token + documented, both],
    ['both joined, with a blank at the end', `${documented}${token} `, both],
    [
      'an address that has no documented form',
      `https://a.example/x1${token}`,
      {
        ...both,
        endpoints: ['https://a.example/x1'],
      },
    ],
    [
      'an address with the letters that a token begins with',
      `${documented}/eyJ/a.b.c`,
      {
        ...alone,
        endpoints: [`${documented}/eyJ/a.b.c`],
      },
    ],
    [
      'an address with a token in it',
      `${documented}?token=${token}`,
      {
        ...alone,
        endpoints: [`${documented}?token=${token}`],
      },
    ],
    [
      'a token that was copied in part',
      `${token.slice(0, 40)} ${documented}`,
      {
        ...both,
        tokens: [token.slice(0, 40)],
      },
    ],
    ['no word of them', 'Import endpoint: to follow', { endpoints: [], pages: [], tokens: [] }],
  ] as const) {
    it(`are told apart: ${what}`, () => assert.deepEqual(splitPasted(text), parts));
  }

  for (const text of [
    `Bearer ${token} ${documented}`,
    `${documented}\nBearer ${token}`,
    `${documented}Bearer ${token}`,
    `Bearer ${token}${documented}`,
    `Endpoint: ${documented} Token: ${token}`,
    `Endpoint: ${documented}, API token: ${token}.`,
    `Endpoint: ${documented}API token: ${token}`,
    `エンドポイント：${documented}トークン：${token}`,
    `Authorization: Bearer ${token}\nPOST ${documented}\n`,
    `WIKI_ENDPOINT="${documented}"\nWIKI_TOKEN="${token}"`,
    `{"endpoint":"${documented}","token":"${token}"}`,
    `| Endpoint | <${documented}> |\n| Token | \`${token}\` |`,
    `Hi! The [endpoint](${documented}) (that is ${documented}), and “${token}”: keep it safe.`,
    `App 5f0c1a2b-0e1f-4d3c-9b8a-000000000001: ${documented} ${token} expires 2026-11-28T10:00:00Z`,
  ]) {
    it(`are found among other words: ${text.replace(token, '…')}`, () => {
      assert.deepEqual(splitPasted(text), both);
      assert.equal(parsePastedToken(text, 1_500).value?.secret.reveal(), token);
    });
  }

  it('have a token for the box that asks for one alone, unless there are several, or none that is complete', () => {
    const problem = (text: string) => parsePastedToken(text, 1_500).problem ?? '';
    assert.match(problem(`${token} or ${jwt({ iat: 1, exp: 3 })}`), /^There are several /);
    assert.match(problem(`It is ${token.slice(0, 20)} ${token.slice(20)}`), /a blank or a line break/);
    assert.match(problem(token.slice(0, 40)), /three parts/);
    assert.match(parsePastedToken(`It is ${token}`, 2_000).problem ?? '', /^This token expired on /);
  });

  it('are all told, where there are several', () => {
    const other = { endpoint: `${documented}/2`, token: jwt({ iat: 1, exp: 3 }) };
    assert.deepEqual(splitPasted(`${documented} ${token} or ${other.endpoint} ${other.token}`), {
      endpoints: [documented, other.endpoint],
      pages: [],
      tokens: [token, other.token],
    });
  });
});

describe('The address of a page that is pasted with endpoint and token', () => {
  const page = 'https://acme.example.com/wiki/spaces/DOCS/pages/100102/Guides';
  const token = jwt({ iat: 1, exp: 2 });
  const parts = [documented, token, page];
  const orders = parts.flatMap((one, first) =>
    [1, 2].map((step) => [one, parts[(first + step) % 3], parts[(first + 3 - step) % 3]]),
  );
  for (const order of orders) {
    for (const [name, between] of [
      ['blanks', ' '],
      ['line ends', '\r\n'],
      ['nothing', ''],
    ] as const) {
      it(`is told from them, with ${name} between: ${order.map((part) => parts.indexOf(part ?? '')).join()}`, () => {
        const { endpoints, tokens, pages } = splitPasted(order.join(between));
        assert.deepEqual([...endpoints, ...tokens, ...pages], parts);
      });
    }
  }

  it('is that of a space too, and none that is a part of another address', () => {
    const space = 'https://acme.example.com/wiki/spaces/DOCS/overview';
    assert.deepEqual(splitPasted(`${documented} Under: ${space}`).pages, [space]);
    const redirecting = `${documented}?next=https://other.example/wiki/x`;
    assert.deepEqual(splitPasted(redirecting), { endpoints: [redirecting], pages: [], tokens: [] });
  });
});

describe('The manifest’s pattern for endpoints', () => {
  const manifest = readFileSync(path.join(__dirname, '..', '..', '..', '..', 'package.json'), 'utf8');
  const { pattern = '' } = /"pattern": (?<pattern>".*")/.exec(manifest)?.groups ?? {};
  const rule = new RegExp(JSON.parse(pattern) as string);
  for (const address of [
    'https://wiki.example/wiki/apps/a/b/webtrigger',
    'https://wiki.example',
    'https://wiki.example:8443/a?b=c@d',
    'http://localhost',
    'http://localhost:8080/a',
    'http://127.0.0.1/a',
    'http://[::1]:8080/a?b',
    'http://localhost.evil.com',
    'http://localhost.evil.com/a',
    'http://localhost@evil.com',
    'http://127.evil.com',
    'http://127.0.0.1.evil.com',
    'http://wiki.example',
    'https://user:pass@wiki.example',
    'https://wiki.example/#a',
    'ftp://wiki.example',
    'wiki.example',
  ]) {
    it(`judges ${address} as the code does`, () =>
      assert.equal(rule.test(address), parseEndpoint(address).problem === undefined));
  }
});

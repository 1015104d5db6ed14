import * as assert from 'node:assert/strict';
import { inspect } from 'node:util';
import * as fc from 'fast-check';
import { accessTokenExpiresAt } from '../../../src/core/export/accessToken';
import { idleStage } from '../../../src/core/export/idle';
import { Secret } from '../../../src/core/text/secret';
import { codeExchangeRequest, refreshRequest } from '../../../src/core/export/tokenRequest';
import { holds } from '../../properties/runs';
import { anyToken } from '../jwt';
import { readTokenResponse } from '../../../src/core/export/tokenResponse';

const now = Date.parse('2026-01-01T00:00:00Z');
const client = { authUrl: 'https://id.example/', clientId: 'c1' };
const secret = (text: string): Secret => new Secret(text);

function judge(status: number, body: unknown, headers: Record<string, string> = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return readTokenResponse({ status, headers, body: text, truncated: false }, now);
}

describe('a token request', () => {
  it('is the JSON of contract 4.2', () => {
    const request = refreshRequest(client, secret('shh'), secret('r1'));
    assert.equal(`${request.method} ${request.url}`, 'POST https://id.example/oauth/token');
    assert.equal(request.headers['content-type'], 'application/json');
    const members = {
      grant_type: 'refresh_token',
      client_id: 'c1',
      client_secret: 'shh',
      refresh_token: 'r1',
    };
    assert.deepEqual(JSON.parse(request.body ?? ''), members);
  });

  it('exchanges a code with its verifier', () => {
    const grant = {
      clientSecret: secret('shh'),
      code: secret('k'),
      codeVerifier: secret('v'),
      redirectUri: 'vscode://x',
    };
    assert.deepEqual(JSON.parse(codeExchangeRequest(client, grant).body ?? ''), {
      grant_type: 'authorization_code',
      client_id: 'c1',
      client_secret: 'shh',
      code: 'k',
      code_verifier: 'v',
      redirect_uri: 'vscode://x',
    });
  });

  it('shows nothing when it is logged', () => {
    const request = refreshRequest(client, secret('canary-1'), secret('canary-2'));
    const shown =
      inspect(request, { depth: 9, showHidden: true }) + JSON.stringify(request) + inspect(secret('canary'));
    assert.ok(!`${shown}${String(secret('canary'))}${JSON.stringify([secret('canary')])}`.includes('canary'));
  });
});

describe("the provider's answer", () => {
  it('is tokens when both are there', () => {
    const found = judge(200, { access_token: 'a', refresh_token: 'r', expires_in: 3600 });
    assert.ok(
      found.kind === 'tokens' && found.accessToken.reveal() === 'a' && found.refreshToken.reveal() === 'r',
    );
  });

  for (const beside of [{ error: null }, { error: 'invalid_grant' }, { error: {} }]) {
    it(`is tokens whatever stands beside them, as ${JSON.stringify(beside)}`, () =>
      assert.equal(judge(200, { ...beside, access_token: 'a', refresh_token: 'r' }).kind, 'tokens'));
  }

  it('is tokens with any status of a success', () =>
    assert.equal(judge(201, { access_token: 'a', refresh_token: 'r' }).kind, 'tokens'));

  it('keeps the new refresh token when the access token can not be put in a header', () => {
    const found = judge(200, { access_token: 'a\nb', refresh_token: 'r' });
    assert.ok(found.kind === 'refreshTokenOnly' && found.refreshToken.reveal() === 'r');
  });

  for (const status of [400, 401, 403, 422]) {
    it(`is a refusal for invalid_grant with ${status}`, () =>
      assert.deepEqual(judge(status, { error: 'invalid_grant', error_description: 'x' }), {
        kind: 'refused',
      }));
  }

  const temporary: readonly (readonly [number, unknown])[] = [
    [200, '<html>sign in to the network</html>'],
    [200, { access_token: 'a' }],
    [200, { refresh_token: '', access_token: 'a' }],
    [200, { refresh_token: ' ', access_token: 'a' }],
    [200, { refresh_token: null, access_token: 'a' }],
    [200, { refresh_token: ['r'], access_token: 'a' }],
    [200, [{ access_token: 'a', refresh_token: 'r' }]],
    [204, ''],
    [301, { access_token: 'a', refresh_token: 'r' }],
    [307, ''],
    [308, { error: 'invalid_grant' }],
    [400, '{"error":"invalid_gra'],
    [400, 'invalid_grant'],
    [400, { error: { code: 'invalid_grant' } }],
    [401, { error: 'invalid_client' }],
    [403, '<html>'],
    [407, ''],
    [429, {}],
    [500, { error: 'invalid_grant' }],
    [503, { access_token: 'a', refresh_token: 'r' }],
  ];
  for (const [status, body] of temporary) {
    it(`is temporary for ${status} ${JSON.stringify(body)}`, () =>
      assert.equal(judge(status, body).kind, 'temporary'));
  }

  it('gives away a registered error code and nothing else', () => {
    const codes = ['invalid_client', 'canary', 7].map((error) => {
      const found = judge(401, { error, error_description: 'canary' });
      return found.kind === 'temporary' ? found.error : found.kind;
    });
    assert.deepEqual(codes, ['invalid_client', undefined, undefined]);
  });

  for (const [status, error, rejects] of [
    [401, 'invalid_client', true],
    [400, 'an error of its own', true],
    [400, 'temporarily_unavailable', false],
    [400, undefined, false],
    [503, 'invalid_client', false],
  ] as const) {
    it(`${rejects ? 'is' : 'is not'} the request’s fault for ${status} ${error}`, () => {
      const found = judge(status, { error });
      assert.ok(found.kind === 'temporary' && found.rejects === rejects);
    });
  }

  it('never throws and never yields a token that is not printable text', () => {
    const member = fc.oneof(fc.string({ unit: 'binary' }), fc.jsonValue());
    const object = fc.record(
      { access_token: member, refresh_token: member, error: member },
      { requiredKeys: [] },
    );
    const body = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      object.map((it) => JSON.stringify(it)),
    );
    const headers = fc.dictionary(fc.constantFrom('retry-after', 'date'), fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 599 }),
        headers,
        body,
        fc.boolean(),
        (status, it, text, truncated) => {
          const found = readTokenResponse({ status, headers: it, body: text, truncated }, now);
          const tokens = found.kind === 'tokens' ? [found.accessToken, found.refreshToken] : [];
          if (found.kind === 'tokens') {
            assert.ok(!found.accessToken.reveal().includes(' '));
          }
          if (found.kind === 'refreshTokenOnly') {
            tokens.push(found.refreshToken);
          }
          for (const token of tokens) {
            assert.match(token.reveal(), /^[\x20-\x7e]+$/);
          }
          if (tokens.length > 0) {
            assert.ok(status >= 200 && status < 300);
          }
          if (found.kind === 'temporary') {
            assert.ok(!Number.isNaN(found.retryAfterMs));
          }
        },
      ),
      { numRuns: 3000 },
    );
  });
});

describe('the expiry of an access token', () => {
  const jwt = (claims: unknown): string =>
    `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`;
  const cases: readonly (readonly [string, number | undefined])[] = [
    [jwt({ exp: 1_800_000_000 }), 1_800_000_000_000],
    [jwt({}), undefined],
    [jwt({ exp: '1800000000' }), undefined],
    [jwt({ exp: 1e18 }), undefined],
    [jwt({ exp: -1 }), undefined],
    [jwt(null), undefined],
    ['opaque', undefined],
    ['a.b', undefined],
    ['..', undefined],
  ];
  for (const [token, expected] of cases) {
    it(`${token} is ${String(expected)}`, () => assert.equal(accessTokenExpiresAt(secret(token)), expected));
  }

  it('is a time or nothing, whatever the token', () => {
    holds(anyToken, (text) => {
      const at = accessTokenExpiresAt(secret(text));
      assert.ok(at === undefined || (Number.isFinite(at) && at > 0));
    });
  });
});

describe('an idle session', () => {
  const day = 24 * 60 * 60_000;
  const cases = [
    [0, 'active'],
    [30 * day - 1, 'active'],
    [30 * day, 'keepAlive'],
    [80 * day, 'warn'],
    [90 * day, 'over'],
    [-day, 'active'],
  ] as const;
  for (const [idleMs, expected] of cases) {
    it(`of ${idleMs / day} days is ${expected}`, () => assert.equal(idleStage(now - idleMs, now), expected));
  }
});

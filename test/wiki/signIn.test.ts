import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { decodeJwt } from 'jose';
import { demoClient, startWiki, type Wiki } from './wiki.js';
import { client, expectError, refreshWith, tokensIn } from './refreshing.js';
import { randomVerifier, Visitor } from './visitor.js';

const redirectUri = 'http://127.0.0.1:4711/callback';

describe('Signing in', () => {
  let wiki: Wiki;
  let visitor: Visitor;
  let now: number;
  let verifier: string;

  beforeEach(async () => {
    now = Date.UTC(2026, 0, 1);
    wiki = await startWiki({ now: () => now });
    visitor = new Visitor();
    verifier = randomVerifier();
  });
  afterEach(async () => {
    await visitor.close();
    await wiki.close();
  });

  const authorize = (changes: Record<string, string> = {}) => {
    const parameters = new URLSearchParams({
      response_type: 'code',
      client_id: demoClient.id,
      redirect_uri: redirectUri,
      scope: 'export:markdown:custom offline_access',
      state: 'a&b',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...changes,
    });
    return visitor.send(`${wiki.authorizeEndpoint}?${parameters.toString()}`);
  };
  const decide = async (decision: string, changes?: Record<string, string>) => {
    const { text } = await authorize(changes);
    const id = /name="id" value="([^"]+)"/.exec(text)?.[1] ?? '';
    const seen = await visitor.sendForm(wiki.authorizeEndpoint, { id, decision });
    return { id, target: new URL(String(seen.headers.location)) };
  };
  const getCode = async (changes?: Record<string, string>) =>
    (await decide('allow', changes)).target.searchParams.get('code') ?? '';
  const redeem = (code: string, changes: object = {}) =>
    visitor.sendJson(wiki.tokenEndpoint, {
      grant_type: 'authorization_code',
      ...client,
      ...{ code, redirect_uri: redirectUri, code_verifier: verifier },
      ...changes,
    });
  const refresh = (token: string | undefined) => refreshWith(visitor, wiki, token);

  it('shows who asks for what', async () => {
    const { status, text } = await authorize();
    assert.equal(status, 200);
    assert.match(text, /Publish to Wiki \(demo\)/);
    assert.match(text, /<code>export:markdown:custom<\/code>/);
    assert.match(text, /<code>offline_access<\/code>/);
  });

  it('leads back with a code and the state, and gives tokens for the code', async () => {
    const { target } = await decide('allow');
    assert.equal(target.origin + target.pathname, redirectUri);
    assert.equal(target.searchParams.get('state'), 'a&b');
    const seen = await redeem(target.searchParams.get('code') ?? '');
    assert.equal(seen.headers['cache-control'], 'no-store');
    const tokens = tokensIn(seen);
    const { iat = 0, exp = 0, scope } = decodeJwt(tokens.access_token);
    assert.equal(iat, now / 1000);
    assert.equal(exp - iat, 3600);
    assert.equal(scope, 'export:markdown:custom offline_access');
    assert.equal(tokens.expires_in, 3600);
    assert.equal(tokens.token_type, 'Bearer');
    tokensIn(await refresh(tokens.refresh_token));
  });

  it('gives no refresh token without the scope offline_access', async () => {
    const tokens = tokensIn(await redeem(await getCode({ scope: 'export:markdown:custom' })));
    assert.equal(tokens.refresh_token, undefined);
  });

  it('leads back with access_denied when the user denies', async () => {
    const { target } = await decide('deny');
    assert.equal(target.searchParams.get('error'), 'access_denied');
    assert.equal(target.searchParams.get('state'), 'a&b');
    assert.equal(target.searchParams.get('code'), null);
  });

  it('leads back into the editor', async () => {
    const editor = 'vscode://publish-to-wiki.publish-to-wiki/signed-in?windowId=1';
    const { target } = await decide('allow', { redirect_uri: editor });
    assert.ok(target.href.startsWith(`${editor}&code=`));
  });

  it('leads nowhere for an unknown client or redirect', async () => {
    const bad = [
      { client_id: 'other' },
      { redirect_uri: 'https://attacker.example/' },
      { redirect_uri: 'http://127.0.0.1.attacker.example/' },
      { redirect_uri: 'vscode://someone.else/' },
      { redirect_uri: `${redirectUri}#x` },
    ];
    for (const changes of bad) {
      const seen = await authorize(changes);
      assert.equal(seen.status, 400, JSON.stringify(changes));
      assert.equal(seen.headers.location, undefined);
    }
  });

  it('leads back with an error for a request it does not take', async () => {
    const bad = [
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ scope: 'everything' }, 'invalid_scope'],
      [{ scope: '' }, 'invalid_scope'],
      [{ code_challenge: '' }, 'invalid_request'],
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
    ] as const;
    for (const [changes, error] of bad) {
      const target = new URL(String((await authorize(changes)).headers.location));
      assert.equal(target.searchParams.get('error'), error);
      assert.equal(target.searchParams.get('state'), 'a&b');
    }
  });

  it('takes a code only with its verifier and redirect, and soon', async () => {
    expectError(await redeem(await getCode(), { code_verifier: randomVerifier() }), 403, 'invalid_grant');
    expectError(await redeem(await getCode(), { redirect_uri: `${redirectUri}2` }), 403, 'invalid_grant');
    expectError(await redeem('unknown'), 403, 'invalid_grant');
    const code = await getCode();
    now += 61_000;
    expectError(await redeem(code), 403, 'invalid_grant');
  });

  it('takes a code once and ends what came of it at the second time', async () => {
    const code = await getCode();
    const tokens = tokensIn(await redeem(code));
    expectError(await redeem(code), 403, 'invalid_grant');
    expectError(await refresh(tokens.refresh_token), 403, 'invalid_grant');
  });
});

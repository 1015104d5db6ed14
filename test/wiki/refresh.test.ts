import assert from 'node:assert/strict';
import { decodeJwt } from 'jose';
import { expectError, refreshWith, tokensIn } from './refreshing.js';
import { Visitor } from './visitor.js';
import { startWiki, type Wiki } from './wiki.js';

const day = 24 * 60 * 60 * 1000;

describe('Refreshing tokens', () => {
  let wiki: Wiki;
  let visitor: Visitor;
  let now: number;

  beforeEach(async () => {
    now = Date.UTC(2026, 0, 1);
    wiki = await startWiki({ now: () => now });
    visitor = new Visitor();
  });
  afterEach(async () => {
    await visitor.close();
    await wiki.close();
  });

  const refresh = (token: string | undefined, changes?: object) => refreshWith(visitor, wiki, token, changes);

  it('replaces the refresh token at each refresh', async () => {
    let { refresh_token: token } = await wiki.signIn();
    const seen = new Set([token]);
    for (let turn = 0; turn < 3; turn++) {
      const tokens = tokensIn(await refresh(token));
      assert.equal(decodeJwt(tokens.access_token).exp, now / 1000 + 3600);
      token = tokens.refresh_token;
      seen.add(token);
    }
    assert.equal(seen.size, 4);
  });

  it('ends the whole chain when a replaced refresh token comes back', async () => {
    const first = await wiki.signIn();
    const other = await wiki.signIn();
    const second = tokensIn(await refresh(first.refresh_token));
    const third = tokensIn(await refresh(second.refresh_token));
    expectError(await refresh(first.refresh_token), 403, 'invalid_grant');
    expectError(await refresh(third.refresh_token), 403, 'invalid_grant');
    tokensIn(await refresh(other.refresh_token));
  });

  it('takes a replaced refresh token within a leeway when told so', async () => {
    await wiki.close();
    wiki = await startWiki({ now: () => now, reuseLeewayMilliseconds: 60_000, invalidGrantStatus: 400 });
    const first = await wiki.signIn();
    tokensIn(await refresh(first.refresh_token));
    now += 59_999;
    const again = tokensIn(await refresh(first.refresh_token));
    now += 60_000;
    expectError(await refresh(first.refresh_token), 400, 'invalid_grant');
    expectError(await refresh(again.refresh_token), 400, 'invalid_grant');
  });

  it('forgets a refresh token after 90 days without use', async () => {
    const first = await wiki.signIn();
    now += 90 * day;
    const second = tokensIn(await refresh(first.refresh_token));
    now += 90 * day + 1;
    expectError(await refresh(second.refresh_token), 403, 'invalid_grant');
  });

  it('answers in the shape of OAuth errors', async () => {
    const { refresh_token: token } = await wiki.signIn();
    expectError(await refresh(token, { client_secret: 'wrong' }), 401, 'invalid_client');
    expectError(await refresh(token, { client_id: 'other' }), 401, 'invalid_client');
    expectError(await refresh(undefined), 400, 'invalid_request');
    expectError(await refresh(token, { refresh_token: 7 }), 400, 'invalid_request');
    expectError(await refresh(token, { grant_type: 'password' }), 400, 'unsupported_grant_type');
    expectError(await visitor.sendJson(wiki.tokenEndpoint, '{'), 400, 'invalid_request');
    expectError(await visitor.sendJson(wiki.tokenEndpoint, 'null'), 400, 'invalid_request');
    expectError(
      await visitor.sendForm(wiki.tokenEndpoint, { grant_type: 'refresh_token' }),
      400,
      'invalid_request',
    );
    tokensIn(await refresh(token));
    assert.equal(wiki.tokenRequests.length, 9);
    assert.equal(wiki.requests.length, 0);
  });

  it('replaces the token even when its answer is lost', async () => {
    const { refresh_token: token } = await wiki.signIn();
    wiki.scriptTokenRequests({ do: 'cutAnswer', afterBytes: 0 });
    await assert.rejects(refresh(token));
    expectError(await refresh(token), 403, 'invalid_grant');
  });
});

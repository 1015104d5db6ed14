import assert from 'node:assert/strict';
import { decodeJwt, SignJWT } from 'jose';
import { startWiki, type Wiki } from './wiki.js';
import { aPage, Visitor } from './visitor.js';

const day = 24 * 60 * 60 * 1000;

describe('Access to the import endpoint', () => {
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

  const expectStatus = (status: number, token?: string, changes?: object | string | Buffer) =>
    visitor.expect(status, wiki, token, changes);

  it('answers 401 without a token or with one it does not know', async () => {
    await expectStatus(401, undefined);
    await expectStatus(401, 'nonsense');
    const foreign = new SignJWT()
      .setProtectedHeader({ alg: 'HS256' })
      .setJti('unknown')
      .setExpirationTime('1d');
    await expectStatus(401, await foreign.sign(new Uint8Array(32)));
    const headers = { authorization: await wiki.createToken() };
    assert.equal((await visitor.sendJson(wiki.importEndpoint, aPage, headers)).status, 401);
  });

  it('answers 401 for a deleted token, expired or not', async () => {
    const tokens = [await wiki.createToken(), await wiki.createToken({ expiresAt: now - day })];
    for (const { id } of wiki.apiTokens.list) {
      wiki.apiTokens.delete(id);
    }
    for (const token of tokens) {
      await expectStatus(401, token);
    }
  });

  it('answers 403 from the second a token expires', async () => {
    const token = await wiki.createToken({ lifetimeDays: 1 });
    now += day - 1000;
    await expectStatus(201, token);
    now += 1000;
    await expectStatus(403, token, { overwrite: true });
  });

  it('answers 403 for a token issued in the future, beyond a small skew', async () => {
    await expectStatus(403, await wiki.createToken({ issuedAt: now + 5 * 60_000 }));
    await expectStatus(201, await wiki.createToken({ issuedAt: now + 30_000 }));
  });

  it('answers 403 when a known token does not verify', async () => {
    const claims = decodeJwt(await wiki.createToken());
    const forged = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new Uint8Array(32));
    await expectStatus(403, forged);
    const [, payload = ''] = forged.split('.');
    const unsigned = Buffer.from('{"alg":"none"}').toString('base64url');
    await expectStatus(403, `${unsigned}.${payload}.`);
  });

  it('answers 402 for a token made without a license, even after renewal', async () => {
    wiki.licenseActive = false;
    const token = await wiki.createToken();
    await expectStatus(402, token);
    wiki.licenseActive = true;
    await expectStatus(402, token);
    await expectStatus(201, await wiki.createToken());
    wiki.licenseActive = false;
    await expectStatus(201, await wiki.createToken({ license: 'active' }), { pageTitle: 'Another' });
  });

  it('answers 402 once the trial of a token has ended', async () => {
    wiki.trialEndsAt = now + day;
    const token = await wiki.createToken();
    await expectStatus(201, token);
    now += day;
    await expectStatus(402, token);
    await expectStatus(402, await wiki.createToken({ license: 'trialEnded' }));
  });

  it('checks token, license, body, place and existence in this order', async () => {
    const body = { content: '', parentId: '999999' };
    const expired = await wiki.createToken({ expiresAt: now - day, license: 'inactive' });
    await expectStatus(401, undefined, body);
    await expectStatus(403, expired, body);
    await expectStatus(402, await wiki.createToken({ license: 'inactive' }), body);
    const token = await wiki.createToken();
    await expectStatus(400, token, body);
    await expectStatus(404, token, { parentId: '999999' });
    await expectStatus(201, token);
    assert.match(await expectStatus(400, token), /already exists/);
  });
});

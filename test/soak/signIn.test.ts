import * as assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readAuthorizationResponse } from '../../src/core/export/authorization';
import { Secret } from '../../src/core/text/secret';
import { createPendingSignIn, exchangeCode } from '../../src/services/export/authorizeClient';
import { systemClock } from '../../src/services/export/system/clock';
import { ExportSession } from '../../src/services/export/exportSession';
import { mapSecrets } from '../services/export/secretStorages';
import { IdentityProvider } from './identityProvider';
import { plainSend } from './send';

const redirectUri = 'http://127.0.0.1/callback';

describe('a sign-in against a certified provider', () => {
  let idp: IdentityProvider;
  let storageFolder: string;
  before(async () => {
    idp = await IdentityProvider.start();
    storageFolder = await mkdtemp(path.join(tmpdir(), 'sign-in-'));
  });
  after(async () => {
    await idp.close();
    await rm(storageFolder, { recursive: true });
  });

  async function begin() {
    const { clientId, authUrl } = idp;
    const scopes = ['openid', 'offline_access', 'export:markdown:custom'];
    const pending = createPendingSignIn({
      authUrl,
      authorizeUrl: `${authUrl}/auth`,
      clientId,
      redirectUri,
      scopes,
    });
    const challenge = new URL(pending.address).searchParams.get('code_challenge') ?? '';
    const sent = await idp.code(challenge, redirectUri);
    const read = readAuthorizationResponse(
      `${redirectUri}?code=${sent.reveal()}&state=${pending.state}`,
      pending,
    );
    assert.ok(read.kind === 'code');
    return {
      clientSecret: idp.clientSecret,
      code: read.code,
      codeVerifier: pending.codeVerifier,
      redirectUri,
    };
  }

  it('turns a code into a session that refreshes', async () => {
    const exchanged = await exchangeCode(plainSend(), idp, await begin(), systemClock);
    assert.ok(exchanged.kind === 'signedIn');
    let now = Date.now();
    const secrets = mapSecrets(new Map());
    const clock = { ...systemClock, now: () => now };
    const options = { client: idp, secrets, storageFolder, send: plainSend(), windowOpenedAt: 0, clock };
    const session = new ExportSession(options);
    assert.deepEqual(await session.signIn(exchanged.tokens), { kind: 'signedIn' });
    const first = await session.getAccessToken();
    now += 60 * 60_000;
    const second = await session.getAccessToken();
    assert.ok(first?.kind === 'token' && second?.kind === 'token');
    assert.ok(
      first.accessToken.is(exchanged.tokens.accessToken) && !second.accessToken.is(first.accessToken),
    );
  });

  it('refuses a code with the verifier of another sign-in', async () => {
    const grant = { ...(await begin()), codeVerifier: new Secret('v'.repeat(43)) };
    assert.deepEqual(await exchangeCode(plainSend(), idp, grant, systemClock), { kind: 'refused' });
  });

  it('names the error code and the status when the client secret is wrong', async () => {
    const grant = { ...(await begin()), clientSecret: new Secret('wrong') };
    const found = await exchangeCode(plainSend(), idp, grant, systemClock);
    assert.ok(found.kind === 'provider' && found.error === 'invalid_client' && found.status === 401);
  });

  it('says that nothing was sent when nobody listens', async () => {
    const client = { clientId: idp.clientId, authUrl: 'http://127.0.0.1:1' };
    assert.deepEqual(await exchangeCode(plainSend(), client, await begin(), systemClock), {
      kind: 'offline',
    });
  });
});

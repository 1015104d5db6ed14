import * as assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Secret } from '../../src/core/text/secret';
import { exchangeCode } from '../../src/services/export/authorizeClient';
import { systemClock } from '../../src/services/export/system/clock';
import { ExportSession } from '../../src/services/export/exportSession';
import { mapSecrets } from '../services/export/secretStorages';
import { IdentityProvider } from './identityProvider';
import { plainSend } from './send';

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

  it('turns a code into a session that refreshes', async () => {
    let now = Date.now();
    const secrets = mapSecrets(new Map());
    const clock = { ...systemClock, now: () => now };
    const options = { client: idp, secrets, storageFolder, send: plainSend(), windowOpenedAt: 0, clock };
    const session = new ExportSession(options);
    assert.deepEqual(await session.signIn(await idp.grant()), { kind: 'signedIn' });
    const first = await session.getAccessToken();
    now += 60 * 60_000;
    const second = await session.getAccessToken();
    assert.ok(first?.kind === 'token' && second?.kind === 'token');
    assert.ok(!second.accessToken.is(first.accessToken));
    assert.equal(idp.rotations, 2);
  });

  it('refuses a code with the verifier of another sign-in', async () => {
    const grant = { ...(await idp.grant()), codeVerifier: new Secret('v'.repeat(43)) };
    assert.deepEqual(await exchangeCode(plainSend(), idp, grant, systemClock), { kind: 'refused' });
  });

  it('names the error code and the status when the client secret is wrong', async () => {
    const grant = { ...(await idp.grant()), clientSecret: new Secret('wrong') };
    const found = await exchangeCode(plainSend(), idp, grant, systemClock);
    assert.ok(found.kind === 'provider' && found.error === 'invalid_client' && found.status === 401);
  });

  it('says that nothing was sent when nobody listens', async () => {
    const client = { clientId: idp.clientId, authUrl: 'http://127.0.0.1:1' };
    assert.deepEqual(await exchangeCode(plainSend(), client, await idp.grant(), systemClock), {
      kind: 'offline',
    });
  });
});

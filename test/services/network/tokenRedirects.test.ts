import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { Secret } from '../../../src/core/text/secret.js';
import { refreshRequest } from '../../../src/core/export/tokenRequest.js';
import { exchangeCode } from '../../../src/services/export/authorizeClient.js';
import { systemClock } from '../../../src/services/export/system/clock.js';
import { routes } from './sending.js';
import { reply, serve } from './servers.js';

const grant = {
  clientSecret: new Secret('canary-client-secret'),
  code: new Secret('canary-code'),
  codeVerifier: new Secret('canary-verifier'),
  redirectUri: 'vscode://publish-to-wiki.publish-to-wiki/signed-in',
};

for (const [route, send] of Object.entries(routes)) {
  describe(`A token endpoint that redirects, through ${route}`, () => {
    for (const status of [301, 302, 303, 307, 308]) {
      it(`with ${status} gets no byte to the second server`, async () => {
        const second = await serve(reply(200, '{}'));
        const first = await serve(reply(status, '', { location: `${second.origin}/oauth/token` }));
        const client = { authUrl: first.origin, clientId: 'c1' };
        try {
          const exchanged = await exchangeCode(send, client, grant, systemClock);
          assert.deepEqual([exchanged.kind, 'status' in exchanged && exchanged.status], ['provider', status]);
          const refresh = refreshRequest(client, grant.clientSecret, new Secret('canary-refresh'));
          const answer = await send(refresh, { timeoutMs: 5000 });
          assert.ok(answer.kind === 'answered' && answer.response.status === status);
          assert.equal(second.received.length, 0);
          assert.equal(first.received.length, 2);
          // What is sent is read by its name: nothing of it is in what may be printed
          assert.match(first.received[1]?.body ?? '', /"refresh_token":"canary-refresh"/);
          const shown = inspect([exchanged, refresh, answer], { depth: 12, showHidden: true });
          assert.ok(!`${shown}${JSON.stringify([exchanged, refresh, answer])}`.includes('canary'));
        } finally {
          await Promise.all([first.close(), second.close()]);
        }
      });
    }
  });
}

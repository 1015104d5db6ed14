import assert from 'node:assert/strict';
import type { HttpRequest } from '../../../src/core/network/http.js';
import { Secret } from '../../../src/core/text/secret.js';
import { Lookups } from '../../../src/services/wiki/lookups.js';
import { PlatformTokens } from '../../../src/services/connection/platformTokens.js';
import { startWiki, type Wiki } from '../../wiki/wiki.js';
import { Sites } from '../../../src/services/connection/sites.js';
import { MemorySecrets, MemoryState } from '../fakes.js';
import { sendByUndici } from '../network/sending.js';

describe('Looking up why a page was not found', () => {
  let wiki: Wiki;
  let requests: HttpRequest[];
  let tokens: PlatformTokens;
  let logged: string;

  const lookups = (spaceKey?: string): Lookups =>
    new Lookups({
      send: (request, options) => {
        requests.push(request);
        return sendByUndici(request, options);
      },
      tokens,
      sites: new Sites(new MemoryState(), (error) => assert.fail(String(error))),
      spaceKey: () => spaceKey,
      log: (_request, exchange) => (logged += JSON.stringify(exchange)),
    });
  const target = { space: 'ENG', parent: '100201', title: 'T', overwrite: false };

  for (const spaceNotFound of ['empty', 404] as const) {
    describe(`where an unknown space is answered ${spaceNotFound}`, () => {
      beforeEach(async () => {
        wiki = await startWiki({ spaceNotFound });
        requests = [];
        logged = '';
        tokens = new PlatformTokens(new MemorySecrets(), () => undefined);
        await tokens.store(wiki.origin, { secret: new Secret(wiki.platformToken) });
      });
      afterEach(() => wiki.close());

      for (const [change, expected] of [
        [{ space: 'NONE' }, /^Space “NONE” does not exist/],
        [{ parent: '999' }, /^Page 999 does not exist/],
        [{}, /both exist/],
        [{ parent: '100101' }, /is not in space “ENG”/],
        [{ space: '1002' }, /both exist/],
      ] as const) {
        it(`says ${String(expected)}`, async () => {
          assert.match(
            (await lookups().whyNotFound(wiki.importEndpoint, { ...target, ...change })) ?? '',
            expected,
          );
        });
      }

      it('looks a space’s id up by the key that it was found by', async () => {
        const text = await lookups('NONE').whyNotFound(wiki.importEndpoint, { ...target, space: '1002' });
        assert.match(text ?? '', /^Space “NONE” does not exist/);
      });

      it('asks nothing without a token for this site', async () => {
        await tokens.delete(wiki.origin);
        await tokens.store('https://other.example', { secret: new Secret(wiki.platformToken) });
        assert.equal(await lookups().whyNotFound(wiki.importEndpoint, target), undefined);
        assert.equal(requests.length, 0);
      });

      it('says that the token was not taken, and writes none down', async () => {
        await tokens.store(wiki.origin, { secret: new Secret('canary-platform-token') });
        const text = await lookups().whyNotFound(wiki.importEndpoint, target);
        assert.match(text ?? '', /did not accept the platform token/);
        assert.ok(logged.includes('401') && !logged.includes('canary'));
      });
    });
  }
});

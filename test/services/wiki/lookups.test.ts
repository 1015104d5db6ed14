import assert from 'node:assert/strict';
import type { HttpRequest } from '../../../src/core/network/http.js';
import { Secret } from '../../../src/core/text/secret.js';
import { Lookups } from '../../../src/services/wiki/lookups.js';
import { PlatformTokens } from '../../../src/services/connection/platformTokens.js';
import { startWiki, type Wiki } from '../../wiki/wiki.js';
import { Sites } from '../../../src/services/connection/sites.js';
import type { PlatformToken } from '../../../src/core/wiki/platformToken.js';
import { MemorySecrets, MemoryState } from '../fakes.js';
import { openLookups, type OpenedLookups } from '../records/publishing.js';
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
            (await lookups().findNotFoundCause(wiki.importEndpoint, { ...target, ...change }))?.text ?? '',
            expected,
          );
        });
      }

      it('looks a space’s id up by the key that it was found by', async () => {
        const why = await lookups('NONE').findNotFoundCause(wiki.importEndpoint, {
          ...target,
          space: '1002',
        });
        assert.match(why?.text ?? '', /^Space “NONE” does not exist/);
      });

      it('asks nothing without a token for this site', async () => {
        await tokens.delete(wiki.origin);
        await tokens.store('https://other.example', { secret: new Secret(wiki.platformToken) });
        assert.equal(await lookups().findNotFoundCause(wiki.importEndpoint, target), undefined);
        assert.equal(requests.length, 0);
      });

      it('says that the token was not taken, and writes none down', async () => {
        await tokens.store(wiki.origin, { secret: new Secret('canary-platform-token') });
        const why = await lookups().findNotFoundCause(wiki.importEndpoint, target);
        assert.match(why?.text ?? '', /the platform token was refused/);
        assert.ok(logged.includes('401') && !logged.includes('canary'));
      });
    });
  }
});

describe('A platform token', () => {
  let wiki: Wiki;
  let opened: OpenedLookups;

  beforeEach(async () => {
    wiki = await startWiki();
    opened = openLookups();
  });
  afterEach(() => wiki.close());

  const good = (): PlatformToken => ({ secret: new Secret(wiki.platformToken) });
  const nonsense: PlatformToken = { secret: new Secret('nonsense') };
  const store = (token: PlatformToken): Promise<void> => opened.tokens.store(wiki.origin, token);
  const standing = async (): Promise<string> =>
    opened.tokens.statusOf(wiki.origin, (await opened.tokens.get(wiki.origin)) ?? nonsense);
  const page = async (id: string): Promise<string | undefined> =>
    (await opened.lookups.page(wiki.importEndpoint, id))?.kind;

  it('is tried with one lookup', async () => {
    assert.equal(await opened.lookups.tryToken(wiki.origin, good()), 'accepted');
    assert.equal(await opened.lookups.tryToken(wiki.origin, nonsense), 'refused');
    assert.equal(wiki.lookups.length, 2);
    wiki.spoilLookups(() => ({ status: 200, body: '{"results": []}' }));
    assert.equal(await opened.lookups.tryToken(wiki.origin, good()), 'untried', 'It sees nothing.');
    await wiki.close();
    assert.equal(await opened.lookups.tryToken(wiki.origin, good()), 'untried');
  });

  it('that the wiki never accepted does not tell what is not there', async () => {
    await store(good());
    wiki.spoilLookups((path) => (path.includes('spaces') ? { status: 503 } : undefined));
    assert.equal(await page('999'), 'unseen');
    const at = { space: '1001', parent: '100102', title: 'None' };
    const titled = await opened.lookups.pageAt(wiki.importEndpoint, at, AbortSignal.timeout(5_000));
    assert.equal(titled?.kind, 'unseen');
    assert.equal(await standing(), 'untried');
    assert.equal(await page('100102'), 'found');
    assert.deepEqual([await page('999'), await standing()], ['missing', 'accepted']);
  });

  it('is tried before something is said not to be there', async () => {
    await store(good());
    assert.equal(await page('999'), 'missing');
    assert.equal(wiki.lookups.length, 2);
    assert.equal(await page('998'), 'missing');
    assert.equal(wiki.lookups.length, 3);
  });

  it('is tried where wikis show nothing to those whom they don’t know', async () => {
    await store(good());
    wiki.spoilLookups((path) => ({ status: path.includes('spaces') ? 401 : 404, body: '{}' }));
    assert.deepEqual([await page('100102'), await standing()], ['refused', 'refused']);
  });

  it('is tried again when a lookup is refused', async () => {
    await store(good());
    assert.deepEqual([await page('100102'), await standing()], ['found', 'accepted']);
    wiki.spoilLookups((path) => (path.includes('100102') ? { status: 403 } : undefined));
    assert.deepEqual([await page('100102'), await standing()], ['unknown', 'accepted']);
    wiki.spoilLookups(() => ({ status: 401 }));
    assert.deepEqual([await page('100102'), await standing()], ['refused', 'refused']);
    const sent = wiki.lookups.length;
    assert.equal(await page('100102'), 'refused');
    assert.equal(wiki.lookups.length, sent + 1, 'What is known to be refused is not tried each time.');
    wiki.spoilLookups(() => undefined);
    assert.deepEqual([await page('100102'), await standing()], ['found', 'accepted']);
  });

  it('is as good as new when another one is stored, and what the wiki says of it is told', async () => {
    await store(nonsense);
    let told = 0;
    opened.tokens.onDidChangeStatus(() => told++);
    await Promise.all([page('100102'), page('100102')]);
    assert.deepEqual([await standing(), told], ['refused', 1]);
    await store(good());
    assert.equal(await standing(), 'untried');
    await page('100102');
    assert.deepEqual([await standing(), told], ['accepted', 2]);
  });
});

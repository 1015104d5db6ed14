import assert from 'node:assert/strict';
import { Secret } from '../../../src/core/text/secret.js';
import { PlatformTokens } from '../../../src/services/connection/platformTokens.js';
import { Sites } from '../../../src/services/connection/sites.js';
import { Pages } from '../../../src/services/records/pages.js';
import { RecentPlaces } from '../../../src/services/records/recentPlaces.js';
import { Lookups } from '../../../src/services/wiki/lookups.js';
import { PlaceNames } from '../../../src/services/wiki/placeNames.js';
import { PlaceSuggestions } from '../../../src/services/wiki/placeSuggestions.js';
import { MemorySecrets, MemoryState } from '../fakes.js';

const documented = 'https://wiki.example/wiki/apps/1/2/webtrigger';
const other = 'https://gateway.example/import';

/** A connection's wiki, and which addresses got which token. */
function setUp() {
  const state = new MemoryState();
  const failed = (error: unknown): void => assert.fail(String(error));
  const sites = new Sites(state, failed);
  const tokens = new PlatformTokens(new MemorySecrets(), () => undefined);
  const sent: string[] = [];
  const lookups = new Lookups({
    send: ({ url, headers }) => {
      sent.push(`${url} ${headers.Authorization ?? ''}`);
      return Promise.resolve({ kind: 'unanswered', reason: 'timeout', code: 'none' });
    },
    tokens,
    sites,
    spaceKey: () => undefined,
    log: () => undefined,
  });
  const settings = { read: () => ({ connections: [], problems: [] }) };
  const { values } = new Pages();
  const recentPlaces = new RecentPlaces(values);
  const names = new PlaceNames({ values, lookups, sites });
  const recent = new PlaceSuggestions({ settings, recentPlaces, names, lookups, sites }, other);
  const store = (site: string) => tokens.store(site, { secret: new Secret('canary') });
  return { state, sites, tokens, lookups, sent, recent, store };
}

describe('The wiki that a connection publishes to', () => {
  it('is the one that its endpoint tells, until the person says another one', async () => {
    const { sites } = setUp();
    assert.deepEqual([sites.known(documented), sites.known(other)], ['https://wiki.example', undefined]);
    assert.equal(sites.of(other), 'https://gateway.example');
    await sites.rememberConfirmed(documented, 'https://other.example/docs');
    assert.deepEqual(
      [sites.known(documented), sites.of(documented)],
      ['https://other.example/docs', 'https://other.example/docs'],
    );
  });

  for (const site of [
    'http://wiki.example',
    'http://127.0.0.2',
    'ftp://wiki.example',
    'https://u:p@w.example',
    'x',
    7,
  ]) {
    it(`is never one that a token may not be sent to: ${site}`, async () => {
      const { state, sites, tokens, lookups, sent, store } = setUp();
      await state.update(`site:${other}`, site);
      assert.equal(sites.of(other), 'https://gateway.example');
      await store(String(site));
      const careless = new Lookups({
        send: () => assert.fail('it was sent'),
        tokens,
        sites: { of: () => String(site) },
        spaceKey: () => undefined,
        log: () => undefined,
      });
      assert.equal(await careless.canLookUp(other), false);
      assert.equal(await careless.page(other, '1'), undefined);
      assert.equal(await lookups.page(other, '1'), undefined);
      assert.deepEqual(sent, []);
    });
  }

  it('may be on this machine without https', async () => {
    const { sites } = setUp();
    await sites.rememberConfirmed(other, 'http://localhost:8080');
    assert.equal(sites.of(other), 'http://localhost:8080');
  });

  it('gets its own token, and not that of the one that it was before', async () => {
    const { sites, lookups, sent, store } = setUp();
    await sites.rememberConfirmed(other, 'https://old.example');
    await store('https://old.example');
    await lookups.page(other, '1');
    assert.deepEqual(sent.splice(0), ['https://old.example/wiki/api/v2/pages/1 Bearer canary']);
    await sites.rememberConfirmed(other, 'https://new.example');
    assert.equal(await lookups.page(other, '1'), undefined);
    assert.deepEqual(sent, []);
  });
});

describe('The address of a page that a person pastes', () => {
  for (const address of [
    'http://wiki.corp/wiki/spaces/S/pages/1',
    'https://evil.example/wiki/spaces/S/pages/1',
  ]) {
    it(`sends no token anywhere: ${address}`, async () => {
      const { sites, lookups, recent, sent, store } = setUp();
      const { origin } = new URL(address);
      await store(origin);
      await recent.read(address);
      assert.equal(sites.known(other), undefined);
      await lookups.page(other, '1');
      assert.deepEqual(sent, []);
    });
  }

  it('says where pages are opened, while nobody says more, and is there when the site is asked for', async () => {
    const { sites, recent } = setUp();
    const address = 'https://wiki.corp/docs/wiki/spaces/S/pages/1#part';
    assert.equal(sites.addressIn(other, address), undefined);
    await recent.read(address);
    assert.deepEqual(
      [sites.suggested(other), sites.addressIn(other, address)],
      ['https://wiki.corp/docs', address],
    );
    await recent.read('http://wiki.corp/wiki/spaces/S/pages/1');
    assert.equal(sites.suggested(other), 'https://wiki.corp/docs');
    await sites.rememberConfirmed(other, 'https://said.example');
    assert.deepEqual(
      [sites.suggested(other), sites.addressIn(other, address)],
      ['https://said.example', undefined],
    );
  });

  it('is refused with a sentence where it is of another wiki than the one that is known', async () => {
    const { sites, recent } = setUp();
    const address = 'https://evil.example/wiki/spaces/S/pages/1';
    assert.equal(recent.otherWikiProblem(address), undefined);
    await sites.rememberConfirmed(other, 'https://wiki.example');
    assert.match(recent.otherWikiProblem(address) ?? '', /https:\/\/evil\.example.*https:\/\/wiki\.example/);
    assert.match(recent.otherWikiProblem('http://wiki.example/pages/1') ?? '', /http:\/\/wiki\.example/);
    assert.equal(recent.otherWikiProblem('https://wiki.example/wiki/spaces/S/pages/1'), undefined);
    assert.equal(recent.otherWikiProblem('100102'), undefined);
  });
});

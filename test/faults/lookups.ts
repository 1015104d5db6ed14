import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { reportOnOutcome } from '../../src/core/wiki/outcomeReport.js';
import { Secret } from '../../src/core/text/secret.js';
import { placeOf } from '../../src/core/publish/recordChanges.js';
import { PlatformTokens } from '../../src/services/connection/platformTokens.js';
import { Sites } from '../../src/services/connection/sites.js';
import { PagesInWiki } from '../../src/services/wiki/pagesInWiki.js';
import { RecentPlaces } from '../../src/services/records/recentPlaces.js';
import { Lookups } from '../../src/services/wiki/lookups.js';
import { PlaceNames } from '../../src/services/wiki/placeNames.js';
import { PlaceSuggestions } from '../../src/services/wiki/placeSuggestions.js';
import { temporaryFolder } from '../host/folders.js';
import { MemorySecrets, MemoryState } from '../services/fakes.js';
import {
  destinationAt,
  one,
  openLookups,
  openRecords,
  publishOne,
  realSend,
} from '../services/records/publishing.js';
import { tokenOf } from './attempt.js';
import type { Fault } from './row.js';
import { onWiki } from './sending.js';

/** What may happen to the token that the wiki is looked at with, and to what it tells. */
export const lookupFaults: readonly Fault[] = [
  {
    fault: 'the address of a page at another host is pasted, before a platform token is set and after',
    where: 'services',
    tells: /^This is an address at http:\/\/127\.0\.0\.1.*publishes to https:\/\/wiki\.example/,
    run: async () => {
      const heard: string[] = [];
      const elsewhere = createServer(({ headers }, response) => {
        heard.push(headers.authorization ?? '');
        response.end('{}');
      });
      await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
      const { port } = elsewhere.address() as AddressInfo;
      try {
        const told = await pasteElsewhere(`http://127.0.0.1:${port}`);
        assert.deepEqual(heard, []);
        return { told, kept: 'the token, sent nowhere' };
      } finally {
        elsewhere.close();
      }
    },
  },
  onWiki('a lookup answers with an id that can’t be asked for', /was published/, async (wiki) => {
    const records = openRecords(await temporaryFolder('pages'));
    const { tokens, lookups } = openLookups();
    await tokens.store(wiki.origin, { secret: new Secret(wiki.platformToken) });
    const inWiki = new PagesInWiki({ lookups, records, failed: () => undefined });
    const [token, to] = [await tokenOf(wiki), destinationAt(wiki.importEndpoint)];
    const page = { id: '\ud800', title: 'One', spaceId: '1001', parentId: '100102', version: { number: 1 } };
    wiki.spoilLookups(() => ({ status: 200, body: JSON.stringify({ ...page, results: [page] }) }));
    let told = '';
    for (const content of ['first', 'second']) {
      await inWiki.lookUpChanges(records.index.records);
      const outcome = await publishOne(records, { file: one, to, content }, token.secret.reveal());
      await inWiki.lookUpPublished([{ destination: to, answeredAt: undefined, isNew: false }]);
      told = reportOnOutcome(outcome, {
        target: to.target,
        token,
        host: 'wiki.example',
        now: Date.now(),
      }).text;
    }
    const { published, wiki: known } =
      records.index.recordAt(placeOf(to)) ?? assert.fail('The record is gone.');
    assert.ok(published !== undefined && known === undefined);
    assert.equal(wiki.pages.findPage('1001', '100102', 'One')?.content, 'second');
    return { told, kept: 'the page, published twice; nothing of the bad id' };
  }),
];

/** Returns what the person reads who pastes it once more when the wiki is known. */
async function pasteElsewhere(origin: string): Promise<string> {
  const endpoint = 'https://hooks.example/import';
  const failed = (error: unknown): void => assert.fail(String(error));
  const state = new MemoryState();
  const sites = new Sites(state, failed);
  const tokens = new PlatformTokens(new MemorySecrets(), () => undefined);
  const spaceKey = (): undefined => undefined;
  const lookups = new Lookups({ send: realSend, tokens, sites, spaceKey, log: () => undefined });
  const services = {
    settings: { read: () => ({ connections: [{ name: 'Wiki', endpoint }], problems: [] }) },
    recentPlaces: new RecentPlaces(state, failed),
    names: new PlaceNames({ state, lookups, sites }),
    lookups,
    sites,
  };
  const recent = new PlaceSuggestions(services, endpoint);
  const address = `${origin}/wiki/spaces/S/pages/1`;
  await tokens.store(origin, { secret: new Secret('canary-platform-token') });
  await recent.readSpace(address);
  await lookups.page(endpoint, '1');
  await sites.rememberConfirmed(endpoint, 'https://wiki.example');
  await recent.readSpace(address);
  await lookups.page(endpoint, '1');
  return recent.otherWikiProblem(address) ?? '';
}

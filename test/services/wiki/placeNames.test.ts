import assert from 'node:assert/strict';
import { Secret } from '../../../src/core/text/secret.js';
import { PlaceNames } from '../../../src/services/wiki/placeNames.js';
import { startWiki, type Wiki } from '../../wiki/wiki.js';
import { Pages } from '../../../src/services/records/pages.js';
import { openLookups, type OpenedLookups } from '../records/publishing.js';

describe('The names of places', () => {
  let wiki: Wiki;
  let tokens: OpenedLookups['tokens'];
  let names: PlaceNames;

  beforeEach(async () => {
    wiki = await startWiki();
    const opened = openLookups();
    ({ tokens } = opened);
    names = new PlaceNames({ values: new Pages().values, ...opened });
    tokens.watch(() => names.forget());
    await tokens.store(wiki.origin, { secret: new Secret(wiki.platformToken) });
  });
  afterEach(() => wiki.close());

  const guides = () => ({ endpoint: wiki.importEndpoint, space: '1001', parent: '100102' });

  /** Resolves with how many names were told to be others. */
  const lookUp = async (...places: Parameters<PlaceNames['lookUp']>[0]): Promise<number> => {
    let told = 0;
    await names.lookUp(places, () => told++);
    return told;
  };

  it('are cut, however long a wiki makes them', async () => {
    const { values } = new Pages();
    const { lookups, sites, tokens: stored } = openLookups();
    await stored.store(wiki.origin, { secret: new Secret(wiki.platformToken) });
    const long = new PlaceNames({ values, lookups, sites });
    const name = 'n'.repeat(200_000);
    wiki.spoilLookups((path) => {
      const id = /(?:ids=|pages\/)(\d+)/.exec(path)?.[1] ?? '';
      const body = { id, title: name, key: 'K', name };
      return { status: 200, body: JSON.stringify({ ...body, results: [body] }) };
    });
    const at = (space: number) => ({
      endpoint: wiki.importEndpoint,
      space: String(space),
      parent: String(space),
    });
    await long.lookUp([at(1), at(2)], () => undefined);
    assert.match(long.text(at(2)), /^n+… in n+…$|^n+ in n+$/);
    assert.ok(long.text(at(2)).length < 600, long.text(at(2)));
  });

  it('leave out a parent page whose ID is not known yet, and ask for none', async () => {
    const place = { ...guides(), parent: { file: 'file:///docs/README.md' } };
    assert.equal(names.text(place), '1001');
    const { length } = wiki.lookups;
    await lookUp(place);
    assert.equal(wiki.lookups.length, length + 1);
  });

  it('are looked up once', async () => {
    assert.equal(names.text(guides()), 'page 100102 in space 1001');
    assert.deepEqual(await Promise.all([lookUp(guides()), lookUp(guides(), guides())]), [2, 2]);
    assert.equal(names.text(guides()), 'Guides in Product Documentation');
    assert.equal(await lookUp(guides()), 0);
    assert.equal(wiki.lookups.length, 2);
  });

  it('are looked up again where the wiki did not answer', async () => {
    let sent = 0;
    wiki.spoilLookups(() => (++sent <= 2 ? { status: 503 } : undefined));
    assert.equal(await lookUp(guides()), 2);
    assert.equal(names.text(guides()), 'Guides in Product Documentation');
    assert.equal(wiki.lookups.length, 4);
  });

  it('are asked for by the next that needs them, where the wiki did not answer at all', async function () {
    this.timeout(20_000);
    wiki.spoilLookups(() => ({ status: 503 }));
    assert.equal(await lookUp(guides()), 0);
    assert.equal(wiki.lookups.length, 6);
    wiki.spoilLookups(undefined);
    assert.equal(await lookUp(guides()), 2);
  });

  it('are told one by one: of a space that the person can’t see, the page’s', async () => {
    const unseen = { ...guides(), space: '9999' };
    assert.equal(await lookUp(unseen), 1);
    assert.equal(names.name(unseen, 'parent'), 'Guides');
    assert.equal(names.text(unseen), 'Guides in 9999');
    const sent = wiki.lookups.length;
    assert.equal(await lookUp(unseen), 0);
    assert.equal(wiki.lookups.length, sent);
  });

  it('are told while others are still looked for', async () => {
    const release = Promise.withResolvers<undefined>();
    wiki.spoilLookups((path) => (path.includes('/spaces') ? { until: release.promise } : undefined));
    const told = Promise.withResolvers<undefined>();
    const learned = names.lookUp([guides()], () => told.resolve(undefined));
    await told.promise;
    assert.deepEqual([names.name(guides(), 'parent'), names.name(guides(), 'space')], ['Guides', undefined]);
    release.resolve(undefined);
    await learned;
    assert.equal(names.name(guides(), 'space'), 'Product Documentation');
  });

  it('are asked for once there is a platform token', async () => {
    await tokens.delete(wiki.origin);
    assert.equal(await lookUp(guides()), 0);
    assert.equal(wiki.lookups.length, 0);
    await tokens.store(wiki.origin, { secret: new Secret(wiki.platformToken) });
    assert.equal(await lookUp(guides()), 2);
  });

  it('are looked up at once when a token that was refused, or saw too little, is replaced', async () => {
    const unseen = { ...guides(), space: '9999' };
    await lookUp(unseen);
    await tokens.store(wiki.origin, { secret: new Secret('refused') });
    assert.equal(await lookUp(guides()), 0);
    assert.equal(await lookUp(guides()), 0);
    const before = wiki.lookups.length;
    await tokens.store(wiki.origin, { secret: new Secret(wiki.platformToken) });
    assert.equal(await lookUp(guides()), 1);
    await lookUp(unseen);
    assert.equal(wiki.lookups.length, before + 3);
  });
});

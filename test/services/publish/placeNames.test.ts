import assert from 'node:assert/strict';
import { Secret } from '../../../src/core/text/secret.js';
import { PlaceNames } from '../../../src/services/publish/placeNames.js';
import { startWiki, type Wiki } from '../../wiki/wiki.js';
import { MemoryState } from '../fakes.js';
import { openLookups, type OpenedLookups } from './publishing.js';

describe('The names of places', () => {
  let wiki: Wiki;
  let tokens: OpenedLookups['tokens'];
  let names: PlaceNames;

  beforeEach(async () => {
    wiki = await startWiki();
    const opened = openLookups();
    ({ tokens } = opened);
    names = new PlaceNames({ state: new MemoryState(), ...opened });
    await tokens.store(wiki.origin, { secret: new Secret(wiki.platformToken) });
  });
  afterEach(() => wiki.close());

  const guides = () => ({ endpoint: wiki.importEndpoint, space: '1001', parent: '100102' });

  it('are looked up once', async () => {
    assert.equal(names.text(guides()), '1001 / 100102');
    assert.deepEqual(await Promise.all([names.learnAll([guides()]), names.learnAll([guides()])]), [
      true,
      true,
    ]);
    assert.equal(names.text(guides()), 'Guides in Product Documentation');
    assert.equal(await names.learnAll([guides()]), false);
    assert.equal(wiki.lookups.length, 2);
  });

  it('are looked up again where the wiki did not answer', async () => {
    let sent = 0;
    wiki.spoilLookups(() => (++sent <= 2 ? { status: 503 } : undefined));
    assert.equal(await names.learnAll([guides()]), true);
    assert.equal(names.text(guides()), 'Guides in Product Documentation');
    assert.equal(wiki.lookups.length, 4);
  });

  it('are asked for by the next that needs them, where the wiki did not answer at all', async function () {
    this.timeout(20_000);
    wiki.spoilLookups(() => ({ status: 503 }));
    assert.equal(await names.learnAll([guides()]), false);
    assert.equal(wiki.lookups.length, 6);
    wiki.spoilLookups(undefined);
    assert.equal(await names.learnAll([guides()]), true);
  });

  it('are told one by one: of a space that the person can’t see, the page’s', async () => {
    const unseen = { ...guides(), space: '9999' };
    assert.equal(await names.learnAll([unseen]), true);
    assert.equal(names.name(unseen, 'parent'), 'Guides');
    assert.equal(names.text(unseen), '9999 / 100102');
    assert.equal(await names.learnAll([unseen]), false);
    assert.equal(wiki.lookups.length, 2);
  });

  it('are asked for once there is a platform token', async () => {
    await tokens.delete(wiki.origin);
    assert.equal(await names.learnAll([guides()]), false);
    assert.equal(wiki.lookups.length, 0);
    await tokens.store(wiki.origin, { secret: new Secret(wiki.platformToken) });
    assert.equal(await names.learnAll([guides()]), true);
  });

  it('are not waited for by what is about to be shown', async () => {
    wiki.spoilLookups(() => ({ delayMs: 3_000 }));
    const before = performance.now();
    await names.learn([guides()]);
    assert.ok(performance.now() - before < 2_500);
    assert.equal(names.text(guides()), '1001 / 100102');
  });
});

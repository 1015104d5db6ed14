import assert from 'node:assert/strict';
import { decide } from '../../../src/core/publish/decide.js';
import type { DecideInput } from '../../../src/core/publish/decision.js';
import { readDefaults } from '../../../src/core/publish/precedence.js';
import { spaceProblemText } from '../../../src/core/publish/spaceKey.js';
import { Secret } from '../../../src/core/text/secret.js';
import type { PlatformTokens } from '../../../src/services/connection/platformTokens.js';
import { SpaceIds } from '../../../src/services/wiki/spaceIds.js';
import { inputOf, record, type State } from '../../core/publish/states.js';
import { startWiki, type Wiki } from '../../wiki/wiki.js';
import { openLookups } from '../records/publishing.js';

describe('A space that is named by its key', () => {
  let wiki: Wiki;
  let tokens: PlatformTokens;
  let spaceIds: SpaceIds;

  beforeEach(async () => {
    wiki = await startWiki({ acceptSpaceKeys: false });
    const opened = openLookups();
    ({ tokens } = opened);
    spaceIds = new SpaceIds(opened.lookups);
    await tokens.store(wiki.origin, { secret: new Secret(wiki.platformToken) });
  });
  afterEach(() => wiki.close());

  const input = (state: State): DecideInput =>
    inputOf({
      connections: [{ name: 'a', endpoint: wiki.importEndpoint }],
      ...state,
      spaceOf: spaceIds.of,
    });
  const lookUp = (state: State): Promise<void> => spaceIds.lookUp(input(state), () => decide(input(state)));
  const decided = async (state: State) => {
    await lookUp(state);
    const { target, questions } = decide(input(state));
    const space = questions.find((each) => each.kind === 'space');
    return space === undefined ? target?.space : spaceProblemText(space.key, space.found);
  };
  const front = { frontMatter: { space: 'DOCS', parent: '100102' } };

  it('is its id, once it was looked up', async () => {
    assert.equal(await decided(front), '1001');
    assert.equal(await decided({ defaults: readDefaults('ENG', '100201', undefined) }), '1002');
    assert.equal(await decided(front), '1001');
    assert.equal(wiki.lookups.length, 2);
    assert.deepEqual(decide(input({ defaults: readDefaults('ENG', '100201', undefined) })).target, {
      space: '1002',
      parent: '100201',
      title: 'One',
      overwrite: false,
    });
  });

  it('is looked up once for files that are read together', async () => {
    await Promise.all(Array.from({ length: 8 }, () => lookUp(front)));
    assert.equal(wiki.lookups.length, 1);
  });

  it('is told by the address of a page in it, where nobody names another one', async () => {
    const address = `${wiki.origin}/wiki/spaces/DOCS/pages/100102/Guides`;
    assert.equal(await decided({ defaults: readDefaults(undefined, address, undefined) }), '1001');
    assert.equal(await decided({ defaults: readDefaults(address, undefined, undefined) }), '1001');
    assert.equal(await decided({ frontMatter: { parent: '100102', spaceKey: 'DOCS' } }), '1001');
    const elsewhere = { frontMatter: { parent: '100102', spaceKey: 'DOCS' }, defaults: { space: '7' } };
    assert.equal(await decided(elsewhere), '7');
  });

  it('is not sent while nobody knows its id, and the person reads what to do', async () => {
    await tokens.delete(wiki.origin);
    assert.equal(
      await decided(front),
      '“DOCS” is a space’s key. Enter the space’s ID instead, or set a platform token, with which it is found.',
    );
    assert.equal(wiki.lookups.length, 0);
    await tokens.store(wiki.origin, { secret: new Secret(wiki.platformToken) });
    assert.equal(
      await decided({ frontMatter: { space: 'NONE', parent: '1' } }),
      'Space “NONE” does not exist, or you can’t see it.',
    );
    wiki.spoilLookups(() => ({ status: 500 }));
    assert.match((await decided(front)) ?? '', /^The wiki did not tell the ID of space “DOCS”\./);
    wiki.spoilLookups(undefined);
    assert.equal(await decided(front), '1001');
  });

  it('needs no lookup where the file has a page already, or the person chose it', async () => {
    const { importEndpoint: endpoint } = wiki;
    const suggestedPlace = { space: 'DOCS', parent: '100102' };
    const at = { endpoint, parent: '100102' };
    const own = [record({ ...at, space: '1001' }, { suggestedPlace })];
    assert.equal(await decided({ ...front, ownRecords: own }), '1001');
    // A wiki that takes keys took it
    assert.equal(
      await decided({ ...front, ownRecords: [record({ ...at, space: 'DOCS' }, { suggestedPlace })] }),
      'DOCS',
    );
    assert.equal(await decided({ ...front, answers: { place: { space: 'DOCS', parent: '1' } } }), 'DOCS');
    const chosenForFolder = { endpoint, space: 'DOCS', parent: '1' };
    assert.equal(await decided({ defaults: chosenForFolder }), 'DOCS');
    assert.equal(wiki.lookups.length, 0);
  });
});

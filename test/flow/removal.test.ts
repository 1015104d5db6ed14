import assert from 'node:assert/strict';
import { PlaceSuggestions } from '../../src/services/wiki/placeSuggestions.js';
import { Stage } from './stage.js';

const guides = { space: '1001', parent: '100102' };

describe('After all data was removed', () => {
  let stage: Stage;

  beforeEach(async () => (stage = await Stage.open()));
  afterEach(() => stage.close());

  it('a file is decided as in a window in which nothing was published, chosen or looked up', async () => {
    const files = { 'failed/a.md': '', 'placed/b.md': '', 'c.md': 'space: DOCS, parent: "100102"' };
    for (const [name, place] of Object.entries(files)) {
      await stage.write(name, `---\nwiki: { ${place} }\n---\n# ${name}\n\nText.\n`);
    }
    const read = () =>
      Promise.all(
        Object.keys(files).map(async (name) => {
          const { promptValues, questions } = (await stage.flow.read(stage.uri(name))).decision;
          return [name, promptValues, questions];
        }),
      );
    const known = () => {
      const places = new PlaceSuggestions(stage.services, stage.wiki.importEndpoint);
      return [
        places.recent[0],
        stage.services.names.of({ endpoint: places.endpoint, ...guides }).space,
        places.takePastedAddress(),
      ];
    };
    const before = await read();
    await stage.storePlatformToken();
    const failed = await stage.publish('failed/a.md', [{ enter: { ...guides, parent: '999999' } }]);
    assert.match(failed.text ?? '', /999999/);
    await stage.publish('placed/b.md', [{ enter: guides }]);
    await stage.publish('c.md');
    assert.equal(stage.sent.length, 3);
    const { sites, names } = stage.services;
    await names.lookUp([{ endpoint: stage.wiki.importEndpoint, ...guides }]);
    await sites.rememberParentAddress(stage.wiki.importEndpoint, `${stage.wiki.origin}/wiki/pages/100102`);
    await stage.platformTokens.delete(stage.wiki.origin);
    await stage.removeAllData();
    assert.deepEqual(await read(), before);
    assert.deepEqual(known(), [undefined, undefined, undefined]);
  });
});

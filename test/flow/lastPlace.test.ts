import assert from 'node:assert/strict';
import { PlaceSuggestions } from '../../src/services/wiki/placeSuggestions.js';
import type { Wiki } from '../wiki/wiki.js';
import { Stage } from './stage.js';

const guides = { space: '1001', parent: '100102' };

describe('A document beside two wikis', () => {
  let stage: Stage;
  let second: Wiki;

  beforeEach(async () => {
    stage = await Stage.open();
    second = await stage.addWiki('Second Wiki');
  });

  afterEach(() => stage.close());

  const first = () => ({ enter: { endpoint: stage.wiki.importEndpoint } });

  it('has the wiki that publishing it would use, by its front matter, its page or its folder, before anybody is asked', async () => {
    const { folderTargets } = stage.services;
    const wikiOf = async (text: string) => {
      const uri = await stage.write('a.md', text);
      return (await stage.flow.connectionOf(uri))?.name;
    };
    const named = (name: string): string => `---\nwiki: { connection: ${name} }\n---\n# A\n`;
    const alone = '# A\n\nOne.\n';
    assert.deepEqual(
      [await wikiOf(alone), await wikiOf(named('Second Wiki')), await wikiOf(named('Team Wiki'))],
      [undefined, 'Second Wiki', 'Team Wiki'],
    );
    await folderTargets.remember([stage.uri('a.md')], { endpoint: second.importEndpoint, ...guides });
    assert.equal(await wikiOf(alone), 'Second Wiki');
    await stage.publish('a.md', [
      { enter: { endpoint: stage.wiki.importEndpoint, ...guides, overwrite: false } },
    ]);
    assert.deepEqual(
      [await wikiOf(alone), await wikiOf(named('Second Wiki')), await wikiOf(named('Nowhere'))],
      ['Team Wiki', 'Second Wiki', undefined],
    );
    assert.equal(stage.wiki.lookups.length + second.lookups.length, 0);
  });

  it('is offered the whole place that was used last in the wiki that is asked about, if publishing there worked', async () => {
    const lastAt = ({ importEndpoint }: Wiki) =>
      new PlaceSuggestions(stage.services, importEndpoint).recent[0];
    await stage.write('a.md', '# A\n\nOne.\n');
    await stage.publish('a.md', [first(), { enter: { ...guides, parent: '999999', overwrite: false } }]);
    assert.deepEqual([lastAt(stage.wiki), lastAt(second)], [undefined, undefined]);
    await stage.publish('a.md', [first(), { enter: { ...guides, overwrite: false } }]);
    const { importEndpoint: endpoint } = stage.wiki;
    assert.deepEqual([lastAt(stage.wiki), lastAt(second)], [{ endpoint, ...guides }, undefined]);
  });
});

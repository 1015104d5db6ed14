import assert from 'node:assert/strict';
import { policies } from '../../src/services/publish/request.js';
import { readUnasked } from '../../src/services/publish/unasked.js';
import { Stage } from './stage.js';

const inGuides = (text: string, parent = '100102'): string =>
  `---\nwiki: { space: "1001", parent: "${parent}" }\n---\n${text}`;

describe('What is to be sent without a question', () => {
  let stage: Stage;

  beforeEach(async () => {
    stage = await Stage.open();
    await stage.write('guide.md', inGuides('# Guide\n\nText.\n'));
    await stage.publish('guide.md');
  });
  afterEach(() => stage.close());

  async function unasked(name: string, text: string): Promise<readonly [status: string, isReady: boolean]> {
    const uri = await stage.write(name, text);
    const { row, ready } = await readUnasked(stage.flow, { uri, path: name });
    return [row.status.kind, ready !== undefined];
  }

  it('is the next text of a page, and a page where none is', async () => {
    assert.deepEqual(await unasked('guide.md', inGuides('# Guide\n\nMore.\n')), ['changed', true]);
    assert.deepEqual(await unasked('new.md', inGuides('# New\n\nText.\n')), ['new', true]);
  });

  it('is nothing that gives a page another title, moves it, or replaces that of another file or of others', async () => {
    const foreign = { spaceId: '1001', parentId: '100102', title: 'Foreign', content: 'Theirs.' };
    stage.wiki.pages.createPage(foreign);
    for (const [name, text, section] of [
      ['guide.md', inGuides('# Guidebook\n\nText.\n'), 'retitled'],
      ['guide.md', inGuides('# Guide\n\nText.\n', '100101'), 'moved'],
      ['second.md', inGuides('# Guide\n\nAnother.\n'), 'others'],
      ['foreign.md', inGuides('# Foreign\n\nText.\n').replace(' }', ', overwrite: true }'), 'replaces'],
    ] as const) {
      assert.deepEqual(await unasked(name, text), [section, false], name);
    }
  });

  it('is nothing that overwrites what somebody changed in the wiki', async () => {
    await stage.storePlatformToken();
    await stage.write('guide.md', inGuides('# Guide\n\nNext.\n'));
    const { ended } = await stage.publish('guide.md', [], policies.publishAgain);
    await ended?.sent?.page;
    const page = stage.wiki.pages.findPage('1001', '100102', 'Guide') ?? assert.fail();
    stage.wiki.pages.edit(page, { content: 'Theirs.' });
    assert.deepEqual(await unasked('guide.md', inGuides('# Guide\n\nMore.\n')), ['changedInWiki', false]);
  });
});

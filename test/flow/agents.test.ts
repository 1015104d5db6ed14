import assert from 'node:assert/strict';
import { filesToPublish } from '../../src/services/workspace/filesToPublish.js';
import { checkFile, type CheckedFile } from '../../src/ui/tools/checkFile.js';
import { Stage } from './stage.js';

const inGuides = (text: string, parent = '100102'): string =>
  `---\nwiki: { space: "1001", parent: "${parent}" }\n---\n${text}`;
const secret = ['ghp', 'kQ8sVZr2LxN4bTfWm6cYd9JhGp3RvEuA7SnX'].join('_');

describe('What an agent may publish once a person says yes', () => {
  let stage: Stage;

  beforeEach(async () => {
    stage = await Stage.open();
  });
  afterEach(() => stage.close());

  async function checked(name: string, text: string): Promise<CheckedFile> {
    const uri = await stage.write(name, text);
    for await (const file of filesToPublish(stage.workspace, [uri], () => undefined)) {
      return checkFile({ ...stage.services, flow: stage.flow }, file);
    }
    return assert.fail(`${name} is not found.`);
  }

  it('is nothing with a secret, whatever the settings say, nor what is marked as none, has no place or is left out', async () => {
    stage.settings.problems = { secrets: 'off' };
    await stage.write('.wikiignore', 'kept.md\n');
    for (const [name, text, kind, obstacle] of [
      ['secret.md', inGuides(`# Secret\n\n${secret}\n`), 'stopped', /looks like a token/],
      ['password.md', inGuides('# Password\n\nPassword: Sommer2024!\n'), 'stopped', /password/],
      ['allowed.md', inGuides(`# Allowed\n\n${secret} <!-- wiki:allow -->\n`), 'new', /“wiki:allow”/],
      ['nowhere.md', '# Nowhere\n\nText.\n', 'unplaced', /^No destination yet$/],
      ['kept.md', inGuides('# Kept\n\nText.\n'), 'blocked', /^It is excluded by \.wikiignore\.$/],
    ] as const) {
      const { row, publishable, obstacle: said } = await checked(name, text);
      assert.deepEqual([row.status.kind, publishable], [kind, undefined], name);
      assert.match(said ?? '', obstacle);
    }
  });

  it('is nothing that gives a page another title, moves it, or replaces that of another file or of others', async () => {
    await stage.write('guide.md', inGuides('# Guide\n\nText.\n'));
    await stage.publish('guide.md');
    stage.wiki.pages.createPage({
      spaceId: '1001',
      parentId: '100102',
      title: 'Foreign',
      content: 'Theirs.',
    });
    for (const [name, text, kind] of [
      ['guide.md', inGuides('# Guidebook\n\nText.\n'), 'retitled'],
      ['guide.md', inGuides('# Guide\n\nText.\n', '100101'), 'moved'],
      ['second.md', inGuides('# Guide\n\nAnother.\n'), 'others'],
      ['foreign.md', inGuides('# Foreign\n\nText.\n').replace(' }', ', overwrite: true }'), 'replaces'],
    ] as const) {
      const { row, publishable } = await checked(name, text);
      assert.deepEqual([row.status.kind, publishable], [kind, undefined], name);
    }
  });

  it('is nothing that overwrites what somebody changed in the wiki', async () => {
    await stage.storePlatformToken();
    await stage.write('guide.md', inGuides('# Guide\n\nText.\n'));
    const { ended } = await stage.publish('guide.md');
    await ended?.sent?.page;
    const more = inGuides('# Guide\n\nMore.\n');
    assert.notEqual((await checked('guide.md', more)).publishable, undefined);
    const page = stage.wiki.pages.findPage('1001', '100102', 'Guide') ?? assert.fail();
    stage.wiki.pages.edit(page, { content: 'Theirs.' });
    // It is looked up again at the yes, so neither an earlier look nor its fingerprint lets it through
    const { row, publishable } = await checked('guide.md', more);
    assert.deepEqual([row.status.kind, publishable], ['changedInWiki', undefined]);
  });

  it('is only what was checked: another text, title, place or page is another one', async () => {
    const fingerprint = async (text: string): Promise<string> =>
      (await checked('guide.md', text)).publishable?.fingerprint ?? assert.fail(text);
    const text = inGuides('# Guide\n\nText.\n');
    const first = await fingerprint(text);
    assert.match(first, /^[\da-f]{16}$/);
    assert.equal(await fingerprint(text), first);
    const others = [
      await fingerprint(inGuides('# Guide\n\nMore.\n')),
      await fingerprint(inGuides('# Guidebook\n\nText.\n')),
      await fingerprint(inGuides('# Guide\n\nText.\n', '100101')),
    ];
    await stage.write('guide.md', inGuides('# Guide\n\nFirst.\n'));
    await stage.publish('guide.md');
    const update = await fingerprint(text);
    assert.equal((await checked('guide.md', text)).publishable?.replaced?.place.title, 'Guide');
    assert.equal(new Set([first, ...others, update]).size, 5);
  });
});

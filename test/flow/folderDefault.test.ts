import assert from 'node:assert/strict';
import { enter, type Answer } from './person.js';
import { ScriptedRunPerson, stopIfThere } from './runPerson.js';
import { Stage } from './stage.js';

describe('The destination that a folder’s files go to', () => {
  let stage: Stage;
  const missing = { space: '1001', parent: '999999' };
  const proposed = async (name: string) => {
    const { decision } = await stage.flow.read(stage.uri(name));
    return [decision.promptValues.space, decision.promptValues.parent];
  };

  beforeEach(async () => {
    stage = await Stage.open();
    await stage.write('docs/a.md', '# A\n\nOne.\n');
    await stage.write('docs/b.md', '# B\n\nOne.\n');
    const { folderTargets } = stage.services;
    await folderTargets.remember([stage.uri('docs/a.md')], {
      endpoint: stage.wiki.importEndpoint,
      ...missing,
    });
  });
  afterEach(() => stage.close());

  it('is proposed no more once the wiki did not have it', async () => {
    assert.deepEqual(await proposed('docs/b.md'), [missing.space, missing.parent]);
    const refused = await stage.publish('docs/a.md', [enter]);
    assert.match(refused.text ?? '', /^“A” was not published\./);
    assert.deepEqual(await proposed('docs/b.md'), [undefined, undefined]);
    const right = { space: '1001', parent: '100102', overwrite: false };
    await stage.press(refused, 'changeTarget', [{ enter: right }]);
    assert.equal(stage.sent.length, 2);
    assert.deepEqual(await proposed('docs/b.md'), [undefined, undefined]);
  });

  it('is proposed no more once a run did not find it either', async () => {
    const person = new ScriptedRunPerson([stopIfThere]);
    const ended = await stage.publishFolder(person);
    assert.match(ended?.report.text ?? '', /failed/);
    await stage.write('docs/c.md', '# C\n\nOne.\n');
    assert.deepEqual(await proposed('docs/c.md'), [undefined, undefined]);
  });

  describe('beside a space that the settings name', () => {
    const guides = { space: '1001', parent: '100102' };
    const remember = (endpoint = stage.wiki.importEndpoint): Promise<void> =>
      stage.services.folderTargets.remember([stage.uri('docs/a.md')], { endpoint, ...guides });

    beforeEach(() => remember());

    it('has the parent page in that space', async () => {
      stage.settings.space = guides.space;
      const published = await stage.publish('docs/a.md', [enter]);
      assert.deepEqual(published.questions, []);
      assert.ok(stage.wiki.pages.findPage(guides.space, guides.parent, 'A'));
      const ended = await stage.publishFolder(new ScriptedRunPerson([stopIfThere]));
      assert.equal(ended?.report.text, 'The page was published.');
      assert.ok(stage.wiki.pages.findPage(guides.space, guides.parent, 'B'));
    });

    it('has it too where they name the space by its key', async () => {
      await stage.storePlatformToken();
      stage.settings.space = 'DOCS';
      const published = await stage.publish('docs/a.md', [enter]);
      assert.deepEqual(published.questions, []);
      assert.ok(stage.wiki.pages.findPage(guides.space, guides.parent, 'A'));
    });

    it('has no parent page in another space, unless front matter names the folder’s', async () => {
      stage.settings.space = '1002';
      assert.deepEqual(await proposed('docs/a.md'), ['1002', undefined]);
      await stage.write('docs/a.md', '---\nwiki: { space: "1001" }\n---\n# A\n\nOne.\n');
      assert.deepEqual(await proposed('docs/a.md'), [guides.space, guides.parent]);
    });

    it('is in the folder’s wiki, unless the settings’ space may be in another one', async () => {
      const second = await stage.addWiki('Second Wiki');
      await remember(second.importEndpoint);
      const wiki = async () => (await stage.flow.read(stage.uri('docs/a.md'))).decision.connection?.name;
      stage.settings.space = guides.space;
      assert.equal(await wiki(), 'Second Wiki');
      stage.settings.space = '1002';
      assert.equal(await wiki(), undefined);
      // In the other wiki, what was chosen for the folder counts no more.
      const other: Answer = { enter: { endpoint: stage.wiki.importEndpoint } };
      const asked = await stage.publish('docs/a.md', [other, 'leave']);
      assert.deepEqual(asked.questions, ['connection', 'target']);
    });
  });

  it('stays where another one was not found', async () => {
    const other = { space: '1001', parent: '888888', overwrite: false };
    await stage.publishElsewhere('docs/a.md', [{ enter: other }]);
    assert.deepEqual(await proposed('docs/b.md'), [missing.space, missing.parent]);
  });
});

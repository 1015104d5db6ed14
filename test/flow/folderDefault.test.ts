import assert from 'node:assert/strict';
import { enter } from './person.js';
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

  it('stays where another one was not found', async () => {
    const other = { space: '1001', parent: '888888', overwrite: false };
    await stage.publish('docs/a.md', [{ enter: other }], { ask: 'space' });
    assert.deepEqual(await proposed('docs/b.md'), [missing.space, missing.parent]);
  });
});

import assert from 'node:assert/strict';
import { policies } from '../../src/services/publish/request.js';
import { ScriptedRunPerson, shownRows } from './runPerson.js';
import { Stage } from './stage.js';

const page = (title: string, text = 'Text.'): string =>
  `---\nwiki: { space: "1001", parent: "100102" }\n---\n# ${title}\n\n${text}\n`;

describe('A wiki at a new address', () => {
  let stage: Stage;
  let moved: string;
  beforeEach(async () => {
    stage = await Stage.open();
    moved = stage.wiki.importEndpoint.replace('127.0.0.1', 'localhost');
    await stage.write('one.md', page('One'));
    await stage.write('two.md', page('Two'));
    for (const name of ['one.md', 'two.md']) {
      await stage.publish(name, [], policies.publishAgain);
    }
    stage.connections.splice(0, 1, { name: 'Team Wiki', endpoint: moved });
  });
  afterEach(() => stage.close());

  const shown = async (): Promise<string[][]> =>
    shownRows(await stage.runs.plan(stage.found(), new ScriptedRunPerson([])));

  it('keeps its pages once a person says that it is the same: none is moved, and its token is asked for anew', async () => {
    await stage.services.records.moveEndpoint(stage.wiki.importEndpoint, moved);
    assert.deepEqual(await shown(), [
      ['unchanged', 'one.md'],
      ['unchanged', 'two.md'],
    ]);
    await stage.write('one.md', page('One', 'Mended.'));
    const before = stage.wiki.requests.length;
    const unsent = await stage.publish('one.md', ['leave'], policies.publishAgain);
    assert.deepEqual([unsent.ended, stage.wiki.requests.length], [undefined, before]);
    await stage.tokens.store(moved, await stage.newToken());
    const told = await stage.publish('one.md', [], policies.publishAgain);
    assert.match(told.text ?? '', /^“One” was published\./);
    assert.equal(stage.wiki.pages.pages.filter(({ title }) => title === 'One').length, 1);
    assert.match(stage.wiki.pages.findPage('1001', '100102', 'One')?.content ?? '', /Mended/);
  });

  it('has none of them until then', async () => {
    assert.deepEqual(
      (await shown()).map(([kind]) => kind),
      ['moved', 'moved'],
    );
  });
});

import assert from 'node:assert/strict';
import { createLeftOutTest } from '../../src/services/plan/changedFiles.js';
import { ScriptedRunPerson, shownRows, stopIfThere } from './runPerson.js';
import { Stage } from './stage.js';

const placed = '---\nwiki: { space: "1001", parent: "100102" }\n---\n';
const page = (title: string, text = `About ${title}.`): string => `# ${title}\n\n${text}\n`;

describe('Files that changed', () => {
  let stage: Stage;
  let unnamed: string[] = [];

  const publishAll = async (...names: string[]): Promise<void> => {
    await stage.publishFolder(new ScriptedRunPerson([stopIfThere]), names);
  };
  const changed = async (): Promise<readonly unknown[]> => {
    const person = new ScriptedRunPerson(['leave']);
    unnamed = [];
    const isLeftOut = await createLeftOutTest(stage.services, stage.workspace, ({ uri }) =>
      unnamed.push(uri),
    );
    await stage.runs.publish({ ...stage.found(), isLeftOut }, person);
    return shownRows(person.plans[0]).map(([kind, path]) => [kind, path]);
  };

  beforeEach(async () => {
    stage = await Stage.open();
    await stage.write('docs/one.md', placed + page('One'));
    await stage.write('docs/two.md', placed + page('Two'));
    await publishAll('docs');
    await stage.write('docs/one.md', placed + page('One', 'Changed.'));
  });
  afterEach(() => stage.close());

  it('are pages, and files beside them that name their place: not what only a remembered place would take', async () => {
    const remembered = { endpoint: stage.wiki.importEndpoint, space: '1001', parent: '100102' };
    await stage.services.folderTargets.remember([stage.uri('any.md')], remembered);
    await stage.write('docs/beside.md', page('Beside'));
    await stage.write('docs/open.md', page('Open', 'Text <!-- open.'));
    await stage.write('docs/named.md', placed + page('Named'));
    await stage.write('docs/blocked.md', placed + page('Blocked', 'Text <!-- open.'));
    await stage.write('notes/one.md', page('Note'));
    await stage.write('notes/named.md', placed + page('Named Note'));
    assert.deepEqual(await changed(), [
      ['stopped', 'blocked.md'],
      ['new', 'named.md'],
      ['changed', 'one.md'],
    ]);
    assert.deepEqual(
      unnamed,
      ['docs/beside.md', 'docs/open.md'].map((name) => stage.uri(name)),
      'These are told.',
    );
  });

  it('are also those whose named place can’t be used, which the plan says of them', async () => {
    await stage.storePlatformToken();
    const lost = placed.replace('100102', '999999');
    await stage.write('docs/one.md', lost + page('One', 'Changed.'));
    await stage.write('docs/lost.md', lost + page('Lost'));
    await stage.write('docs/space.md', placed.replace('"1001"', 'GONE') + page('Space'));
    await stage.write('docs/wiki.md', placed.replace('wiki: {', 'wiki: { connection: Gone,') + page('Wiki'));
    assert.deepEqual(await changed(), [
      ['unplaced', 'lost.md'],
      ['unplaced', 'one.md'],
      ['blocked', 'space.md'],
      ['blocked', 'wiki.md'],
    ]);
    assert.deepEqual(unnamed, []);
  });

  it('are also those that name no connection, where there are several', async () => {
    await stage.addWiki('Other');
    await stage.write('docs/which.md', placed + page('Which'));
    await stage.write('docs/beside.md', page('Beside'));
    assert.deepEqual(await changed(), [
      ['changed', 'one.md'],
      ['unplaced', 'which.md'],
    ]);
    assert.deepEqual(unnamed, [stage.uri('docs/beside.md')]);
  });

  it('are none where a file is only new, which nobody calls unchanged', async () => {
    await publishAll('docs');
    await stage.write('docs/beside.md', page('Beside'));
    const isLeftOut = await createLeftOutTest(stage.services, stage.workspace, () => undefined);
    const ended = await stage.runs.publish({ ...stage.found(), isLeftOut }, new ScriptedRunPerson([]));
    assert.equal(ended?.report.text, 'Nothing that was published has changed.');
  });

  it('are files beside pages where the workspace’s settings name the place, and no other folder', async () => {
    stage.settings.space = '1001';
    stage.settings.parent = '100102';
    await stage.write('docs/beside.md', page('Beside'));
    await stage.write('notes/one.md', page('Note'));
    assert.deepEqual(await changed(), [
      ['new', 'beside.md'],
      ['changed', 'one.md'],
    ]);
  });
});

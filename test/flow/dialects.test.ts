import assert from 'node:assert/strict';
import { Secret } from '../../src/core/text/secret.js';
import { ScriptedRunPerson, shownRows, stopIfThere } from './runPerson.js';
import { Stage } from './stage.js';

/** Repositories as people have them who publish with other tools. */
describe('A folder that was written for another tool', () => {
  let stage: Stage;

  beforeEach(async () => {
    stage = await Stage.open();
    Object.assign(stage.settings, { space: '1001', parent: '100102', folders: { docs: 'tree' } });
    await stage.platformTokens.store(stage.wiki.origin, { secret: new Secret(stage.wiki.platformToken) });
  });

  afterEach(() => stage.close());

  const write = async (files: Readonly<Record<string, string>>): Promise<void> => {
    for (const [name, text] of Object.entries(files)) {
      await stage.write(name, text);
    }
  };
  const publish = async (...paths: readonly string[]) => {
    const person = new ScriptedRunPerson([stopIfThere]);
    const ended = await stage.publishFolder(person, paths.length === 0 ? ['docs'] : paths);
    return { text: ended?.report.text, plan: person.plans[0], ended };
  };

  it('has a binary file, which says what it is', async () => {
    await write({ 'docs/a.md': 'Text.', 'docs/b.md': 'One.\nTwo\0.\n' });
    const { plan } = await publish();
    assert.deepEqual(
      shownRows(plan).map(([section]) => section),
      ['new', 'blocked'],
    );
    assert.match(
      plan?.blocked[0]?.reason ?? '',
      /^b\.md has a NUL \(U\+0000\) in line 2, which no text has: /,
    );
  });
});

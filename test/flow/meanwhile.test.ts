import assert from 'node:assert/strict';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { enter, type Answer } from './person.js';
import { ScriptedRunPerson, stopIfThere } from './runPerson.js';
import { Stage, type Told } from './stage.js';

const typed: Answer = { enter: { space: '1001', parent: '100102', overwrite: false } };

describe('What happens to a file while it is published', () => {
  let stage: Stage;

  beforeEach(async () => {
    stage = await Stage.open();
  });
  afterEach(() => stage.close());

  const contents = (): readonly string[] => stage.sent.map(({ content }) => content.trim());
  const move = async (from: string, to: string): Promise<void> => {
    await rename(path.join(stage.folder, from), path.join(stage.folder, to));
    await stage.services.records.handOver(stage.uri(from), stage.uri(to));
  };
  /** Publishes, and does something before the wiki answers. */
  const during = async (publish: () => Promise<Told>, act: () => Promise<unknown>): Promise<Told> => {
    stage.wiki.script({ do: 'stall' });
    const publishing = publish();
    await stage.stalled();
    await act();
    stage.wiki.release();
    return publishing;
  };

  it('leaves its page with it when it is renamed, and not with the next file of its old name', async () => {
    await stage.write('a.md', '# A\n\nOne.\n');
    await during(
      () => stage.publish('a.md', [typed]),
      () => move('a.md', 'b.md'),
    );
    await stage.write('a.md', '# Another\n\nAnother.\n');
    const other = await stage.publish('a.md', [typed]);
    assert.deepEqual(other.questions, ['target']);
    await stage.write('b.md', '# A\n\nTwo.\n');
    assert.match((await stage.publish('b.md', [enter])).text ?? '', /was updated/);
    await during(
      () => stage.write('b.md', '# A\n\nThree.\n').then(() => stage.publish('b.md', [enter])),
      () => move('b.md', 'c.md'),
    );
    await stage.write('c.md', '# Retitled\n\nThree.\n');
    assert.deepEqual((await stage.publish('c.md', ['leave'])).questions, ['retitled: keep, stop, replace']);
    assert.deepEqual(contents(), ['One.', 'Another.', 'Two.', 'Three.']);
  });

  it('leaves its page with nobody when it is an unsaved document that is closed', async () => {
    const uri = await stage.write('a.md', '# A\n\nOne.\n');
    await during(
      () => stage.publish('a.md', [typed]),
      () => stage.services.records.forget(uri),
    );
    await stage.write('a.md', '# Another\n\nAnother.\n');
    assert.deepEqual((await stage.publish('a.md', [typed])).questions, ['target']);
    await stage.write('b.md', '# A\n\nOne.\n');
    assert.match((await stage.publish('b.md', [typed])).text ?? '', /already exists/);
  });

  it('is published too where the person types it while they are asked', async () => {
    await stage.write('a.md', '# A\n\nOne.\n');
    const told = await stage.publish('a.md', [
      { first: () => stage.write('a.md', '# A\n\nTwo.\n'), then: typed },
    ]);
    assert.deepEqual([told.asked, contents()], [['plan'], ['Two.']]);
    await stage.write('a.md', '# A\n\nThree.\n');
    const problem = await stage.publish('a.md', [
      { first: () => stage.write('a.md', '# A\n\nFour <!-- open\n'), then: enter },
    ]);
    assert.match(problem.text ?? '', /Nothing was sent\.$/);
    assert.equal(stage.sent.length, 1);
  });

  it('asks again at Try Again where another file has taken over the page since', async () => {
    const front = '---\nwiki: { space: "1001", parent: "100102" }\n---\n';
    await stage.write('a.md', `${front}# A\n\nOne.\n`);
    await stage.publish('a.md');
    await stage.write('a.md', `${front}# A\n\nTwo.\n`);
    stage.wiki.script({ do: 'cutRequest', afterBytes: 0 });
    const failed = await stage.publish('a.md');
    assert.ok(failed.actions?.includes('tryAgain'));
    await stage.write('b.md', `${front}# A\n\nB.\n`);
    await stage.publish('b.md', [{ choose: 'replace' }]);
    const again = await stage.press(failed, 'tryAgain', ['leave']);
    assert.deepEqual(again.questions, ['others: stop, replace']);
  });

  it('keeps what is left once, also if the window dies while the rest of a run is sent', async () => {
    await stage.write('a.md', '---\nwiki: { space: "1001", parent: "100102" }\n---\n# A\n\nOne.\n');
    stage.wiki.script({ do: 'answer', status: 418 }, { do: 'stall' });
    await stage.publishFolder(new ScriptedRunPerson([stopIfThere]));
    const resuming = stage.resume(new ScriptedRunPerson([stopIfThere]));
    await stage.stalled();
    const next = await stage.nextWindow();
    next.isAlive = () => false;
    assert.deepEqual(await next.runs.interrupted(), { all: 1, published: 0 });
    stage.wiki.release();
    await resuming;
    assert.equal(await next.runs.interrupted(), undefined);
  });
});

describe('Where a title is taken once in a space', () => {
  it('a run leaves a page that another file published under another parent since the plan was settled', async () => {
    const stage = await Stage.open({ titlesPerSpace: true });
    try {
      const at = (parent: string): string =>
        `---\nwiki: { space: "1001", parent: "${parent}" }\n---\n# One\n\nUnder ${parent}.\n`;
      await stage.write('planned/b.md', at('100103'));
      await stage.write('a.md', at('100102'));
      const person = new ScriptedRunPerson([{ say: { exists: { does: 'replace' } } }]);
      const follow = person.follow.bind(person);
      person.follow = async (...run) => {
        const other = await stage.nextWindow();
        await other.publish('a.md');
        await follow(...run);
      };
      const ended = await stage.publishFolder(person, ['planned']);
      assert.deepEqual(
        stage.wiki.pages.pages.filter(({ title }) => title === 'One').map(({ parentId }) => parentId),
        ['100102'],
      );
      assert.match(ended?.report.text ?? '', /was not published/);
    } finally {
      await stage.close();
    }
  });
});

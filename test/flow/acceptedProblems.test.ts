import assert from 'node:assert/strict';
import { rowOf } from '../../src/core/plan/needs.js';
import { pageState, withCurrentRecords } from '../../src/core/view/pageState.js';
import { readUnasked } from '../../src/services/publish/unasked.js';
import { createLeftOutTest } from '../../src/services/plan/changedFiles.js';
import { ScriptedRunPerson, shownRows } from './runPerson.js';
import { Stage, type Told } from './stage.js';

const front = '---\nwiki: { space: "1001", parent: "100102" }\n---\n';
const secret = (seed: string): string =>
  `ghp_${`${seed}7Zt4LmX9vRb2KcN8wPy5HsJ3dFg6TzV1aQeU0iO`.slice(0, 36)}`;
const page = (text: string): string => `${front}# A\n\n${text}\n`;

describe('A page that was published despite its problems', () => {
  let stage: Stage;

  beforeEach(async () => {
    stage = await Stage.open();
    stage.settings.problems = { links: 'error' };
    await stage.write('other.md', '# Other\n\nText.\n');
  });
  afterEach(() => stage.close());

  const publishAnyway = async (text: string): Promise<void> => {
    await stage.write('a.md', page(text));
    await stage.press(await stage.publish('a.md'), 'publishAnyway');
    assert.equal(stage.sent.length, 1);
  };
  const planned = async (): Promise<readonly unknown[]> => {
    const plan = await stage.runs.plan(stage.found(['a.md']), new ScriptedRunPerson([]));
    return shownRows(plan).map(([kind]) => kind);
  };
  const changed = async (): Promise<readonly unknown[]> => {
    const isLeftOut = await createLeftOutTest(stage.services, stage.workspace, () => undefined);
    const person = new ScriptedRunPerson(['leave']);
    await stage.runs.publish({ ...stage.found(), isLeftOut }, person);
    return shownRows(person.plans[0]).map(([kind]) => kind);
  };
  const inView = async (): Promise<unknown> => {
    const { index } = stage.services.records;
    const { file } = (await readUnasked(stage.flow, { uri: stage.uri('a.md'), path: 'a.md' }, {})).row;
    const { connections } = stage.services.settings.read();
    return pageState(index.records[0], rowOf(withCurrentRecords(file, { index, connections }))).kind;
  };
  const isStopped = ({ text, actions }: Told): boolean =>
    actions?.includes('publishAnyway') === true && text?.startsWith('Nothing has changed') === false;

  const problems: readonly (readonly [string, string])[] = [
    ['a large text', 'word '.repeat(300_000)],
    ['a secret', secret('q')],
    ['a broken link that is an error', '[gone](gone.md)'],
    ['a link to a file without a page that is an error', '[other](other.md)'],
  ];

  for (const [name, text] of problems) {
    it(`is unchanged until its text changes: ${name}`, async () => {
      await publishAnyway(text);
      assert.deepEqual(await planned(), ['unchanged'], 'In a plan');
      assert.equal(await inView(), 'unchanged', 'In the Wiki view');
      assert.deepEqual(await changed(), [], 'Among changed files');
      assert.match((await stage.publish('a.md')).text ?? '', /^Nothing has changed since “A” was published/);

      await stage.write('a.md', page(`${text}\n\nMore.`));
      assert.deepEqual(await planned(), ['stopped']);
      assert.equal(await inView(), 'stopped');
      assert.deepEqual(await changed(), ['stopped']);
      assert.ok(isStopped(await stage.publish('a.md')));
      assert.equal(stage.sent.length, 1);
    });
  }

  it('is not sent with another secret', async () => {
    await publishAnyway(secret('q'));
    await stage.write('a.md', page(secret('x')));
    assert.match(
      (await stage.publish('a.md')).text ?? '',
      /^Line \d+: This looks like a token or a private key/,
    );
    assert.equal(stage.sent.length, 1);
  });

  it('is sent as it is only once its problems are accepted again', async () => {
    await publishAnyway(secret('q'));
    const again = await stage.press(await stage.publish('a.md'), 'publishAnyway');
    assert.match(again.text ?? '', /^Line \d+: This looks like a token or a private key/);
    assert.equal(stage.sent.length, 1);
    await stage.press(again, 'publishAnyway');
    assert.equal(stage.sent.length, 2);
  });

  it('is asked about by a plan once it has a check mark', async () => {
    await publishAnyway('[other](other.md)');
    const leaves = new ScriptedRunPerson([{ check: ['a.md'], say: { stopped: { does: 'anyway' } } }]);
    await stage.publishFolder(leaves, ['a.md']);
    assert.deepEqual([leaves.asked, stage.sent.length], [['plan', 'stopped'], 2]);
    const person = new ScriptedRunPerson(['leave']);
    await stage.publishFolder(person);
    const [plan] = person.plans;
    const kinds = (checked: readonly string[]): unknown =>
      plan?.rowsIfChecked(new Set(checked.map((name) => stage.uri(name)))).map(({ status }) => status.kind);
    assert.deepEqual(kinds([]), ['unchanged', 'unplaced']);
    assert.deepEqual(kinds(['a.md']), ['stopped', 'unplaced']);
  });

  it('is changed in the wiki where it is, and replaces that only once its problems are accepted again', async () => {
    await stage.storePlatformToken();
    await stage.write('a.md', page(secret('q')));
    const sent = await stage.press(await stage.publish('a.md'), 'publishAnyway');
    await sent.ended?.sent?.page;
    const { pages } = stage.wiki;
    pages.edit(pages.findPage('1001', '100102', 'A') ?? assert.fail(), { content: 'Theirs.' });
    const person = new ScriptedRunPerson([
      { check: ['a.md'], say: { stopped: { does: 'anyway' }, changedInWiki: { does: 'anyway' } } },
    ]);
    assert.deepEqual(await planned(), ['changedInWiki']);
    const told = await stage.publish('a.md');
    assert.match(told.text ?? '', /^“A” was changed in the wiki/);
    const stopped = await stage.press(told, 'overwrite');
    assert.match(stopped.text ?? '', /^Line \d+: This looks like a token or a private key/);
    assert.equal(stage.sent.length, 1);
    await stage.publishFolder(person, ['a.md']);
    assert.deepEqual([person.asked, stage.sent.length], [['plan', 'stopped', 'changedInWiki'], 2]);
  });

  it('needs a decision if an entry of its front matter is invalid now, which may have named another place', async () => {
    await publishAnyway(secret('q'));
    await stage.write('a.md', page(secret('q')).replace('space:', 'spcae: "1", space:'));
    assert.deepEqual(await planned(), ['stopped']);
    assert.ok(isStopped(await stage.publish('a.md')));
  });

  it('is blocked by what nobody can accept', async () => {
    await publishAnyway(secret('q'));
    await stage.write('a.md', page(secret('q')).replace('space:', 'connection: None, space:'));
    assert.deepEqual(await planned(), ['blocked']);
    assert.equal(await inView(), 'blocked');
  });
});

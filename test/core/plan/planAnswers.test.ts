import assert from 'node:assert/strict';
import { Plan } from '../../../src/core/plan/plan.js';
import type { PlanFile } from '../../../src/core/plan/row.js';
import { file as one, inputOf, other, record, type State } from '../publish/states.js';

const here = { frontMatter: { space: 'S', parent: '1' } };
const fileOf = (state: State, change: Partial<PlanFile> = {}): PlanFile => {
  const input = inputOf(state);
  return { uri: input.file.uri, path: 'one.md', title: input.document.title, input, ...change };
};
const second = (state: State): PlanFile => fileOf({ ...state, file: other }, { path: 'other.md' });
const all = new Set([one.uri, other.uri]);
const sentBy = (plan: Plan, ticked = all) =>
  plan.runFiles(ticked).map(({ destination: { target } }) => target);
const moved = { frontMatter: { space: 'S', parent: '2' }, ownRecords: [record()] };

describe('An answer for many files', () => {
  it('leads to a question about a page that the file takes from another one, also where it had one before', () => {
    const others = [record({}, { file: other })];
    const space = { scope: 'space', others } as const;
    const taking = fileOf({ frontMatter: { ...moved.frontMatter, overwrite: true }, ...space });
    const mine = second({ ...here, ownRecords: others, text: 'another', ...space });
    const plan = new Plan([taking, mine]);
    const replacing = plan.choose(plan.rows.slice(0, 1), 'replace');
    const asked = replacing.question(all);
    assert.deepEqual([asked?.kind, asked?.rows.length], ['changedInWiki', 1]);
    const next = replacing.choose(asked?.rows ?? [], 'anyway').question(all);
    assert.deepEqual([next?.kind, next?.rows[0]?.file.path], ['changedInWiki', 'other.md']);
  });

  it('asks once about the files that another working folder published', () => {
    const [at, there] = ['/here', '/there'].map((folder) => (name: string) => ({
      uri: `file://${folder}/${name}`,
      realPath: `${folder}/${name}`,
      repository: { remote: 'a', folder },
    }));
    assert.ok(at && there);
    const like = (name: string, title: string): PlanFile => {
      const own = [record({ title }, { file: there(name) })];
      const plain = { ...here, file: at(name), title, ownRecords: own };
      return fileOf(plain, { path: name });
    };
    const plan = new Plan([like('a.md', 'A'), like('b.md', 'B'), like('c.md', 'C')]);
    assert.deepEqual([...plan.initiallyChecked], []);
    assert.deepEqual(
      plan.rows.map(({ status }) => status.kind),
      ['others', 'others', 'others'],
    );
    const every = new Set(plan.files.map(({ uri }) => uri));
    for (const does of ['stop', 'replace'] as const) {
      const said = plan.choose(plan.rows.slice(0, 1), does);
      assert.equal(said.question(every), undefined);
      assert.deepEqual(
        sentBy(said, every).map((target) => [target.parent, target.overwrite]),
        [1, 2, 3].map(() => ['1', does === 'replace']),
      );
    }
  });

  it('opens again what was asked after it, which can be answered otherwise too', () => {
    const edit = { kind: 'edited', version: 9, ours: 7, title: 'One' } as const;
    const plan = new Plan([fileOf({ ...moved, text: 'another', changedInWiki: () => edit })]);
    const kept = plan.choose(plan.rows, 'keep', 'moved');
    assert.equal(kept.question(all)?.kind, 'changedInWiki');
    const agreed = kept.choose(kept.rows, 'anyway', 'changedInWiki');
    assert.deepEqual([agreed.question(all), sentBy(agreed).length], [undefined, 1]);
    const again = agreed.choose(agreed.rows, 'keep', 'moved');
    assert.deepEqual([again.question(all)?.kind, sentBy(again)], ['changedInWiki', []]);
  });

  it('makes no second page by an answer that was to update pages where they are', () => {
    const gone = [record({ endpoint: 'https://gone.example/' }, { file: other })];
    const plan = new Plan([second({ ...here, title: 'Another', ownRecords: gone }), fileOf(moved)]);
    const first = plan.question(all) ?? assert.fail();
    assert.deepEqual(
      [first.kind, first.rows.map(({ file }) => file.uri)],
      ['moved', [other.uri]],
      'what can’t be kept is asked about for itself',
    );
    const kept = plan.choose(plan.rows, 'keep');
    assert.deepEqual(sentBy(kept), [{ space: 'S', parent: '1', title: 'One', overwrite: true }]);
    assert.deepEqual(
      kept.question(all)?.rows.map(({ file }) => file.uri),
      [other.uri],
    );
    const stopped = kept.choose(kept.question(all)?.rows ?? [], 'stop');
    assert.deepEqual([stopped.question(all), sentBy(stopped).length], [undefined, 2]);
  });
});

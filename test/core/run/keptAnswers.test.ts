import assert from 'node:assert/strict';
import { keptAnswers, readKeptAnswers, withKeptAnswers } from '../../../src/core/run/keptAnswers.js';
import { Plan } from '../../../src/core/run/plan.js';
import type { PlanFile } from '../../../src/core/run/row.js';
import { countsOf } from '../../../src/core/view/planGroups.js';
import { file as one, inputOf, other, record, type State } from '../publish/states.js';

const here = { frontMatter: { space: 'S', parent: '1' } };
const own = [record()];
const retitled = { ...here, own, title: 'Two' };
const foreign = { frontMatter: { ...here.frontMatter, overwrite: true } };
const fileOf = (state: State = here): PlanFile => {
  const input = inputOf(state);
  return { uri: input.file.uri, path: 'one.md', title: input.document.title, input };
};
const planOf = (...states: State[]): Plan => new Plan(states.map(fileOf));
const stored = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('What was said in a plan that is made anew', () => {
  it('is said again of the same file, the same page and the same question', () => {
    const plan = planOf(retitled);
    const settled = { plan: plan.choose(plan.rows, 'keep'), checked: new Set([one.uri]) };
    const kept = readKeptAnswers(stored(keptAnswers(settled)));
    const again = withKeptAnswers(planOf(retitled), kept);
    assert.deepEqual(countsOf(again), { going: 1, decision: 0, destination: 0, blocked: 0 });
    assert.equal(again.plan.runFiles(again.checked)[0]?.destination.target.title, 'One');
    for (const state of [{ ...retitled, title: 'Three' }, { ...retitled, file: other }, here]) {
      const { plan: another } = withKeptAnswers(planOf(state), kept);
      assert.ok(another.rows.every(({ answer }) => answer.choice === undefined));
    }
  });

  it('is never that a page may be replaced', () => {
    const plan = planOf(foreign);
    for (const [does, comesBack] of [
      ['replace', false],
      ['stop', true],
    ] as const) {
      const settled = { plan: plan.choose(plan.rows, does), checked: new Set([one.uri]) };
      const again = withKeptAnswers(planOf(foreign), readKeptAnswers(stored(keptAnswers(settled))));
      assert.equal(again.plan.rows[0]?.answer.choice !== undefined, comesBack, does);
      assert.equal(again.checked.has(one.uri), comesBack, does);
    }
    const anyway = plan.with([one.uri], { publishAnyway: true, chosen: { overwrite: true } });
    assert.deepEqual(keptAnswers({ plan: anyway, checked: anyway.ticked }), []);
  });

  it('is where files go that have no place', () => {
    const plan = planOf({});
    const place = { space: 'S', parent: '7' };
    const settled = { plan: plan.with([one.uri], { chosen: place }), checked: new Set([one.uri]) };
    const kept = readKeptAnswers(stored(keptAnswers(settled)));
    const [row] = withKeptAnswers(planOf({}), kept).plan.rows;
    assert.deepEqual([row?.status.kind, row?.decision?.target?.parent], ['new', '7']);
    // Front matter says it by now
    const [placed] = withKeptAnswers(planOf(here), kept).plan.rows;
    assert.equal(placed?.decision?.target?.parent, '1');
  });

  it('is what was unchecked', () => {
    const plan = planOf(here);
    const kept = readKeptAnswers(stored(keptAnswers({ plan, checked: new Set() })));
    assert.equal(withKeptAnswers(planOf(here), kept).checked.size, 0);
  });

  it('is nothing where what is stored is of another kind', () => {
    for (const value of [
      undefined,
      null,
      7,
      {},
      [null, 'x', { uri: 3 }],
      [{ uri: one.uri, does: 'replace', question: '' }],
    ]) {
      const again = withKeptAnswers(planOf(retitled), readKeptAnswers(value));
      assert.deepEqual(again.checked, planOf(retitled).ticked);
    }
  });
});

import assert from 'node:assert/strict';
import { acceptedIn } from '../../../src/core/publish/answers.js';
import { Plan } from '../../../src/core/plan/plan.js';
import type { PlanFile } from '../../../src/core/plan/row.js';
import type { PlanAnswer } from '../../../src/core/publish/states.js';
import { withAnswer, isReady, questionOf } from '../../../src/core/plan/answeredPlan.js';
import { file as one, inputOf, other, record, type State } from '../publish/states.js';

const fileOf = (state: State, change: Partial<PlanFile> = {}): PlanFile => {
  const input = inputOf(state);
  return { uri: input.file.uri, path: 'one.md', title: input.document.title, input, ...change };
};
const second = (state: State, change: Partial<PlanFile> = {}): PlanFile =>
  fileOf({ ...state, file: other, title: 'Other' }, { path: 'other.md', ...change });
const all = new Set([one.uri, other.uri]);
const here = { frontMatter: { space: 'S', parent: '1' } };
const place: PlanAnswer = { place: { space: 'S', parent: '1' } };

/** The questions in their order, each with its answer. */
function ask(plan: Plan, ...answers: PlanAnswer[]) {
  let settled = { plan, checked: all as ReadonlySet<string> };
  const kinds = answers.map((answer) => {
    const question = questionOf(settled) ?? assert.fail('Nothing is asked.');
    settled = withAnswer(settled, question, answer);
    return question.kind;
  });
  return { kinds, settled };
}

describe('A plan that is settled', () => {
  it('keeps the check marks of what is ready where its place was chosen, and of nothing that has a question then', () => {
    const met = { others: [record({}, { file: other })] };
    const plan = new Plan([fileOf({ ...met, frontMatter: {} }), second({ frontMatter: {} })]);
    const { kinds, settled } = ask(plan, place);
    assert.deepEqual(kinds, ['unplaced']);
    assert.deepEqual([...settled.checked], [other.uri]);
    const exists = questionOf(settled) ?? assert.fail();
    assert.ok(isReady(withAnswer(settled, exists, { does: 'stop' })));
  });

  it('sends what is new without replacing anything once that is said', () => {
    const { kinds, settled } = ask(new Plan([fileOf(here), second(here)]), { does: 'stop' });
    assert.deepEqual(kinds, ['exists']);
    assert.deepEqual([questionOf(settled), isReady(settled)], [undefined, true]);
    assert.ok(settled.plan.runFiles(all).every(({ destination }) => !destination.target.overwrite));
  });

  it('leaves out what has problems, or is published with them', () => {
    const secret = { problem: 'A secret.', acceptableProblems: ['a'] };
    const plan = new Plan([fileOf(here, secret), second(here)]);
    const left = ask(plan, { does: 'leaveOut' }, { does: 'stop' });
    assert.deepEqual([left.kinds, [...left.settled.checked]], [['stopped', 'exists'], [other.uri]]);
    const anyway = ask(plan, { does: 'anyway' }, { does: 'stop' });
    assert.deepEqual(
      anyway.settled.plan.runFiles(all).map(({ answers }) => acceptedIn(answers)),
      [['a'], undefined],
    );
  });

  it('publishes over what was changed in the wiki only once that is said', () => {
    const edit = { kind: 'edited', version: 9, ours: 7, title: 'One' } as const;
    const changed = { ...here, ownRecords: [record()], text: 'another', changedInWiki: () => edit };
    const plan = new Plan([fileOf(changed)]);
    const settled = { plan, checked: new Set([one.uri]) };
    const question = questionOf(settled) ?? assert.fail();
    assert.equal(question.kind, 'changedInWiki');
    const left = withAnswer(settled, question, { does: 'leaveOut' });
    assert.deepEqual([left.checked.size, left.plan.unresolved], [0, []]);
    assert.ok(isReady(withAnswer(settled, question, { does: 'anyway' })));
  });

  it('is not ready while nothing is checked', () => {
    assert.equal(isReady({ plan: new Plan([fileOf(here)]), checked: new Set() }), false);
  });
});

import assert from 'node:assert/strict';
import { agree, problemsAsking } from '../../../src/core/publish/answers.js';
import type { PlanFile } from '../../../src/core/plan/row.js';
import { Plan } from '../../../src/core/plan/plan.js';
import { planAgain } from '../../../src/core/plan/planAgain.js';
import type { RunFile } from '../../../src/core/plan/runFile.js';
import { endpoint, inputOf, record, type State } from '../publish/states.js';

const identity = (name: string) => ({ uri: `file:///${name}` });
const runFile = (name: string, change: Partial<RunFile> = {}): RunFile => ({
  file: identity(name),
  path: name,
  destination: {
    endpoint,
    target: { space: 'S', parent: '1', title: name, overwrite: false },
    suggestedTitle: name,
    suggestedPlace: {},
  },
  answers: {},
  mayHaveArrived: false,
  ...change,
});
/** As it stands now: the settings name the place. */
const now = (name: string, state: State = {}): PlanFile => ({
  uri: identity(name).uri,
  path: name,
  title: name,
  input: inputOf({ defaults: { space: 'S', parent: '1' }, title: name, file: identity(name), ...state }),
});
const planned = (before: RunFile, file: PlanFile): Plan => planAgain([file], [before]);
const targetIn = (plan: Plan) => plan.runFiles(plan.initiallyChecked)[0]?.destination.target;
const agreeing = (file: PlanFile, replaces: boolean): Partial<RunFile> => {
  const plan = new Plan([file]);
  return (
    plan.choose(plan.rows, replaces ? 'replace' : 'stop').runFiles(new Set([file.uri]))[0] ?? assert.fail()
  );
};
const stopping = agreeing(now('a'), false);

describe('A plan that is made again', () => {
  it('goes by the settings of now, and not by the place that failed', () => {
    const again = planned(runFile('a', stopping), now('a', { defaults: { space: 'S', parent: '2' } }));
    assert.equal(targetIn(again)?.parent, '2');
  });

  it('asks again whether a page is replaced, when it is another one', () => {
    const before = runFile('a', agreeing(now('a'), true));
    assert.equal(targetIn(planned(before, now('a')))?.overwrite, true);
    const plan = planned(before, now('a', { defaults: { space: 'S', parent: '2' } }));
    assert.equal(plan.question(plan.initiallyChecked)?.kind, 'exists');
  });

  it('updates the page that the file has by now, though none was to be there', () => {
    const before = runFile('a', stopping);
    const own = record({ title: 'a' }, { file: identity('a') });
    assert.equal(targetIn(planned(before, now('a', { ownRecords: [own], text: 'newer' })))?.overwrite, true);
    const elsewhere = record({ title: 'b' }, { file: identity('a') });
    const plan = planned(before, now('a', { ownRecords: [elsewhere], text: 'newer' }));
    assert.notEqual(plan.rows[0]?.decision?.target?.overwrite, true);
  });

  it('publishes with the problems that the person knew, and no others', () => {
    const before = runFile('a', {
      answers: agree(stopping.answers ?? {}, problemsAsking(['one']), 'anyway'),
    });
    const statusWith = (passable: string[]) =>
      planned(before, { ...now('a'), problem: 'Wrong.', acceptableProblems: passable }).rows[0]?.status.kind;
    assert.equal(statusWith(['one']), 'new');
    assert.equal(statusWith(['one', 'two']), 'stopped');
  });
});

import assert from 'node:assert/strict';
import { makePlan, runFile, type Candidate, type Planned } from '../../../src/core/run/plan.js';
import type { Remembered } from '../../../src/core/publish/remembered.js';

const endpoint = 'https://a.example/x';
const target = { space: 'ENG', parent: '42', title: 'One', overwrite: false };
const remembered = (standing: Remembered['standing'], title = 'One'): Remembered => ({
  endpoint,
  target: { ...target, title },
  suggestedTitle: title,
  standing,
});
const candidate = (change: Partial<Candidate> = {}): Candidate => ({
  uri: 'file:///one.md',
  path: 'one.md',
  title: 'One',
  endpoint,
  target,
  undecided: true,
  change: { kind: 'new' },
  remembered: undefined,
  ...change,
});
const planOne = (change: Partial<Candidate>): Planned => makePlan([candidate(change)])[0] ?? assert.fail();
const publishable = (planned: Planned) =>
  planned.state === 'blocked' ? assert.fail(planned.reason) : planned;

describe('A plan', () => {
  for (const [what, change, state] of [
    ['a file that made no page yet', {}, 'new'],
    ['a file whose text is not what was published', { change: { kind: 'changed' } }, 'changed'],
    ['a file whose text was published', { change: { kind: 'unchanged' } }, 'unchanged'],
    [
      'a file that made the page, with a text that nobody knows',
      { remembered: remembered('published') },
      'changed',
    ],
    ['a file that made a page of another title', { remembered: remembered('published', 'Old') }, 'new'],
    [
      'a file that is for another wiki now',
      { remembered: { ...remembered('published'), endpoint: 'https://b.example/' } },
      'new',
    ],
    ['a file whose send had no answer', { remembered: remembered('unknown') }, 'new'],
    ['a file with a problem', { problem: 'It is empty.' }, 'blocked'],
    ['a file without a target', { target: undefined }, 'blocked'],
    ['a file without a connection', { endpoint: undefined }, 'blocked'],
  ] as const satisfies readonly (readonly [string, Partial<Candidate>, Planned['state']])[]) {
    it(`${what} is ${state}`, () => {
      assert.equal(planOne(change).state, state);
    });
  }

  it('says why a file is blocked', () => {
    const reason = (planned: Planned) =>
      planned.state === 'blocked' ? [planned.reason, planned.homeless] : assert.fail();
    assert.deepEqual(reason(planOne({ problem: 'It is empty.' })), ['It is empty.', false]);
    const homeless =
      'The file has no space or parent page yet: publish it once, or set both in the settings.';
    assert.deepEqual(reason(planOne({ target: undefined })), [homeless, true]);
  });

  const second = { uri: 'file:///two.md', path: 'two.md' };
  for (const [what, other] of [
    ['the same title', {}],
    ['a title of another case', { target: { ...target, title: 'ONE' } }],
  ] as const) {
    it(`blocks two files with ${what} under one parent`, () => {
      const plan = makePlan([candidate(), candidate({ ...second, ...other })]);
      assert.deepEqual(
        plan.map((planned) => (planned.state === 'blocked' ? planned.reason : planned.state)),
        [
          '“two.md” has the same title under the same parent page.',
          '“one.md” has the same title under the same parent page.',
        ],
      );
    });
  }

  it('takes é written as one character and as two for the same', () => {
    const twins = ['Caf\u00e9', 'Cafe\u0301'].map((title) => candidate({ target: { ...target, title } }));
    assert.deepEqual(
      makePlan(twins).map(({ state }) => state),
      ['blocked', 'blocked'],
    );
  });

  for (const [what, other] of [
    ['another parent', { target: { ...target, parent: '43' } }],
    ['another space', { target: { ...target, space: 'DOCS' } }],
    ['another wiki', { endpoint: 'https://b.example/' }],
    ['a problem of its own', { problem: 'It is empty.' }],
  ] as const) {
    it(`does not block a title for a file of the same with ${what}`, () => {
      assert.equal(makePlan([candidate(), candidate({ ...second, ...other })])[0]?.state, 'new');
    });
  }

  it('asks about overwriting only for pages of which nothing is known', () => {
    assert.equal(publishable(planOne({})).undecided, true);
    assert.equal(publishable(planOne({ undecided: false })).undecided, false);
    assert.equal(publishable(planOne({ change: { kind: 'changed' } })).undecided, false);
    assert.equal(runFile(publishable(planOne({})), true).choice.target.overwrite, true);
    assert.equal(runFile(publishable(planOne({ undecided: false })), true).choice.target.overwrite, false);
  });

  it('knows that an earlier send may have arrived, and that a page of the old title stays', () => {
    assert.equal(
      runFile(publishable(planOne({ remembered: remembered('unknown') })), false).mayHaveArrived,
      true,
    );
    assert.equal(
      runFile(publishable(planOne({ remembered: remembered('unknown', 'Old') })), false).mayHaveArrived,
      false,
    );
    assert.equal(publishable(planOne({ change: { kind: 'retitled', oldTitle: 'Old' } })).retitledFrom, 'Old');
  });
});

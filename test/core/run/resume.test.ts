import assert from 'node:assert/strict';
import { notSent, type FileOutcome } from '../../../src/core/run/fileOutcome.js';
import type { PlanFile } from '../../../src/core/run/row.js';
import { filesLeft, planToResume, resumedRun, type UnfinishedRun } from '../../../src/core/run/resume.js';
import type { FileState } from '../../../src/core/run/fileState.js';
import type { RunFile } from '../../../src/core/run/runFile.js';
import { endpoint, inputOf, record, type State } from '../publish/states.js';

const outcome = (kind: FileOutcome['kind'], exists = false): FileOutcome => ({
  kind,
  message: '',
  exists,
  mayHaveArrived: kind === 'unknown',
});
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
  chosen: {},
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
const unfinished = (...entries: (readonly [RunFile, FileState])[]): UnfinishedRun => ({
  files: entries.map(([file]) => file),
  blocked: [],
  states: entries.map(([, state]) => state),
});
const resumed = (left: UnfinishedRun, ...files: PlanFile[]) => {
  const plan = planToResume(files, left);
  return { plan, run: resumedRun(left, plan, plan.runFiles(plan.ticked)) };
};
const kinds = ({ run }: ReturnType<typeof resumed>): string[] =>
  run.files.map((_file, index) => {
    const state = run.state(index);
    return typeof state === 'string' ? state : state.kind;
  });
const stopping: Partial<RunFile> = { chosen: { overwrite: false } };

describe('Resuming a run', () => {
  it('sends what was not published, and nothing else', () => {
    const left = unfinished(
      [runFile('a', stopping), outcome('published')],
      [runFile('b', stopping), outcome('failed')],
      [runFile('c', stopping), 'sending'],
      [runFile('d', stopping), notSent('Cancelled.')],
    );
    assert.deepEqual(
      filesLeft(left).map(({ path }) => path),
      ['b', 'c', 'd'],
    );
    const again = resumed(left, now('b'), now('c'), now('d'));
    assert.deepEqual(kinds(again), ['published', 'waiting', 'waiting', 'waiting']);
    assert.equal(again.plan.question(again.plan.ticked), undefined);
  });

  it('goes by the settings of now, and not by the place that failed', () => {
    const left = unfinished([runFile('a', stopping), outcome('failed')]);
    const again = resumed(left, now('a', { defaults: { space: 'S', parent: '2' } }));
    assert.equal(again.run.files[0]?.destination.target.parent, '2');
  });

  it('asks again whether a page is replaced, when it is another one', () => {
    const left = unfinished([runFile('a', { chosen: { overwrite: true } }), outcome('failed')]);
    const same = resumed(left, now('a'));
    assert.equal(same.run.files[0]?.destination.target.overwrite, true);
    const { plan } = resumed(left, now('a', { defaults: { space: 'S', parent: '2' } }));
    assert.equal(plan.question(plan.ticked)?.kind, 'exists');
  });

  it('shows a file whose page was there already, without a check mark', () => {
    for (const chosen of [{}, { overwrite: false }]) {
      const left = unfinished([runFile('a', { chosen }), outcome('failed', true)]);
      const { plan } = resumed(left, now('a'));
      assert.deepEqual([plan.rows[0]?.status.kind, plan.ticked.size], ['foreign', 0]);
    }
  });

  it('counts what was published meanwhile', () => {
    const left = unfinished([runFile('a'), 'sending']);
    const own = [
      record({ title: 'a' }, { file: identity('a'), published: { hash: 'text under a', publishedAt: 1 } }),
    ];
    const again = resumed(left, now('a', { own }));
    assert.deepEqual(kinds(again), ['published']);
    assert.equal(again.run.complete, true);
  });

  it('updates the page that the file has by now, though none was to be there', () => {
    const left = unfinished([runFile('a', stopping), notSent('Cancelled.')]);
    const own = record({ title: 'a' }, { file: identity('a') });
    const { run } = resumed(left, now('a', { own: [own], text: 'newer' }));
    assert.equal(run.files[0]?.destination.target.overwrite, true);
    const elsewhere = record({ title: 'b' }, { file: identity('a') });
    const { plan } = resumed(left, now('a', { own: [elsewhere], text: 'newer' }));
    assert.notEqual(plan.rows[0]?.decision?.target?.overwrite, true);
  });

  it('leaves out what the person leaves out, and knows that it may have arrived', () => {
    const left = unfinished([runFile('a', stopping), 'sending'], [runFile('b', stopping), 'waiting']);
    const plan = planToResume([now('a'), now('b')], left);
    const run = resumedRun(left, plan, []);
    assert.deepEqual([run.counts.unknown, run.counts['not sent'], run.take()], [1, 1, undefined]);
  });

  it('publishes with the problems that the person knew, and no others', () => {
    const left = unfinished([runFile('a', { ...stopping, knownProblems: ['one'] }), 'waiting']);
    const sectionWith = (passable: string[]) =>
      planToResume([{ ...now('a'), problem: 'Wrong.', passable }], left).rows[0]?.status.kind;
    assert.equal(sectionWith(['one']), 'new');
    assert.equal(sectionWith(['one', 'two']), 'blocked');
  });
});

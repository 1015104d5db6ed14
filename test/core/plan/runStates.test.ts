import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  fileOutcomeOf,
  notSentOutcome,
  openLinksOutcome,
  type FileState,
} from '../../../src/core/plan/fileOutcome.js';
import { Run } from '../../../src/core/plan/run.js';
import { isPlacedFile, type PlacedRunFile, type RunFile } from '../../../src/core/plan/runFile.js';
import { storageStop } from '../../../src/core/plan/runStop.js';
import { readImportResponse } from '../../../src/core/wiki/import.js';
import type { Outcome } from '../../../src/core/wiki/outcome.js';
import { projectRoot } from '../../host/folders.js';
import { now, token } from '../reports.js';

const endpoint = 'https://a.example/x';
const file = (name: string, change: Partial<PlacedRunFile> = {}): PlacedRunFile => ({
  file: { uri: name },
  path: name,
  destination: {
    endpoint,
    target: { space: 'ENG', parent: '42', title: name, overwrite: false },
    suggestedTitle: name,
    suggestedPlace: {},
  },
  answers: {},
  mayHaveArrived: false,
  ...change,
});
const under = (name: string): RunFile => file(`under ${name}`, { awaitedParent: { uri: name, path: name } });
const answered = (status: number): Outcome => ({
  kind: 'answered',
  answer: readImportResponse(
    { status, headers: {}, body: '{"body":"Said."}', truncated: false },
    { overwrite: false },
  ),
  mayHaveArrived: false,
  cancelled: false,
});
const unanswered: Outcome = { kind: 'unanswered', reason: 'reset', code: 'ECONNRESET' };
const cancelled = { kind: 'cancelled', text: 'Cancelled.' } as const;

const said = (state: FileState): string =>
  typeof state === 'string' ? state : `${state.kind}${state.hasOpenLinks === true ? ' with open links' : ''}`;
const states = (run: Run): string => run.files.map((_file, index) => said(run.state(index))).join(', ');
const end = (run: Run, outcome: Outcome, index = 0): void => {
  const { target } = run.files.filter(isPlacedFile)[index]?.destination ?? assert.fail();
  run.ended(index, fileOutcomeOf(outcome, { target, token, host: 'a.example', now }), outcome);
};
/** A run whose first file has been sent. */
const sent = (outcome: Outcome, ...files: readonly RunFile[]): Run => {
  const run = new Run(files);
  assert.equal(run.startNext(), 0);
  end(run, outcome);
  return run;
};
/** A run whose first file was published, and is sent again. */
const again = (): Run => {
  const run = sent(answered(201), file('a'));
  run.queueAgain(0, file('a'));
  assert.equal(run.startNext(), 0);
  return run;
};
const sending = (): Run => {
  const run = new Run([file('a'), file('b')]);
  run.startNext();
  return run;
};

const nothing = { waiting: 0, sending: 0, published: 0, failed: 0, unknown: 0, 'not sent': 0 };
/** Tells of a send outside of the run. */
const alone = (run: Run, uri: string, outcome: Outcome, { destination } = file(uri)): boolean => {
  const context = { target: destination.target, token, host: 'a.example', now };
  return run.sentOutside({ uri, destination, outcome: fileOutcomeOf(outcome, context) });
};

/** What shows that a line of the table holds, by its state and its event. */
const cases: Readonly<Record<string, () => void>> = {
  '(new): it goes under a page whose ID is not known': () => {
    const run = new Run([under('a')]);
    assert.deepEqual(
      [run.startNext(), [...run.awaitedParents.keys()], states(run)],
      [undefined, ['a'], 'waiting'],
    );
  },
  '(new): its parent page is known': () => assert.equal(new Run([file('a')]).next(), 0),
  'awaiting: parentFound: its parent page has this ID': () => {
    const run = new Run([under('a')]);
    run.parentFound('a', '7');
    assert.deepEqual([run.startNext(), run.files[0]?.destination.target.parent], [0, '7']);
  },
  'awaiting: parentMissing: the ID will not be known': () => {
    const run = new Run([under('a'), under('under a')]);
    run.parentMissing('a', 'refused');
    assert.equal(states(run), 'not sent, not sent');
    assert.equal(run.tokenProblem?.remedy, 'replacePlatformToken');
  },
  'queued: startNext: it is the next, pages that others wait for first': () => {
    const run = new Run([file('a'), file('b'), under('b')]);
    assert.deepEqual([run.startNext(), run.startNext(), run.startNext()], [1, 0, undefined]);
    assert.equal(states(run), 'sending, sending, waiting');
  },
  'queued: startNext: the page before it in a series has not ended': () => {
    const run = new Run([file('3.0'), file('3.1')], [], [], 1);
    assert.deepEqual([run.startNext(), run.startNext()], [0, undefined]);
    assert.equal(states(run), 'sending, waiting');
  },
  'queued: startNext: another page at its place had a 404': () => {
    const run = sent(answered(404), file('a'), under('a'), file('b'), under('b'));
    assert.equal(run.startNext(), undefined);
    assert.equal(states(run), 'failed, not sent, not sent, not sent');
  },
  'sending: ended: it can’t be read, or is blocked': () => {
    const run = new Run([file('a'), under('a')]);
    run.startNext();
    run.ended(0, { kind: 'failed', message: 'No.' });
    assert.equal(states(run), 'failed, not sent');
  },
  'sending: maySend: nothing stopped the run': () => {
    assert.equal(sending().maySend(token, endpoint, now), true);
  },
  'sending: maySend: the token has expired': () => {
    const run = sending();
    assert.equal(run.maySend(token, endpoint, token.expiresAt), false);
    assert.deepEqual(
      [run.stopReason?.kind, run.stopReason?.endpoint, run.startNext()],
      ['token', endpoint, undefined],
    );
  },
  'sending: endUnsent: the run has stopped': () => {
    const run = sending();
    run.stop(cancelled);
    assert.equal(run.endUnsent(0).message, 'Cancelled.');
    assert.equal(states(run), 'not sent, waiting');
  },
  'sending: pace.slow: the answer is 429': () => {
    const run = sending();
    run.pace.slow(now, 1_000);
    assert.deepEqual([run.pace.reserve(now), run.pace.pausedUntil], [now + 1_000, now + 1_000]);
    assert.equal(states(run), 'sending, waiting');
  },
  'sending: ended: the page was published': () => {
    const run = sent(answered(201), file('a'), under('a'));
    assert.equal(states(run), 'published, waiting');
    assert.ok(run.awaitedParents.has('a'));
  },
  'sending: ended: it was not published, or nobody knows': () => {
    for (const [outcome, told] of [
      [answered(400), 'failed, not sent'],
      [unanswered, 'unknown, not sent'],
      [{ kind: 'notSent', reason: 'refused', code: '', mayHaveArrived: false }, 'not sent, not sent'],
    ] as const) {
      assert.equal(states(sent(outcome, file('a'), under('a'))), told);
    }
  },
  'sending: ended: the answer is 401, 402 or 403': () => {
    for (const status of [401, 402, 403]) {
      const run = sent(answered(status), file('a'), file('b'));
      assert.deepEqual(
        [run.stopReason?.kind, run.stopReason?.endpoint, run.stopping.aborted, run.startNext(), states(run)],
        ['token', endpoint, true, undefined, 'failed, waiting'],
      );
    }
  },
  'sending: ended: it is the fifth fault in a row': () => {
    const run = new Run(Array.from({ length: 6 }, (_, index) => file(`${index}`)));
    for (let index = 0; index < 5; index++) {
      assert.equal(run.stopReason, undefined);
      end(run, unanswered, run.startNext());
    }
    assert.deepEqual([run.stopReason?.kind, run.startNext()], ['fault', undefined]);
  },
  'any: stop (storage): a send can’t be recorded': () => {
    const run = sending();
    run.stop(storageStop());
    assert.equal(run.maySend(token, endpoint, now), false);
    assert.match(run.stopReason?.text ?? '', /can’t be saved on this computer/);
  },
  'published: queueAgain: it is changed by links to new pages': () => {
    const run = sent(answered(201), file('a'), file('b'));
    run.queueAgain(0, { ...under('b'), file: { uri: 'a' } });
    assert.equal(states(run), 'waiting, waiting');
    // A page is never sent under a parent page that is not known.
    assert.deepEqual([run.startNext(), run.startNext()], [1, undefined]);
    run.parentFound('b', '7');
    assert.deepEqual([run.startNext(), run.files[0]?.destination.target.parent], [0, '7']);
    // No other text is sent than the first time, and a lower level of a tree stays one.
    const known = sent(answered(201), file('b'), { ...under('b'), textHash: 'first' });
    known.parentFound('b', '7');
    end(known, answered(201), known.startNext());
    known.queueAgain(1, file('under b', { textHash: 'second' }));
    const { textHash, awaitedParent } = known.files[1] ?? {};
    assert.deepEqual([known.startNext(), textHash, awaitedParent?.uri], [1, 'first', 'b']);
    known.queueAgain(0, file('b'));
    assert.equal(known.startNext(), 0);
    end(known, unanswered);
    assert.equal(states(known), 'unknown, sending');
  },
  'published: ended: it was published again': () => {
    const run = again();
    end(run, answered(200));
    const state = run.state(0);
    assert.equal(said(state), 'published');
    assert.match(typeof state === 'object' ? state.message : '', /Said/);
    assert.deepEqual([run.secondPass, run.isComplete], [{ all: 1, left: 0, done: 1 }, true]);
  },
  'published: ended: it was not sent again, or failed': () => {
    const run = again();
    end(run, answered(400));
    assert.equal(states(run), 'published with open links');
    const undecided = sent(answered(201), file('a'));
    assert.deepEqual(undecided.ended(0, notSentOutcome('Why.')), openLinksOutcome('Why.'));
    assert.deepEqual([states(undecided), undecided.isComplete], ['published with open links', false]);
    // Nor is it forgotten that it was published where its place was not found since.
    const closed = sent(answered(201), file('a'), file('b'));
    closed.startNext();
    end(closed, answered(404), 1);
    closed.queueAgain(0, file('a'));
    assert.equal(closed.startNext(), undefined);
    assert.equal(states(closed), 'published with open links, failed');
  },
  'ended: sentOutside: it was sent outside of the run': () => {
    const run = sent(answered(201), file('published'), file('open links'), file('unknown'), file('not sent'));
    run.startNext();
    end(run, answered(201), 1);
    run.ended(1, notSentOutcome('Why.'));
    run.startNext();
    end(run, unanswered, 2);
    run.stop(cancelled);
    run.close();
    assert.equal(states(run), 'published, published with open links, unknown, not sent');
    const kept = ['published', 'open links', 'elsewhere'].map((uri) => alone(run, uri, answered(400)));
    assert.deepEqual(kept, [false, false, false]);
    assert.equal(alone(run, 'unknown', answered(400), file('another title')), false);
    assert.ok(alone(run, 'not sent', unanswered) && alone(run, 'unknown', answered(400)));
    assert.equal(states(run), 'published, published with open links, failed, unknown');
    assert.ok(['open links', 'unknown'].every((uri) => alone(run, uri, answered(200))));
    assert.ok(alone(run, 'not sent', answered(201), file('another title')));
    assert.equal(run.files[3]?.destination.target.title, 'another title');
    assert.ok(run.isComplete);
    assert.deepEqual(run.counts, { ...nothing, published: 4 });
  },
  'unresolved: sentOutside: it was sent outside of the run': () => {
    const run = new Run([], [{ uri: 'a', path: 'a', title: 'a', status: { kind: 'blocked', reason: '' } }]);
    assert.equal(alone(run, 'a', answered(400)), false);
    assert.equal(run.unresolved.length, 1);
    assert.ok(alone(run, 'a', answered(201)));
    assert.deepEqual([states(run), run.unresolved], ['published', []]);
    assert.deepEqual(run.counts, { ...nothing, published: 1 });
  },
  'not ended: sentOutside: it was sent outside of the run': () => {
    const files = ['exists', 'failed', 'waiting', 'waiting and failed'].map((name) => file(name));
    const run = new Run(files);
    for (const [index, outcome] of [answered(201), answered(201), answered(200), answered(400)].entries()) {
      assert.equal(alone(run, files[index]?.path ?? '', outcome, file(`another ${index}`)), false);
    }
    assert.equal(states(run), 'waiting, waiting, waiting, waiting');
    run.startNext();
    run.ended(0, { kind: 'failed', message: '', alreadyExists: true });
    run.startNext();
    end(run, answered(400), 1);
    run.stop(cancelled);
    run.close();
    assert.equal(states(run), 'published, failed, published, not sent');
    const titles = run.files.map(({ destination }) => destination.target.title);
    assert.deepEqual(titles, ['another 0', 'failed', 'another 2', 'waiting and failed']);
    assert.deepEqual(run.counts, { ...nothing, published: 2, failed: 1, 'not sent': 1 });
  },
  'waiting: stop': () => {
    const run = new Run([file('a')]);
    run.stop(cancelled);
    assert.deepEqual([run.startNext(), states(run)], [undefined, 'waiting']);
  },
  'sending: stop': () => {
    const run = sending();
    run.stop(cancelled);
    assert.deepEqual([states(run), run.stopping.aborted], ['sending, waiting', true]);
  },
  'waiting: close: nothing is sending any more': () => {
    const run = sent(answered(201), file('a'), under('a'), file('c', { mayHaveArrived: true }));
    run.queueAgain(0, file('a'));
    run.stop(cancelled);
    run.close();
    assert.equal(states(run), 'published with open links, not sent, unknown');
  },
};

describe('The table of states of a run', () => {
  const source = readFileSync(path.join(projectRoot, 'src', 'core', 'plan', 'run.ts'), 'utf8');
  const lines = Array.from(source.matchAll(/^ \* \| ([^|]+) \| ([^|]+) \|/gm), ([, state = '', event = '']) =>
    [state.trim(), event.trim()].join(': '),
  ).slice(2);

  it('has a case for each of its lines, and no other', () => {
    assert.ok(lines.length > 20);
    assert.deepEqual(lines.toSorted(), Object.keys(cases).toSorted());
  });

  for (const line of lines) {
    it(line, () => (cases[line] ?? assert.fail('There is no case.'))());
  }
});

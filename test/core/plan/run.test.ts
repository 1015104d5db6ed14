import assert from 'node:assert/strict';
import { fileOutcomeOf } from '../../../src/core/plan/fileOutcome.js';
import type { Outcome } from '../../../src/core/wiki/outcome.js';
import { Run } from '../../../src/core/plan/run.js';
import { isPlacedFile, type RunFile } from '../../../src/core/plan/runFile.js';
import { readImportResponse } from '../../../src/core/wiki/import.js';
import { now, token } from '../reports.js';

const file = (name: string, parent = '42'): RunFile => ({
  file: { uri: `file:///${name}` },
  path: name,
  destination: {
    endpoint: 'https://a.example/x',
    target: { space: 'ENG', parent, title: name, overwrite: false },
    suggestedTitle: name,
    suggestedPlace: {},
  },
  answers: {},
  mayHaveArrived: false,
});
const files = (count: number): RunFile[] => Array.from({ length: count }, (_, index) => file(`${index}.md`));

function answered(status: number, change: Partial<Extract<Outcome, { kind: 'answered' }>> = {}): Outcome {
  const answer = readImportResponse(
    { status, headers: {}, body: '{"body":"Said."}', truncated: false },
    { overwrite: false },
  );
  return { kind: 'answered', answer, mayHaveArrived: false, cancelled: false, ...change };
}
const unanswered: Outcome = { kind: 'unanswered', reason: 'reset', code: 'ECONNRESET' };
const unreached: Outcome = {
  kind: 'notSent',
  reason: 'refused',
  code: 'ECONNREFUSED',
  mayHaveArrived: false,
};

/** Ends the next file of the run so. */
function end(run: Run, outcome: Outcome, index = run.startNext()): void {
  assert.ok(index !== undefined, 'nothing is left to send');
  const sending = run.files[index];
  assert.ok(sending !== undefined && isPlacedFile(sending));
  const { target } = sending.destination;
  run.ended(index, fileOutcomeOf(outcome, { target, token, host: 'a.example', now }), outcome);
}
const kinds = (run: Run): string[] =>
  run.files.map((_file, index) => {
    const state = run.state(index);
    return typeof state === 'string' ? state : state.kind;
  });

describe('A run', () => {
  it('takes the pages of a series under one parent one after the other and first, and others meanwhile', () => {
    const others = ['a', 'b', 'c'].map((name) => file(name));
    const titles = ['Step 1: a', 'Step 2: b', '3.0', '3.1', '3.2'];
    const run = new Run([...others, ...titles.map((name) => file(name)), file('3.3', '43')], [], [], 3);
    const [first = 0, ...more] = Array.from({ length: 6 }, () => run.startNext());
    assert.deepEqual([first, ...more], [5, 3, 0, 1, 2, 8], 'that of which most is left begins');
    assert.deepEqual([run.next(), run.startNext()], [undefined, undefined]);
    end(run, answered(400), first);
    assert.deepEqual([run.startNext(), run.startNext()], [6, undefined]);
    end(run, answered(201), 6);
    assert.deepEqual([run.startNext(), run.startNext()], [7, undefined]);
  });

  it('takes a series in no order where that would make it last longer, also with the pages above', () => {
    const awaitedParent = { uri: 'file:///3.0', path: '3.0' };
    const under = (name: string): RunFile => ({ ...file(name), awaitedParent });
    const taken = (run: Run): unknown[] => Array.from({ length: 4 }, () => run.startNext());
    const three = ['3.0', '3.1', '3.2'].map((name) => file(name));
    assert.deepEqual(taken(new Run(three, [], [], 2)), [0, 1, 2, undefined]);
    assert.deepEqual(taken(new Run(three, [], [], 1)), [0, undefined, undefined, undefined]);
    const nested = new Run([...three, ...['1', '2'].map(under), file('a'), file('b'), file('c')], [], [], 2);
    assert.deepEqual(taken(nested), [0, 5, 6, 7]);
    end(nested, answered(201), 0);
    nested.parentFound('file:///3.0', '7');
    assert.deepEqual(taken(nested), [1, 3, 4, undefined]);
  });

  it('sends nothing more to a target at 404, and goes on with the others', () => {
    const run = new Run([file('a.md'), file('b.md', '43'), file('c.md'), file('d.md', '43')]);
    end(run, answered(404));
    end(run, answered(201));
    end(run, answered(201));
    assert.equal(run.startNext(), undefined);
    run.close();
    assert.deepEqual(kinds(run), ['failed', 'published', 'not sent', 'published']);
    const left = run.state(2);
    assert.match(typeof left === 'object' ? left.message : '', /^Space “ENG” or page 42 was not found/);
    assert.equal(run.stopReason, undefined);
  });

  it('can’t be cancelled once it is over', () => {
    const run = new Run(files(1));
    end(run, answered(201), run.startNext());
    run.close();
    run.stop({ kind: 'cancelled', text: 'Cancelled.' });
    assert.deepEqual([run.stopReason, run.isComplete], [undefined, true]);
  });

  it('names the rest when it is cancelled', () => {
    const run = new Run(files(3));
    const first = run.startNext();
    run.stop({ kind: 'cancelled', text: 'Cancelled.' });
    run.stop({ kind: 'fault', text: 'Later.' });
    end(run, answered(201), first);
    run.close();
    assert.deepEqual(kinds(run), ['published', 'not sent', 'not sent']);
    assert.equal(run.stopReason?.text, 'Cancelled.');
  });

  for (const [what, outcome] of [
    ['no connection', unreached],
    ['no answer', unanswered],
    ['a fault', answered(503, { mayHaveArrived: true })],
  ] as const) {
    it(`stops after ${what} for five files in a row`, () => {
      const run = new Run(files(12));
      for (let count = 0; count < 4; count++) {
        end(run, outcome);
      }
      end(run, answered(201));
      for (let count = 0; count < 5; count++) {
        end(run, outcome);
      }
      assert.equal(run.startNext(), undefined);
      assert.equal(run.stopReason?.kind, 'fault');
    });
  }

  it('does not stop at refusals of single pages', () => {
    const run = new Run(files(8));
    for (let count = 0; count < 8; count++) {
      end(run, answered(400));
    }
    assert.equal(run.stopReason, undefined);
    assert.equal(run.counts.failed, 8);
  });

  for (const [outcome, kind] of [
    [answered(201), 'published'],
    [answered(400), 'failed'],
    [answered(429), 'failed'],
    [answered(500, { mayHaveArrived: true }), 'unknown'],
    [answered(404, { mayHaveArrived: true }), 'unknown'],
    [unanswered, 'unknown'],
    [unreached, 'not sent'],
    [{ ...unreached, mayHaveArrived: true }, 'unknown'],
  ] as const) {
    const what = outcome.kind === 'answered' ? outcome.answer.status : outcome.kind;
    const arrived = outcome.kind !== 'unanswered' && outcome.mayHaveArrived ? ' that may have arrived' : '';
    it(`counts ${what}${arrived} as ${kind}`, () => {
      const run = new Run(files(1));
      end(run, outcome);
      assert.equal(run.counts[kind], 1);
      assert.deepEqual(kinds(run), [kind]);
    });
  }

  it('is no dearer for a tree of many files than for one of few', () => {
    const publishAll = (count: number): void => {
      // Each tenth file is the parent page of the next nine, and goes under the first one itself.
      const aboveOf = (index: number): string => `${index % 10 === 0 ? 0 : index - (index % 10)}.md`;
      const tree = files(count).map((each, index) =>
        index === 0
          ? each
          : { ...each, awaitedParent: { uri: `file:///${aboveOf(index)}`, path: aboveOf(index) } },
      );
      const published = answered(200);
      const run = new Run(tree);
      const parents: string[] = [];
      while (run.counts.waiting > 0) {
        const index = run.startNext();
        if (index !== undefined) {
          run.next((each) => each === index + 1);
          end(run, published, index);
          const { uri } = run.files[index]?.file ?? assert.fail();
          parents.push(...(run.awaitedParents.has(uri) ? [uri] : []));
        }
        // The ID of a page comes while others are sent.
        if (index === undefined || parents.length > 3) {
          run.parentFound(parents.shift() ?? assert.fail(), '43');
        }
      }
    };
    /** The processor time in microseconds, for as many files of any count, since a short time can't be measured. */
    const costOf = (count: number): number => {
      const before = process.threadCpuUsage();
      for (let published = 0; published < 20_000; published += count) {
        publishAll(count);
      }
      const { user, system } = process.threadCpuUsage(before);
      return user + system;
    };
    // The least of several is what the run itself costs; what grows with the files would be fourteen times as dear
    const leastOf = (count: number): number => Math.min(...[1, 2, 3].map(() => costOf(count)));
    publishAll(10_000);
    const [few, many] = [leastOf(1_000), leastOf(20_000)];
    assert.ok(many < 8 * few, `${few} µs, ${many} µs`);
  });
});

import { writeFileSync } from 'node:fs';
import Mocha from 'mocha';

export interface Results {
  readonly passed: number;
  readonly failed: { readonly name: string; readonly message: string }[];
  /** Tests and hooks, the slowest first. */
  readonly slowest: { readonly name: string; readonly tookMs: number }[];
}

/** Mocha's usual report, and what happened as JSON in the file that TEST_RESULTS names. */
export default class CountingReporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options?: Mocha.MochaOptions) {
    super(runner, options);
    let passed = 0;
    const failed: Results['failed'] = [];
    const timed: Results['slowest'] = [];
    const file = process.env.TEST_RESULTS;
    const time = (part: Mocha.Runnable): void => {
      timed.push({ name: nameOf(part), tookMs: part.duration ?? 0 });
    };
    runner.on('pass', () => (passed += 1));
    runner.on('test end', time);
    runner.on('hook end', time);
    // What a parallel run reports is a copy, no longer an Error
    runner.on(
      'fail',
      (test: Mocha.Runnable, { message, stack = '' }: { message: string; stack?: string }) => {
        const where = stack.split('\n').find((line) => /^ +at .*\.test\.js/.test(line)) ?? '';
        failed.push({ name: nameOf(test), message: `${message}\n${where}` });
      },
    );
    runner.on('end', () => {
      const slowest = timed.toSorted((a, b) => b.tookMs - a.tookMs).slice(0, 10);
      if (file) {
        writeFileSync(file, JSON.stringify({ passed, failed, slowest } satisfies Results));
      }
    });
  }
}

function nameOf(part: Mocha.Runnable): string {
  return part.titlePath().join(' › ');
}

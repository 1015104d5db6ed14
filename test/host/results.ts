import { writeFileSync } from 'node:fs';
import Mocha from 'mocha';

export interface Results {
  readonly passed: number;
  readonly failed: { readonly name: string; readonly message: string }[];
}

/** Mocha's usual report, and what happened as JSON in the file that TEST_RESULTS names. */
export default class CountingReporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options?: Mocha.MochaOptions) {
    super(runner, options);
    let passed = 0;
    const failed: Results['failed'] = [];
    const file = process.env.TEST_RESULTS;
    runner.on('pass', () => (passed += 1));
    // What a parallel run reports is a copy, no longer an Error
    runner.on('fail', (test: Mocha.Runnable, { message }: { message: string }) => {
      failed.push({ name: test.titlePath().join(' › '), message });
    });
    runner.on('end', () => {
      if (file) {
        writeFileSync(file, JSON.stringify({ passed, failed } satisfies Results));
      }
    });
  }
}

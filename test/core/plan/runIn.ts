import assert from 'node:assert/strict';
import type { FileOutcome } from '../../../src/core/plan/fileOutcome.js';
import { Run } from '../../../src/core/plan/run.js';
import type { UnresolvedFile, RunFile } from '../../../src/core/plan/runFile.js';

/** A run whose first files came this far, in their order. */
export function runIn(
  files: readonly RunFile[],
  states: readonly (FileOutcome | 'sending')[],
  unresolved: readonly UnresolvedFile[] = [],
): Run {
  const run = new Run(files, unresolved);
  for (const state of states) {
    const index = run.startNext() ?? assert.fail('No file is left.');
    if (state !== 'sending') {
      run.ended(index, state);
    }
  }
  return run;
}

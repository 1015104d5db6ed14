import assert from 'node:assert/strict';
import { readExcludePatterns } from '../../../src/services/workspace/excludePatterns.js';

describe('What files.exclude hides', () => {
  const named = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`**/old-${at}`, true]));

  it('is each of its patterns that is on and has no condition', () => {
    const exclude = { '**/.git': true, '**/a': false, '**/*.js': { when: '$(basename).ts' } };
    assert.deepEqual(readExcludePatterns(exclude), { value: ['**/.git'] });
    for (const nothing of [undefined, null, 'a', 7, {}]) {
      assert.deepEqual(readExcludePatterns(nothing), { value: [] });
    }
  });

  it('is known for a thousand patterns, and for more nothing is sent', () => {
    assert.equal(readExcludePatterns(named(1_000)).value?.length, 1_000);
    assert.equal(
      readExcludePatterns(named(1_001)).problem,
      'The setting files.exclude has more than 1,000 patterns. What it hides is not known, so nothing was sent.',
    );
  });
});

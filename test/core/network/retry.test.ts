import assert from 'node:assert/strict';
import fc from 'fast-check';
import { pauseMs, retryAfterMs } from '../../../src/core/network/retry.js';

const now = Date.UTC(2026, 0, 1);
const date = (ms: number): string => new Date(now + ms).toUTCString();

describe('The pause before sending again', () => {
  it('grows, and ends after three sends', () => {
    assert.deepEqual(
      [1, 2, 3, 4].map((sends) => pauseMs(sends, undefined)),
      [2000, 4000, undefined, undefined],
    );
  });

  const asked: readonly (readonly [retryAfter: string, ms: number | undefined])[] = [
    ['0', 0],
    ['7', 7000],
    [' 7 ', 7000],
    ['120', 120_000],
    ['121', undefined],
    ['9'.repeat(400), undefined],
    [date(5000), 5000],
    [date(-5000), 0],
    [date(120_000), 120_000],
    [date(121_000), undefined],
  ];
  for (const [retryAfter, ms] of asked) {
    it(`is ${ms ?? 'left to the person'} for Retry-After: ${retryAfter.slice(0, 30)}`, () => {
      assert.equal(pauseMs(1, retryAfterMs(retryAfter, now)), ms);
    });
  }

  for (const retryAfter of ['', 'soon', '-5', '1.5', 'soon 5', '5s']) {
    it(`is our own when Retry-After is ${JSON.stringify(retryAfter)}`, () => {
      assert.equal(pauseMs(2, retryAfterMs(retryAfter, now)), 4000);
    });
  }

  it('is never negative, whatever a server asks for', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.date().map(String)), (text) => {
        assert.ok((retryAfterMs(text, now) ?? 0) >= 0);
      }),
    );
  });
});

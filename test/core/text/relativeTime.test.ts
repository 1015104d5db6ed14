import assert from 'node:assert/strict';
import { dayMs, hourMs, minuteMs } from '../../../src/core/text/duration.js';
import { relativeTimeText } from '../../../src/core/text/relativeTime.js';

const now = Date.UTC(2026, 10, 21);

describe('How long ago something was', () => {
  const expected: readonly (readonly [number, string])[] = [
    [-5 * minuteMs, 'now'],
    [0, 'now'],
    [minuteMs - 1, 'now'],
    [minuteMs, '1 minute ago'],
    [59 * minuteMs, '59 minutes ago'],
    [2 * hourMs, '2 hours ago'],
    [dayMs, 'yesterday'],
    [29 * dayMs, '29 days ago'],
    [30 * dayMs, 'last month'],
    [800 * dayMs, '2 years ago'],
  ];
  for (const [passedMs, text] of expected) {
    it(`is “${text}” after ${passedMs} ms`, () => {
      assert.equal(relativeTimeText(now - passedMs, now), text);
    });
  }
});

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { expiryWarningAt, expiryOf } from '../../../src/core/connection/expiryLabel.js';
import { dayMs, durationText, hourMs, minuteMs } from '../../../src/core/text/duration.js';

const issuedAt = Date.UTC(2026, 0, 1);
const lasting = (ms: number) => ({ issuedAt, expiresAt: issuedAt + ms });
const look = (ms: number, left: number) => {
  const { state, label } = expiryOf(lasting(ms), issuedAt + ms - left);
  return `${state} ${label}`;
};

describe('What is left of a token', () => {
  const labels: readonly (readonly [left: number, label: string, spoken: string])[] = [
    [30 * dayMs, '30 d', '30 days'],
    [2 * dayMs, '2 d', '2 days'],
    [2 * dayMs - 1, '1 d', '1 day'],
    [dayMs, '1 d', '1 day'],
    [dayMs - 1, '23 h', '23 hours'],
    [hourMs, '1 h', '1 hour'],
    [hourMs - 1, '59 min', '59 minutes'],
    [minuteMs, '1 min', '1 minute'],
    [minuteMs - 1, '<1 min', 'less than 1 minute'],
    [1, '<1 min', 'less than 1 minute'],
    [0, 'token expired', 'token expired'],
    [-dayMs, 'token expired', 'token expired'],
  ];
  for (const [left, label, spoken] of labels) {
    it(`reads ${label}, aloud ${spoken}, with ${left} ms left`, () => {
      const expiry = expiryOf(lasting(30 * dayMs), issuedAt + 30 * dayMs - left);
      assert.equal(expiry.label, label);
      assert.equal(expiry.accessibilityLabel, spoken);
    });
  }

  const thresholds: readonly (readonly [days: number, warnsWith: number])[] = [
    [1, 4.8 * hourMs],
    [3, 14.4 * hourMs],
    [7, 33.6 * hourMs],
    [14, 67.2 * hourMs],
    [30, 72 * hourMs],
  ];
  for (const [days, warnsWith] of thresholds) {
    it(`warns with less than ${warnsWith / hourMs} h left of ${days} d`, () => {
      assert.equal(expiryWarningAt(lasting(days * dayMs)), issuedAt + days * dayMs - warnsWith);
      assert.match(look(days * dayMs, warnsWith), /^valid/);
      assert.match(look(days * dayMs, warnsWith - 1), /^expiring/);
      assert.match(look(days * dayMs, 1), /^expiring/);
      assert.equal(look(days * dayMs, 0), 'expired token expired');
    });
  }

  it('does not change any more once it is nothing', () => {
    assert.equal(expiryOf(lasting(dayMs), issuedAt + dayMs).changesAt, undefined);
  });

  it('looks the same until changesAt, and different then', () => {
    const life = fc.oneof(
      fc.constantFrom(1, 3, 7, 14, 30).map((days) => days * dayMs),
      fc.integer({ min: 1, max: 60 * dayMs }),
    );
    const part = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(life, part, part, (ms, gone, between) => {
        const now = issuedAt + Math.floor(gone * (ms - 1));
        const { changesAt } = expiryOf(lasting(ms), now);
        assert.ok(changesAt !== undefined && changesAt > now && changesAt <= issuedAt + ms);
        const at = (then: number) => look(ms, issuedAt + ms - then);
        assert.equal(at(now + Math.floor(between * (changesAt - 1 - now))), at(now));
        assert.equal(at(changesAt - 1), at(now));
        assert.notEqual(at(changesAt), at(now));
      }),
      { numRuns: 1000 },
    );
  });
});

describe('A duration in a sentence', () => {
  const durations: readonly (readonly [ms: number, text: string])[] = [
    [2 * dayMs, '2 days'],
    [2 * dayMs - 1, '48 hours'],
    [2 * hourMs, '2 hours'],
    [2 * hourMs - 1, '120 minutes'],
    [5 * minuteMs, '5 minutes'],
    [minuteMs, '1 minute'],
    [4000, '4 seconds'],
    [2000, '2 seconds'],
  ];
  for (const [ms, text] of durations) {
    it(`of ${ms} ms is ${text}`, () => assert.equal(durationText(ms), text));
  }
});

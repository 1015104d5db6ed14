import assert from 'node:assert/strict';
import { forbiddenCause } from '../../../src/core/wiki/forbiddenCause.js';
import { dayMs, minuteMs } from '../../../src/core/text/duration.js';

const now = Date.UTC(2026, 0, 10);
const date = (ms: number): string => new Date(now + ms).toUTCString();
const good = { issuedAt: now - dayMs, expiresAt: now + dayMs };

describe('A 403', () => {
  it('comes of expiry when the token has expired by both clocks', () => {
    const expired = { issuedAt: now - dayMs, expiresAt: now - 1000 };
    assert.deepEqual(forbiddenCause(expired, date(0), now), { kind: 'expired' });
    assert.deepEqual(forbiddenCause(expired, undefined, now), { kind: 'expired' });
  });

  it('comes of expiry by both clocks even when these differ', () => {
    const expired = { issuedAt: now - 8 * dayMs, expiresAt: now - dayMs };
    assert.deepEqual(forbiddenCause(expired, date(10 * minuteMs), now), { kind: 'expired' });
  });

  it('comes of expiry when the service’s clock is just past it', () => {
    const token = { ...good, expiresAt: now + 30_000 };
    assert.deepEqual(forbiddenCause(token, date(60_000), now), { kind: 'expired' });
  });

  for (const minutes of [5, 60, -5, -60]) {
    it(`comes of the clocks when they are ${minutes} minutes apart`, () => {
      const cause = { kind: 'clocks', aheadMs: minutes * minuteMs };
      assert.deepEqual(forbiddenCause(good, date(minutes * minuteMs), now), cause);
    });
  }

  it('comes of the clocks when the service is not yet where the token was issued', () => {
    const fresh = { issuedAt: now, expiresAt: now + dayMs };
    assert.deepEqual(forbiddenCause(fresh, date(-120_000), now), { kind: 'clocks', aheadMs: -120_000 });
  });

  it('does not come of the clocks when they agree', () => {
    const future = { issuedAt: now + 10 * minuteMs, expiresAt: now + dayMs };
    assert.notEqual(forbiddenCause(future, date(0), now).kind, 'clocks');
  });

  it('comes of the token itself when the clocks agree', () => {
    for (const ms of [0, 4 * minuteMs, -4 * minuteMs]) {
      assert.deepEqual(forbiddenCause(good, date(ms), now), { kind: 'verification' });
    }
  });

  for (const header of [undefined, '', 'yesterday', 'soon 5', '-1']) {
    it(`has an unknown cause when its Date is ${header ?? 'missing'}`, () => {
      assert.deepEqual(forbiddenCause(good, header, now), { kind: 'unverified' });
    });
  }
});

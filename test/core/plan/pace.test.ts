import assert from 'node:assert/strict';
import { Pace } from '../../../src/core/plan/pace.js';
import { TimeLeft } from '../../../src/core/plan/runTimeLeft.js';

describe('The pace of a run', () => {
  it('lets all go at once while nobody complains', () => {
    const pace = new Pace();
    assert.deepEqual([pace.reserve(100), pace.reserve(100), pace.reserve(101)], [100, 100, 101]);
  });

  it('holds all back for the pause of a 429, and spaces them after it', () => {
    const pace = new Pace();
    pace.slow(1000, 2000);
    assert.deepEqual([pace.reserve(1000), pace.reserve(1000), pace.reserve(3600)], [3000, 3250, 3600]);
    assert.equal(pace.pausedUntil, 3000);
  });

  it('counts the 429s of one moment once, with the longest pause', () => {
    const pace = new Pace();
    pace.slow(0, 1000);
    pace.slow(10, 1000);
    pace.slow(20, 5000);
    assert.deepEqual([pace.reserve(20), pace.reserve(20)], [5020, 5270]);
  });

  it('doubles the gap at each further complaint, up to ten seconds', () => {
    const pace = new Pace();
    const gaps = [1, 2, 3, 4, 5, 6, 7, 8].map((round) => {
      pace.slow(round * 100_000, 0);
      return pace.reserve(round * 100_000 + 50_000) - pace.reserve(round * 100_000 + 50_000);
    });
    assert.deepEqual(gaps, [-250, -500, -1000, -2000, -4000, -8000, -10_000, -10_000]);
  });

  it('gets faster with each answer, back to no gap at all', () => {
    const pace = new Pace();
    pace.slow(0, 0);
    pace.ease();
    assert.equal(pace.reserve(0), 0);
    assert.equal(pace.reserve(0), 225);
    for (let count = 0; count < 40; count++) {
      pace.ease();
    }
    assert.equal(pace.reserve(10_000), 10_000);
    assert.equal(pace.reserve(10_000), 10_000);
  });
});

describe('The time left', () => {
  it('is not guessed from nothing', () => {
    const left = new TimeLeft(0);
    left.ended(1000);
    left.ended(2000);
    assert.equal(left.ms(10, 2000), undefined);
  });

  it('follows how the last files went', () => {
    const left = new TimeLeft(0);
    for (let at = 1000; at <= 10_000; at += 1000) {
      left.ended(at);
    }
    assert.equal(left.ms(30, 10_000), 30_000);
    for (let at = 10_100; at <= 14_000; at += 100) {
      left.ended(at);
    }
    assert.equal(Math.round(left.ms(30, 14_000) ?? 0), 3000);
  });

  it('grows while nothing ends', () => {
    const left = new TimeLeft(0);
    for (const at of [1000, 2000, 3000]) {
      left.ended(at);
    }
    assert.ok((left.ms(10, 9000) ?? 0) > (left.ms(10, 3000) ?? 0));
  });
});

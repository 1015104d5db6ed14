import assert from 'node:assert/strict';
import { isCut } from '../../../src/core/text/cut.js';

describe('The message of a notification', () => {
  it('is cut where it is longer than its line, unless there are buttons', () => {
    assert.equal(isCut('You are signed in for export.', false), false);
    assert.equal(isCut('You are signed in for export. '.repeat(2), false), true);
    assert.equal(isCut('You are signed in for export. '.repeat(2), true), false);
  });

  it('is cut earlier in scripts of wide characters', () => {
    assert.equal(isCut('公開しました。'.repeat(4), false), true);
    assert.equal(isCut('公開しました。'.repeat(3), false), false);
  });

  it('is cut by buttons or not where it is longer than a thousand characters', () => {
    assert.equal(isCut('a'.repeat(1_000), true), false);
    assert.equal(isCut('a'.repeat(1_001), true), true);
  });
});

import assert from 'node:assert/strict';
import { isTooLongForOneLine, isTooLongForNotification } from '../../../src/core/text/notificationLength.js';

describe('The message of a notification', () => {
  it('is cut where it is longer than its line', () => {
    assert.equal(isTooLongForOneLine('You are signed in for export.'), false);
    assert.equal(isTooLongForOneLine('You are signed in for export. '.repeat(2)), true);
  });

  it('is cut earlier in scripts of wide characters', () => {
    assert.equal(isTooLongForOneLine('公開しました。'.repeat(4)), true);
    assert.equal(isTooLongForOneLine('公開しました。'.repeat(3)), false);
  });

  it('is too long for any notification with more than a thousand characters', () => {
    assert.equal(isTooLongForNotification('a'.repeat(1_000)), false);
    assert.equal(isTooLongForNotification('a'.repeat(1_001)), true);
  });
});

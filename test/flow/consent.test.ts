import assert from 'node:assert/strict';
import { Consent } from '../../src/ui/tools/consent.js';

describe('Consent', () => {
  let consent: Consent;
  beforeEach(() => (consent = new Consent()));

  it('is what was asked about, once', () => {
    consent.prepared('one', true);
    assert.equal(consent.take('two'), false);
    assert.equal(consent.take('one'), true);
    assert.equal(consent.take('one'), false);
  });

  it('is none without a question, whatever is passed', () => {
    for (const passed of ['one', undefined, 1, {}, null]) {
      consent.prepared(passed, false);
      assert.equal(consent.take(passed), false);
    }
  });

  it('is not taken by what was not asked and names what is being asked', () => {
    consent.prepared('one', false);
    consent.prepared('one', true);
    assert.equal(consent.take('one'), false, 'the one without a question');
    assert.equal(consent.take('one'), true, 'the yes');
  });

  it('is not lost to what had no question and names something else', () => {
    consent.prepared('one', true);
    consent.prepared('two', false);
    assert.equal(consent.take('one'), true);
    assert.equal(consent.take('two'), false);
  });

  it('that was refused is not used later without a question', () => {
    consent.prepared('one', true);
    consent.prepared('one', false);
    assert.equal(consent.take('one'), false);
  });
});

import assert from 'node:assert/strict';
import { Consent } from '../../src/ui/tools/consent.js';

describe('Consent', () => {
  let consent: Consent;
  beforeEach(() => (consent = new Consent()));

  it('is what was asked about, once', () => {
    consent.recordInvocation('one', true);
    assert.equal(consent.useConfirmation('two'), false);
    assert.equal(consent.useConfirmation('one'), true);
    assert.equal(consent.useConfirmation('one'), false);
  });

  it('is none without a question, whatever is passed', () => {
    for (const passed of ['one', undefined, 1, {}, null]) {
      consent.recordInvocation(passed, false);
      assert.equal(consent.useConfirmation(passed), false);
    }
  });

  it('is not taken by what was not asked and names what is being asked', () => {
    consent.recordInvocation('one', false);
    consent.recordInvocation('one', true);
    assert.equal(consent.useConfirmation('one'), false, 'the one without a question');
    assert.equal(consent.useConfirmation('one'), true, 'the yes');
  });

  it('is not lost to what had no question and names something else', () => {
    consent.recordInvocation('one', true);
    consent.recordInvocation('two', false);
    assert.equal(consent.useConfirmation('one'), true);
    assert.equal(consent.useConfirmation('two'), false);
  });

  it('that was refused is not used later without a question', () => {
    consent.recordInvocation('one', true);
    consent.recordInvocation('one', false);
    assert.equal(consent.useConfirmation('one'), false);
  });
});

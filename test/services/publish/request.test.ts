import assert from 'node:assert/strict';
import { requestsAfterOutcome } from '../../../src/services/publish/publishResult.js';
import { nextRequest, type Policy } from '../../../src/services/publish/request.js';

const confirmed = { endpoint: 'https://a.example/', space: 'S', parent: '1', title: 'One', overwrite: false };
const seen = { key: 'here', shown: [] };

describe('The policy of a publish', () => {
  const policy: Policy = { ask: 'plan' };
  const next = nextRequest({ uri: 'file:///a.md', policy, text: 'Text' }, confirmed);

  it('survives a round', () => {
    assert.equal(next.policy, policy);
  });

  it('survives the buttons of a report', () => {
    const requests = requestsAfterOutcome(next, seen);
    for (const request of Object.values(requests)) {
      assert.equal(request.policy, policy);
    }
    assert.equal(requests.changeTitle?.from, 'title');
    assert.equal(requests.changeTarget?.from, 'destination');
  });

  it('is not what a round begins with: what a person changes first is asked once', () => {
    const { changeTitle = assert.fail() } = requestsAfterOutcome(next, seen);
    assert.equal(nextRequest(changeTitle, confirmed).from, undefined);
  });
});

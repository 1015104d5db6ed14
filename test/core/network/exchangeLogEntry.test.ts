import assert from 'node:assert/strict';
import { exchangeLogEntry } from '../../../src/core/network/exchangeLogEntry.js';
import { importRequest } from '../../../src/core/wiki/import.js';
import { Secret } from '../../../src/core/text/secret.js';

const target = { space: '1001', parent: '100102', title: 'Canary Title', overwrite: false };
const request = importRequest(
  'https://wiki.example/import',
  new Secret('a-token-of-somebody'),
  target,
  'Canary text. '.repeat(300),
);
const answered = {
  kind: 'answered',
  response: {
    status: 400,
    headers: { 'set-cookie': 'id=1' },
    body: '{"body":"Canary answer"}',
    truncated: true,
  },
} as const;

describe('An exchange in the log', () => {
  it('has what was sent and answered only where all is told', () => {
    const { heads, bodies } = exchangeLogEntry(request, answered);
    assert.doesNotMatch(heads, /canary/i);
    assert.match(
      heads,
      /^POST https:\/\/wiki\.example\/import\nAuthorization: \*\*\*\n.*\n\n\(\d+ characters\)\n400\n/,
    );
    assert.match(heads, /set-cookie: \*\*\*\n\n\(24 characters\)\n\(not whole\)$/);
    const [sent = '', answer = ''] = bodies;
    assert.match(sent, /Canary text.*… \(\d+ characters in all\)$/);
    assert.ok(sent.length < 2_100);
    assert.match(answer, /Canary answer/);
  });

  it('says why there was no answer', () => {
    const { heads, bodies } = exchangeLogEntry(request, {
      kind: 'notSent',
      reason: 'refused',
      code: 'ECONNREFUSED',
    });
    assert.match(heads, /\nnotSent: refused \(ECONNREFUSED\)$/);
    assert.doesNotMatch(heads, /canary/i);
    assert.equal(bodies.length, 1);
  });
});

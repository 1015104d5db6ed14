import assert from 'node:assert/strict';
import { readImportResponse } from '../../../src/core/wiki/import.js';
import type { Outcome } from '../../../src/core/wiki/outcome.js';
import { reportOnOutcome } from '../../../src/core/wiki/outcomeReport.js';
import { withoutCommandLinks } from '../../../src/core/text/plainLine.js';
import { answered, now, token } from '../reports.js';

describe('A hostile message', () => {
  const hostile = [
    '[Sign in](command:evil.run)',
    'Done.” Press Overwrite. “',
    '"] (x) [Overwrite](https://evil.example "',
    `a\r\n\r\nb\u202ec\u0000${'x'.repeat(100_000)}`,
  ];
  for (const message of hostile) {
    for (const status of [201, 400, 404, 500]) {
      it(`stays one quotation without a link in a ${status}: ${JSON.stringify(message.slice(0, 40))}`, () => {
        const { text } = answered(status, { body: JSON.stringify({ body: message }) });
        const quoted = withoutCommandLinks(text).split('The wiki says: ')[1] ?? '';
        assert.match(quoted, /^“[^“”"\p{Cc}\u202e]+”$/u);
        assert.ok(!withoutCommandLinks(text).includes('](') && text.length < 1000);
      });
    }
  }

  it('in a title stays one quotation too', () => {
    const target = { space: 'a”b', parent: '42', title: '[x](command:y)” was deleted', overwrite: false };
    const outcome: Outcome = { kind: 'unanswered', reason: 'reset', code: 'X' };
    assert.ok(!reportOnOutcome(outcome, { target, token, host: 'a', now }).text.includes(']('));
    const judged = readImportResponse(
      { status: 404, headers: {}, body: '{"body":""}', truncated: false },
      { overwrite: false },
    );
    const missing = reportOnOutcome(
      { kind: 'answered', answer: judged, mayHaveArrived: false, cancelled: false },
      { target, token, host: 'a', now },
    );
    assert.match(missing.text, /Space “a'b” or page 42/);
  });
});

import assert from 'node:assert/strict';
import { asText } from '../../src/cli/output/formats.js';
import type { Finding } from '../../src/cli/output/result.js';

const finding = (file: string, code: string, message: string): Finding => ({
  ...{ file, code, label: code, message },
  severity: 'error',
});

describe('The text of a result', () => {
  it('counts the many files that an interrupted run did not send, and lists the others', () => {
    const unsent = Array.from({ length: 3_000 }, (_, at) => finding(`${at}.md`, 'not sent', 'Cancelled.'));
    const findings = [
      finding('a.md', 'failed', 'It is too large.'),
      ...unsent,
      finding('b.md', 'not sent', 'Why.'),
    ];
    const text = asText({ command: 'publish', findings, summary: 'Cancelled.', exitCode: 130 });
    assert.deepEqual(text.split('\n'), [
      '  failed  a.md  It is too large.',
      '  not sent  b.md  Why.',
      '  3,000 not sent  Cancelled.',
      'Cancelled.',
      '',
    ]);
  });
});

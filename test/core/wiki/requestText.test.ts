import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { importRequest } from '../../../src/core/wiki/import.js';
import { curlCommand, requestText } from '../../../src/core/wiki/requestText.js';
import { Secret } from '../../../src/core/text/secret.js';

const target = { space: 'DOCS', parent: '42', title: 'It’s “One”', overwrite: true };
const request = (content: string) =>
  importRequest("https://a.example/it's?x=$HOME&y", new Secret('the-token'), target, content);

describe('A request that is shown', () => {
  it('has the exact body, and no token', () => {
    const text = requestText(request('a\n"b"'));
    assert.ok(!text.includes('the-token') && text.includes('Bearer ***'));
    assert.equal(text.split('\n').at(-2), request('a\n"b"').body);
  });

  it('reaches curl as it is, whatever is in it, with the token from the environment', () => {
    // Answers with what curl would be given, apart by a byte that no argument can have
    const script = (command: string) => `curl() { printf '%s\\0' "$@"; }\n${command}`;
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (content) => {
        const { url, body } = request(content.toWellFormed());
        const command = curlCommand(request(content.toWellFormed()));
        assert.ok(!command.includes('the-token'));
        const env = { WIKI_API_TOKEN: 'secret $x `y`' };
        const given = execFileSync('/bin/sh', ['-c', script(command)], { env })
          .toString()
          .split('\0');
        assert.deepEqual(given.slice(0, 3), ['--request', 'POST', url]);
        assert.ok(given.includes('Authorization: Bearer secret $x `y`'));
        assert.equal(given[given.indexOf('--data-raw') + 1], body);
      }),
      { numRuns: 50 },
    );
  });
});

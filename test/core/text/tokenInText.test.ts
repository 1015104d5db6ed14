import assert from 'node:assert/strict';
import { looksLikeToken } from '../../../src/core/text/tokenInText.js';
import { jwt } from '../jwt.js';

describe('A token that is pasted where a number or an address is asked for', () => {
  it('is told from them, also while they are being typed', () => {
    const pasted = `WIKI_TOKEN=${jwt({ iat: 1, exp: 2 })}`;
    for (const token of [
      pasted,
      'a'.repeat(24),
      'a-platform-token',
      `${'aB3'.repeat(30)}=12`,
      ' Bearer abc',
      'eyJh.eyJp.c',
    ]) {
      assert.ok(looksLikeToken(token), token);
    }
    for (const address of [
      '',
      'https',
      '12345678901234567890',
      'https://wiki.example',
      'wiki.a-company-with-a-long-name.example/wiki',
    ]) {
      assert.ok(!looksLikeToken(address), address);
    }
  });
});

import assert from 'node:assert/strict';
import { readPage } from '../../../src/core/page/page.js';
import { jwt } from '../jwt.js';

const problems = (text: string): string[] =>
  readPage(text, 'file.md', { omitHeading: false, omitComments: true }).problems.map(
    ({ kind, start, end }) => `${kind} ${text.slice(start, end)}`,
  );

describe('Secrets', () => {
  const random = 'q7Zt4LmX9vRb2KcN8wPy5HsJ3dFg6TzV1aQeU0iO';
  const key = `${random}${random.toLowerCase()}`.slice(0, 64);
  const secrets = [
    jwt({ sub: 'a' }),
    `ghp_${random.slice(0, 36)}`,
    `glpat-${random.slice(0, 20)}`,
    `AKIA${random.toUpperCase().slice(0, 16)}`,
    `xoxb-${random}`,
    `-----BEGIN RSA PRIVATE KEY-----\n${key}\n${key}\n-----END RSA PRIVATE KEY-----`,
    `-----BEGIN OPENSSH PRIVATE KEY-----\r\n${key}\r\n`,
  ];
  for (const secret of secrets) {
    it(`are found, as ${secret.slice(0, 12)}`, () => {
      const found = problems(`Text.\n\n\`${secret}\`\n\nMore.`);
      assert.equal(found.length, 1);
      assert.ok(found[0]?.startsWith(`secret ${secret.slice(0, 36)}`));
    });
  }
  for (const text of [
    'ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
    'AKIAIOSFODNN7EXAMPLE',
    '-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----',
    'eyJhbGciOi.eyJzdWIiOi.short',
    'ghp_ is the beginning, glpat- too',
    '0123456789abcdef0123456789abcdef01234567',
    'skill sk-learn-something-very-long-with-many-words-in-it',
    `<!-- ghp_${random.slice(0, 36)} -->\n\nText`,
  ]) {
    it(`are not seen in ${JSON.stringify(text.slice(0, 50))}`, () => assert.deepEqual(problems(text), []));
  }
});

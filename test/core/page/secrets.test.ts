import assert from 'node:assert/strict';
import { readPage } from '../../../src/core/page/page.js';
import { findSecrets } from '../../../src/core/page/secrets.js';
import { jwt } from '../jwt.js';
import { leaksOf } from './leaks.js';
import { usualOptions } from '../../host/usualOptions.js';

const problems = (text: string): string[] =>
  readPage(text, 'file.md', { ...usualOptions, omitHeading: false }).problems.map(
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

  it('are found in forty leaks', () => {
    const missed = leaksOf(1).flatMap(({ what, text, secret }) => {
      const isFound = findSecrets(text, 0).some(
        ({ kind, start, end }) =>
          kind !== 'exampleSecret' &&
          start < text.indexOf(secret) + secret.length &&
          end > text.indexOf(secret),
      );
      return isFound ? [] : [what];
    });
    assert.deepEqual(missed, []);
    assert.equal(leaksOf(1).length, 40);
  });

  const only = (text: string): string[] => problems(text).map((found) => found.split(' ')[0] ?? '');
  it('are found in JSON, in quotation marks and in a title', () => {
    const lines = `-----BEGIN PRIVATE KEY-----\\n${key}\\n${key}\\n-----END PRIVATE KEY-----`;
    assert.deepEqual(only(`\`{ "key": "${lines}" }\``), ['secret']);
    assert.deepEqual(only(`> "-----BEGIN EC PRIVATE KEY-----\n> ${key}"`), ['secret']);
    assert.deepEqual(only(`---\ntitle: "ghp_${random.slice(0, 36)}"\n---\nText`), ['secret']);
    assert.deepEqual(only(`---\nauthor: "ghp_${random.slice(0, 36)}"\n---\nText`), []);
  });

  it('that are examples or have expired are information', () => {
    const known =
      'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c';
    assert.deepEqual(only(known), ['exampleSecret']);
    assert.deepEqual(only('AKIAIOSFODNN7EXAMPLE'), ['exampleSecret']);
    const at = (now: number): string[] =>
      readPage(jwt({ sub: 'a', exp: 1_700_000_000 }), 'a.md', {
        ...usualOptions,
        now,
      }).problems.map(({ kind }) => kind);
    assert.deepEqual([at(1_600_000_000_000), at(1_800_000_000_000)], [['secret'], ['exampleSecret']]);
  });

  it('are allowed by a mark in their line, or above their block', () => {
    const token = `ghp_${random.slice(0, 36)}`;
    const mark = '<!-- wiki:allow -->';
    assert.deepEqual(only(`a ${token} ${mark}\nb ${token}`), ['secret']);
    assert.deepEqual(only(`${mark}\n\n\`\`\`\n${token}\n${token}\n\`\`\`\n`), []);
    assert.deepEqual(only(`${mark}\na ${token}\n\nb ${token}`), ['secret']);
  });

  it('are found in a time that grows with the text', () => {
    for (const part of [
      'eyJ-',
      'eyJaaaaaaaaaaa.',
      'sk-proj-',
      '-----BEGIN A ',
      '-----BEGIN PRIVATE KEY-----\nA: b\n',
      'A: -----BEGIN PRIVATE KEY-----\n',
      'http://a:b',
      'ghp_a',
      'password: ',
      'password=a1b2c3d4',
      '--password-',
      'api-key: ',
      'token=a1b2c3d4',
      'authorization: ',
      '-u a',
      'authorization: basic YTpi',
      'sig=',
      'bot12345678',
      'glpat-',
      'Private-Lines: 2\n',
      'a.b-c+d:',
    ]) {
      const before = process.threadCpuUsage();
      findSecrets(part.repeat(Math.ceil(1_000_000 / part.length)), 0);
      const tookMs = process.threadCpuUsage(before).user / 1000;
      assert.ok(tookMs < 1000, `${part}: ${tookMs} ms`);
    }
  });

  for (const text of [
    '`postgres://ada:${PASSWORD}@db.internal/x` and https://ada:***@db.internal',
    'ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
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

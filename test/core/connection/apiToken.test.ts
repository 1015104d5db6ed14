import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseNewApiToken, readApiToken } from '../../../src/core/connection/apiToken.js';
import { expiryNoticeText, tokenStatusBarItem } from '../../../src/core/connection/tokenStatusBarItem.js';
import { forbiddenCause } from '../../../src/core/wiki/forbiddenCause.js';
import { holds, hostile, stretchesOf } from '../../properties/runs.js';
import { anyToken, anyWholeToken, jwt, now as anyNow } from '../jwt.js';

const now = Date.UTC(2026, 0, 10);
const iat = now / 1000;
const token = jwt({ iat, exp: iat + 86_400 });

describe('An API token', () => {
  const pasted = [token, ` ${token}\r\n`, `Bearer ${token}`, `bearer  ${token} `, `"${token}"`, `'${token}'`];
  for (const text of [...pasted, `Bearer "${token}"`]) {
    it(`is read from ${JSON.stringify(text.replace(token, '…'))}`, () => {
      const { value } = readApiToken(text);
      assert.equal(value?.secret.reveal(), token);
      assert.deepEqual([value.issuedAt, value.expiresAt], [now, now + 86_400_000]);
    });
  }

  const [head = '', claims = '', signature = ''] = token.split('.');
  const malformed = [
    'abc',
    `${head}.${claims}`,
    `${head}.${claims}.`,
    `${token}.${signature}`,
    `${head}. .${signature}`,
  ];
  const unsafe = [
    `${token}\r\nX-Evil: 1`,
    `${token}é`,
    `${head}\n.${claims}.${signature}`,
    `${token.slice(0, 20)} ${token.slice(20)}`,
  ];
  const undecodable = [
    `${head}.e30x.${signature}`,
    `${head}.bm90IGpzb24.${signature}`,
    jwt(null),
    jwt(7),
    jwt('a'),
  ];
  for (const text of [...malformed, ...unsafe, ...undecodable]) {
    it(`is not read from ${JSON.stringify(text.replace(token, '…').slice(0, 60))}`, () => {
      assert.match(readApiToken(text).problem ?? '', /not a complete API token/);
    });
  }

  it('that a line end or a blank broke is told to be so', () => {
    for (const text of [`${head}.${claims}\n.${signature}`, `${token.slice(0, 20)} ${token.slice(20)}`]) {
      assert.match(readApiToken(text).problem ?? '', /contains a blank or a line break/);
    }
  });

  for (const text of ['', '  ', 'Bearer ', '""']) {
    it(`is asked for again after ${JSON.stringify(text)}`, () => assert.ok(readApiToken(text).problem));
  }

  const withoutTimes = [
    {},
    [],
    { iat },
    { exp: iat },
    { iat: String(iat), exp: iat + 1 },
    { iat, exp: iat },
    { iat, exp: iat - 1 },
    { iat: -5, exp: iat },
    { iat: iat * 1000, exp: (iat + 1) * 1000 },
    { iat, exp: 1e300 },
  ];
  for (const content of withoutTimes) {
    it(`needs both times: ${JSON.stringify(content)}`, () => {
      assert.match(readApiToken(jwt(content)).problem ?? '', /when it was issued and when it expires/);
    });
  }

  it('is read when it has expired: the service alone decides', () => {
    assert.ok(readApiToken(jwt({ iat: 1, exp: 2 })).value);
  });

  it('is read or refused with a sentence that does not repeat it, whatever is pasted', () => {
    holds(fc.tuple(anyToken, fc.boolean()), ([text, fresh]) => {
      const { value, problem } = fresh ? parseNewApiToken(text, anyNow) : readApiToken(text);
      if (problem !== undefined) {
        assert.ok(problem.length > 10);
        if (text.trim().length >= 24) {
          stretchesOf(text.trim())(problem);
        }
        return;
      }
      assert.ok(Number.isFinite(value.issuedAt) && value.issuedAt > 0 && value.expiresAt > value.issuedAt);
      // What goes into a header can't break out of it
      assert.match(value.secret.reveal(), /^[\w.-]+$/);
      assert.equal(JSON.stringify(value).includes(value.secret.reveal()), false);
    });
  });

  it('that is read has a view, a notice and a cause of refusal at any time', () => {
    const at = fc.oneof(fc.integer({ min: 0, max: 4e12 }), fc.constant(anyNow));
    holds(fc.tuple(anyWholeToken, at, hostile), ([text, at, date]) => {
      const { value } = readApiToken(text);
      if (value === undefined) {
        return;
      }
      const view = tokenStatusBarItem({ name: date, endpoint: 'https://wiki.example/x' }, value, at);
      assert.ok(view.text !== '' && view.accessibilityLabel !== '');
      assert.ok(view.changesAt === undefined || view.changesAt > at);
      expiryNoticeText({ name: 'Wiki', endpoint: 'https://wiki.example/x' }, value, at);
      forbiddenCause(value, date, at);
    });
  });
});

describe('A new API token', () => {
  const times: readonly (readonly [what: string, claims: object, problem: RegExp | undefined])[] = [
    ['is good from the moment that it is issued', { iat, exp: iat + 1 }, undefined],
    ['may come from a clock a minute ahead', { iat: iat + 60, exp: iat + 999 }, undefined],
    [
      'must not come from the future',
      { iat: iat + 61, exp: iat + 999 },
      /issue date, .*, is in the future.*clock/,
    ],
    ['must not be expired', { iat: iat - 10, exp: iat - 1 }, /expired on .*2026.*Create a new one/],
    ['must not expire at this moment', { iat: iat - 10, exp: iat }, /expired/],
  ];
  for (const [what, claims, problem] of times) {
    it(what, () => {
      const parsed = parseNewApiToken(jwt(claims), now);
      assert.equal(parsed.value !== undefined, problem === undefined);
      assert.match(parsed.problem ?? '', problem ?? /^$/);
    });
  }

  it('must be whole', () => assert.match(parseNewApiToken('abc', now).problem ?? '', /not a complete/));
});

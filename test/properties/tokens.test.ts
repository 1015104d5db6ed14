import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseNewApiToken, readApiToken } from '../../src/core/connection/apiToken.js';
import { forbiddenCause } from '../../src/core/wiki/forbiddenCause.js';
import { accessTokenExpiresAt } from '../../src/core/export/accessToken.js';
import { Secret } from '../../src/core/text/secret.js';
import { expiryNoticeText, tokenStatusBarItem } from '../../src/core/connection/tokenStatusBarItem.js';
import { jwt } from '../core/jwt.js';
import { holds, hostile, stretchesOf } from './runs.js';

const now = Date.UTC(2026, 10, 21);
const seconds = now / 1000;
const time = fc.oneof(
  fc.integer({ min: seconds - 100 * 86_400, max: seconds + 100 * 86_400 }),
  fc.constantFrom(0, -1, -seconds, now, 1e300, -1e300, 2 ** 53, 0.5, null, true, String(seconds), '', [], {}),
  fc.double({ noDefaultInfinity: true, noNaN: true }),
  fc.jsonValue(),
);
const claims = fc.record({ iat: time, exp: time, jti: fc.string() }, { requiredKeys: [] });
const whole = claims.map((each) => jwt(each));
const tokens = fc.oneof(
  { weight: 5, arbitrary: whole },
  // Truncated, doubled, wrapped
  fc.tuple(whole, fc.nat(300)).map(([token, length]) => token.slice(0, length)),
  fc.tuple(whole, hostile, hostile).map(([token, before, after]) => before + token + after),
  whole.map((token) => `"Bearer ${token}"`),
  fc.jsonValue().map((payload) => `e30.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.x`),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => `e30.${Buffer.from(bytes).toString('base64url')}.x`),
  hostile,
);

describe('Any token', function () {
  this.timeout(300_000);

  it('is read or refused with a sentence that does not repeat it', () => {
    holds(fc.tuple(tokens, fc.boolean()), ([text, fresh]) => {
      const { value, problem } = fresh ? parseNewApiToken(text, now) : readApiToken(text);
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
    const at = fc.oneof(fc.integer({ min: 0, max: 4e12 }), fc.constant(now));
    holds(fc.tuple(whole, at, hostile), ([text, at, date]) => {
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

  it('of the export session says when it expires, or nothing', () => {
    holds(tokens, (text) => {
      const at = accessTokenExpiresAt(new Secret(text));
      assert.ok(at === undefined || (Number.isFinite(at) && at > 0));
    });
  });
});

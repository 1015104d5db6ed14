import fc from 'fast-check';
import { hostile } from '../properties/runs.js';

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token that looks signed; times are Unix seconds. */
export function jwt(claims: unknown): string {
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}.${'c2lnbmF0dXJl'.repeat(3)}`;
}

/** The clock that `anyToken` goes by. */
export const now = Date.UTC(2026, 10, 21);
const seconds = now / 1000;
const time = fc.oneof(
  fc.integer({ min: seconds - 100 * 86_400, max: seconds + 100 * 86_400 }),
  fc.constantFrom(0, -1, -seconds, now, 1e300, -1e300, 2 ** 53, 0.5, null, true, String(seconds), '', [], {}),
  fc.double({ noDefaultInfinity: true, noNaN: true }),
  fc.jsonValue(),
);
const claims = fc.record({ iat: time, exp: time, jti: fc.string() }, { requiredKeys: [] });
export const anyWholeToken = claims.map((each) => jwt(each));
export const anyToken = fc.oneof(
  { weight: 5, arbitrary: anyWholeToken },
  // Truncated, doubled, wrapped
  fc.tuple(anyWholeToken, fc.nat(300)).map(([token, length]) => token.slice(0, length)),
  fc.tuple(anyWholeToken, hostile, hostile).map(([token, before, after]) => before + token + after),
  anyWholeToken.map((token) => `"Bearer ${token}"`),
  fc.jsonValue().map((payload) => `e30.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.x`),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => `e30.${Buffer.from(bytes).toString('base64url')}.x`),
  hostile,
);

import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { redact } from '../../../src/core/network/redact.js';
import { Secret } from '../../../src/core/text/secret.js';
import { jwt } from '../jwt.js';

const token = jwt({ iat: 1, exp: 2 });
const letters = Array.from('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.~?>+/=');
const secretText = fc.string({ unit: fc.constantFrom(...letters), minLength: 12, maxLength: 60 });
const surroundings = fc.string({ unit: fc.constantFrom(...letters, ' ', '"', '%', '\n') });

function assertGone(text: string, hidden: string): void {
  for (let start = 0; start + 8 <= hidden.length; start++) {
    const stretch = hidden.slice(start, start + 8);
    assert.ok(!text.includes(stretch), `${stretch} is still in ${text}`);
  }
}

describe('A log text', () => {
  const texts: readonly (readonly [text: string, redacted: string])[] = [
    ['nothing to hide', 'nothing to hide'],
    [`Bearer ${token}`, 'Bearer ***'],
    [`${token}${token}`, '******'],
    [`a ${token} b ${token} c`, 'a *** b *** c'],
    [`start ${token.slice(0, 20)}…`, 'start ***…'],
    [`end …${token.slice(-20)}`, 'end …***'],
    [`middle ${token.slice(30, 50)}!`, 'middle ***!'],
    [`short ${token.slice(30, 37)}!`, `short ${token.slice(30, 37)}!`],
  ];
  for (const [text, redacted] of texts) {
    it(`becomes ${JSON.stringify(redacted)}`, () => assert.equal(redact(text, [token]), redacted));
  }

  it('loses tokens that nobody told of', () => {
    assert.equal(redact(`{"token":"${token}"}`, []), '{"token":"***"}');
    assert.doesNotMatch(redact(`token%3D${token}`, []), /eyJ/);
  });

  it('keeps no eight characters of a secret', () => {
    fc.assert(
      fc.property(surroundings, secretText, surroundings, (before, secret, after) => {
        assertGone(redact(before + secret + after, [secret]), secret);
        assertGone(redact(before + secret.slice(2, -2) + after, ['another secret', secret]), secret);
      }),
    );
  });

  for (const encoding of ['base64', 'base64url'] as const) {
    it(`keeps no eight characters of a secret in ${encoding}`, () => {
      fc.assert(
        fc.property(surroundings, secretText, surroundings, (before, secret, after) => {
          const encoded = Buffer.from(before + secret + after).toString(encoding);
          const inside = encoded.slice(
            Math.ceil((before.length * 4) / 3),
            Math.floor(((before.length + secret.length) * 4) / 3),
          );
          assertGone(redact(encoded, [secret]), inside);
        }),
        // The text before it ends as the secret does
        { examples: [['__def', 'iaaaaaa__defi', '']] },
      );
    });
  }

  it('of a megabyte takes less than a second of the processor', () => {
    const before = process.threadCpuUsage();
    redact('Some words. '.repeat(90_000), [token, token.repeat(3)]);
    assert.ok(process.threadCpuUsage(before).user < 1_000_000);
  });
});

describe('A secret', () => {
  it('is given only on demand', () => {
    const secret = new Secret(token);
    const shown = [String(secret), JSON.stringify({ secret }), inspect({ secret }, { showHidden: true })];
    shown.push(JSON.stringify(Object.entries(secret)), secret.toLocaleString());
    for (const text of shown) {
      assertGone(text, token);
    }
    assert.equal(secret.reveal(), token);
  });
});

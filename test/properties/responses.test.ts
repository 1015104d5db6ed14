import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readApiToken } from '../../src/core/connection/apiToken.js';
import type { Exchange } from '../../src/core/network/http.js';
import { reportOnOutcome } from '../../src/core/wiki/outcomeReport.js';
import { withoutCommandLinks } from '../../src/core/text/plainLine.js';
import { publishPage } from '../../src/services/wiki/publishPage.js';
import { jwt } from '../core/jwt.js';
import { assertInert, assertQuick, holdsAsync, hostile, stretchesOf } from './runs.js';

const now = Date.UTC(2026, 10, 21);
const text = jwt({ iat: now / 1000 - 60, exp: now / 1000 + 60, jti: 'a-token-that-nobody-may-see' });
const token = readApiToken(text).value;
assert.ok(token);
const secret = token.secret.reveal();
const assertWithout = stretchesOf(secret);

const escaped = Array.from(secret, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
const echo = fc.oneof(
  fc.tuple(fc.nat(secret.length), fc.nat(secret.length)).map(([one, other]) => secret.slice(one, other)),
  fc.constantFrom(secret, Buffer.from(`x${secret}`).toString('base64'), `Bearer ${secret}`),
);
const said = fc.tuple(hostile, fc.option(echo, { nil: '' }), hostile).map((parts) => parts.join(''));
const body = fc.oneof(
  { weight: 5, arbitrary: said.map((message) => JSON.stringify({ body: message })) },
  { weight: 2, arbitrary: said },
  fc.jsonValue().map((body) => JSON.stringify({ body })),
  fc.json(),
  fc.constant(`{"body":"${escaped.join('')}"}`),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => new TextDecoder().decode(bytes)),
  fc
    .oneof({ weight: 50, arbitrary: fc.nat(100) }, fc.nat(100_000))
    .map((depth) => `{"body":${'['.repeat(depth)}${']'.repeat(depth)}}`),
  fc.constantFrom('', 'null', '[]', '{"body":7}', '{"body":{"body":"x"}}', '{"__proto__":{"body":"x"}}'),
);
const header = fc.oneof(
  hostile,
  said,
  fc.constantFrom('-1', '1e99', '99999999999', 'Thu, 01 Jan 1970 00:00:00 GMT'),
);
const response = fc.record({
  status: fc.oneof(
    fc.constantFrom(200, 201, 400, 401, 402, 403, 404, 429, 500, 503),
    fc.integer({ min: 200, max: 999 }),
  ),
  headers: fc.dictionary(fc.constantFrom('date', 'retry-after', 'x-odd', 'location', '__proto__'), header),
  body,
  truncated: fc.boolean(),
});

describe('Any response', function () {
  this.timeout(300_000);

  const target = fc.record({
    space: hostile,
    parent: fc.constant('42'),
    title: said,
    overwrite: fc.boolean(),
  });

  it('leads to one sentence in which nothing works, and to no stretch of the token', async () => {
    await holdsAsync(fc.tuple(response, target, fc.boolean()), async ([answer, target, mayHaveArrived]) => {
      const shown: string[] = [];
      const outcome = await publishPage(
        {
          send: () => Promise.resolve({ kind: 'answered', response: answer } satisfies Exchange),
          now: () => now,
          pause: () => Promise.resolve(),
          log: (_request, exchange) => shown.push(JSON.stringify(exchange)),
        },
        { endpoint: 'https://wiki.example/x', token, target, content: 'Text', mayHaveArrived },
        () => undefined,
        new AbortController().signal,
      );
      const quiet = { ...target, title: 'A Page', space: 'ENG' };
      const { text: told, actions } = reportOnOutcome(outcome, { target, token, host: 'wiki.example', now });
      assertInert(withoutCommandLinks(told));
      const [, quoted] = [201, 400, 404, 500].includes(answer.status) ? told.split('The wiki says: ') : [];
      assert.match(quoted ?? '“-”', /^“[^“”"]+”$/, 'the wiki says one quotation');
      assert.ok(told.length > 10 && told.length < 1000 && actions.length <= 3, told);
      // What the wiki said; a title is the person's own
      shown.push(reportOnOutcome(outcome, { target: quiet, token, host: 'wiki.example', now }).text);
      shown.push(outcome.kind === 'answered' ? (outcome.answer.message ?? '') : '');
      for (const each of shown) {
        assertWithout(each);
      }
    });
  });

  it('of megabytes is told within two seconds, in a few words', async () => {
    const piece = fc
      .oneof(hostile, fc.constantFrom('a', ' ', '](', secret, '\u0301', '\u202e', 'ö'))
      .filter((each) => each !== '');
    for (const each of fc.sample(piece, { numRuns: 12, seed: 7 })) {
      const long = JSON.stringify({
        body: each.repeat(Math.ceil(900_000 / each.length)).slice(0, 900_000),
      });
      const before = process.cpuUsage();
      const outcome = await publishPage(
        {
          send: () =>
            Promise.resolve({
              kind: 'answered',
              response: { status: 201, headers: {}, body: long, truncated: false },
            }),
          now: () => now,
          pause: () => Promise.resolve(),
          log: () => undefined,
        },
        {
          endpoint: 'https://wiki.example/x',
          token,
          target: { space: 'ENG', parent: '42', title: 'A Page', overwrite: true },
          content: 'Text',
          mayHaveArrived: false,
        },
        () => undefined,
        new AbortController().signal,
      );
      const target = { space: 'ENG', parent: '42', title: 'A Page', overwrite: true };
      const { text: told } = reportOnOutcome(outcome, { target, token, host: 'wiki.example', now });
      assertInert(withoutCommandLinks(told));
      assertWithout(told);
      assert.ok(told.length < 1000);
      assertQuick(before);
    }
  });
});

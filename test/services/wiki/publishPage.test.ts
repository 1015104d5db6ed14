import assert from 'node:assert/strict';
import { readApiToken } from '../../../src/core/connection/apiToken.js';
import type { Exchange, HttpRequest } from '../../../src/core/network/http.js';
import { publishPage, type SendProgress, type Publication } from '../../../src/services/wiki/publishPage.js';
import { jwt } from '../../core/jwt.js';

const now = Date.UTC(2026, 0, 10);
const token = readApiToken(jwt({ iat: now / 1000, exp: now / 1000 + 60 })).value;
assert.ok(token);
const publication: Publication = {
  endpoint: 'https://a.example/x',
  token,
  target: { space: 'ENG', parent: '42', title: 'One', overwrite: false },
  content: 'Text',
  mayHaveArrived: false,
};
const answer = (status: number, headers: Record<string, string> = {}): Exchange => ({
  kind: 'answered',
  response: { status, headers, body: '{"body":"Said."}', truncated: false },
});
const exists: Exchange = {
  kind: 'answered',
  response: { status: 400, headers: {}, body: '{"body":"It exists."}', truncated: false },
};
const failure = (kind: 'notSent' | 'unanswered'): Exchange => ({ kind, reason: 'reset', code: 'ECONNRESET' });

/** Publishes to a wiki that answers so, one send after the other. */
async function run(exchanges: readonly Exchange[], { change = {}, cancelInPause = 0, tick = 0 } = {}) {
  const sent: HttpRequest[] = [];
  const pauses: number[] = [];
  const steps: SendProgress[] = [];
  const logged: unknown[] = [];
  const cancel = new AbortController();
  const outcome = await publishPage(
    {
      send: (request, { signal, timeoutMs }) => {
        assert.ok(signal === cancel.signal && timeoutMs >= 60_000);
        return Promise.resolve(exchanges[sent.push(request) - 1] ?? assert.fail('one send too many'));
      },
      now: () => now + pauses.length * tick,
      pause: (ms, signal) => {
        assert.equal(signal, cancel.signal);
        if (pauses.push(ms) === cancelInPause) {
          cancel.abort();
        }
        return Promise.resolve();
      },
      log: (request, exchange) => logged.push([request, exchange]),
    },
    { ...publication, ...change },
    (step) => steps.push(step),
    cancel.signal,
  );
  return { outcome, sent, pauses, steps, logged };
}

const summary = ({ outcome, sent, pauses }: Awaited<ReturnType<typeof run>>) => ({
  meaning: outcome.kind === 'answered' ? outcome.answer.meaning : outcome.kind,
  mayHaveArrived: outcome.kind === 'unanswered' ? undefined : outcome.mayHaveArrived,
  sends: sent.length,
  pauses,
});

describe('Publishing a page', () => {
  type Row = readonly [
    what: string,
    exchanges: readonly Exchange[],
    meaning: string,
    mayHaveArrived: boolean | undefined,
    pauses: readonly number[],
  ];
  const rows: readonly Row[] = [
    ['is done by one send that is answered', [answer(201)], 'published', false, []],
    ['is not sent again after a refusal', [answer(401)], 'unauthorized', false, []],
    ['is not sent again without an answer', [failure('unanswered')], 'unanswered', undefined, []],
    ['is not sent again when it was not sent', [failure('notSent')], 'notSent', false, []],
    ['is sent again after a fault', [answer(500), answer(200)], 'published', true, [2000]],
    [
      'is sent three times at most, with growing pauses',
      [answer(500), answer(502), answer(504)],
      'temporary',
      true,
      [2000, 4000],
    ],
    [
      'waits as long as it is asked to',
      [
        answer(503, { 'retry-after': '7' }),
        answer(503, { 'retry-after': new Date(now + 9000).toUTCString() }),
        answer(200),
      ],
      'published',
      true,
      [7000, 9000],
    ],
    ['does not wait for minutes', [answer(503, { 'retry-after': '121' })], 'temporary', true, []],
    ['knows after 429 that nothing arrived', [answer(429), exists], 'already exists', false, [2000]],
    [
      'does not take any 400 for an answer to what may have arrived',
      [answer(500), answer(400)],
      'rejected',
      true,
      [2000],
    ],
    ['knows after a fault that it may have arrived', [answer(500), exists], 'already exists', true, [2000]],
    [
      'knows so after a later 429 too',
      [answer(503), answer(429), answer(429)],
      'temporary',
      true,
      [2000, 4000],
    ],
    ['knows so when the next send fails', [answer(500), failure('notSent')], 'notSent', true, [2000]],
    [
      'ends without an answer to its next send',
      [answer(500), failure('unanswered')],
      'unanswered',
      undefined,
      [2000],
    ],
  ];
  for (const [what, exchanges, meaning, mayHaveArrived, pauses] of rows) {
    it(what, async () => {
      assert.deepEqual(summary(await run(exchanges)), {
        meaning,
        mayHaveArrived,
        sends: exchanges.length,
        pauses,
      });
    });
  }

  it('knows of an earlier publish that may have arrived', async () => {
    const { outcome } = await run([answer(400)], { change: { mayHaveArrived: true } });
    assert.ok(outcome.kind === 'answered' && outcome.mayHaveArrived);
  });

  it('sends the same each time', async () => {
    const { sent } = await run([answer(500), answer(500), answer(200)]);
    assert.deepEqual(sent[1], sent[0]);
    assert.deepEqual(sent[2], sent[0]);
  });

  it('tells what it does', async () => {
    const { steps } = await run([answer(503), answer(200)]);
    assert.deepEqual(steps, [
      { kind: 'sending', send: 1 },
      { kind: 'pausing', status: 503, pauseMs: 2000, nextSend: 2 },
      { kind: 'sending', send: 2 },
    ]);
  });

  it('ends in a pause when the person cancels it, with the last answer', async () => {
    const { outcome, sent } = await run([answer(503, { date: 'D' })], { cancelInPause: 1 });
    assert.equal(sent.length, 1);
    assert.ok(outcome.kind === 'answered' && outcome.cancelled && outcome.mayHaveArrived);
    assert.deepEqual([outcome.answer.status, outcome.date], [503, 'D']);
  });

  it('does not send a token that expired in a pause', async () => {
    const { sent } = await run([answer(503), answer(200)], { tick: 61_000 });
    assert.equal(sent.length, 1);
  });

  it('logs every exchange', async () => {
    const exchanges = [answer(500), failure('unanswered')];
    const { logged, sent } = await run(exchanges);
    assert.deepEqual(logged, [
      [sent[0], exchanges[0]],
      [sent[1], exchanges[1]],
    ]);
  });

  const escaped = (text: string): string =>
    Array.from(text, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
  for (const [what, echo] of [
    ['as it is', token.secret.reveal()],
    ['in JSON’s escapes', escaped(token.secret.reveal())],
  ] as const) {
    it(`loses a token that the wiki echoes ${what}`, async () => {
      const response = {
        status: 401,
        headers: { date: token.secret.reveal() },
        body: `{"body":"No: ${echo}"}`,
        truncated: false,
      };
      const { outcome, logged } = await run([{ kind: 'answered', response }]);
      const exchanges = logged.map((pair) => (pair as unknown[])[1]);
      assert.ok(!JSON.stringify([outcome, exchanges]).includes(token.secret.reveal().slice(0, 20)));
      assert.ok(outcome.kind === 'answered' && outcome.answer.message?.startsWith('No: '));
    });
  }

  it('names its token nowhere but in the header of the request', async () => {
    const { outcome, steps, sent } = await run([answer(500), answer(401)]);
    const { headers, ...rest } = sent[0] ?? assert.fail();
    assert.equal(headers.Authorization, `Bearer ${token.secret.reveal()}`);
    assert.ok(!JSON.stringify([outcome, steps, rest]).includes(token.secret.reveal().slice(0, 20)));
  });
});

import assert from 'node:assert/strict';
import { readApiToken, unlessExpired } from '../../../src/core/connection/apiToken.js';
import {
  isImportAnswer,
  refusalText,
  reportOnTest,
  testDetails,
  testRequest,
  addPlatformTokenStatus,
} from '../../../src/core/wiki/connectionTest.js';
import { dayMs, minuteMs } from '../../../src/core/text/duration.js';
import type { Exchange, FailureReason } from '../../../src/core/network/http.js';
import { jwt } from '../jwt.js';

const now = Date.UTC(2026, 0, 10);
const connection = { name: 'Team Wiki', endpoint: 'https://wiki.example/wiki/apps/a/b/webtrigger' };

function tokenFor(leftMs: number, lifeMs = 30 * dayMs) {
  const exp = (now + leftMs) / 1000;
  const token = readApiToken(jwt({ iat: exp - lifeMs / 1000, exp })).value;
  assert.ok(token);
  return token;
}

const good = tokenFor(29 * dayMs);

function answered(status: number, { body = '{"body":"Said."}', aheadMs = 0 } = {}): Exchange {
  const headers = { date: new Date(now + aheadMs).toUTCString() };
  return { kind: 'answered', response: { status, headers, body, truncated: false } };
}

describe('The test of a connection', () => {
  it('asks for nothing that a page could be made of, whatever the token', () => {
    for (const secret of [undefined, good.secret]) {
      const { method, url, body, headers } = testRequest(connection.endpoint, secret);
      assert.deepEqual([method, url, body], ['POST', connection.endpoint, '{}']);
      assert.equal(headers.Authorization, secret && `Bearer ${secret.reveal()}`);
    }
  });

  it('sends no token that is known to be expired', () => {
    assert.equal(unlessExpired(tokenFor(0), now), undefined);
    assert.equal(unlessExpired(undefined, now), undefined);
    assert.equal(unlessExpired(good, now), good);
  });

  it('finds that a token lets nobody in where the wiki says so, and nobody else', () => {
    const context = { connection, token: tokenFor(29 * dayMs), now };
    const refused = (exchange: Exchange): boolean => refusalText(exchange, context) !== undefined;
    const statuses = [200, 400, 401, 402, 403, 404, 413, 500];
    assert.deepEqual(
      statuses.filter((status) => refused(answered(status))),
      [401, 402, 403],
    );
    assert.deepEqual(
      statuses.filter((status) => refused(answered(status, { body: '<html>Sign in</html>' }))),
      [],
    );
    assert.equal(refused({ kind: 'notSent', reason: 'refused', code: 'ECONNREFUSED' }), false);
  });

  it('says why a token was refused where it was asked for, and to copy it again only if that helps', () => {
    for (const [exchange, leftMs, text] of [
      [answered(401), 29 * dayMs, /^The wiki refused this token: it is damaged, .* Copy it again\.$/],
      [answered(403), 29 * dayMs, /^The wiki refused this token: .* Copy it again\.$/],
      [
        answered(403, { aheadMs: 20 * minuteMs }),
        29 * dayMs,
        /20 minutes ahead.* set this computer’s clock\.$/,
      ],
      [answered(402), 29 * dayMs, /license was not active.* you need a new token\.$/],
      [answered(401), -dayMs, /expired on .* An administrator creates a new one .* tab “API”\.$/],
    ] as const) {
      assert.match(refusalText(exchange, { connection, token: tokenFor(leftMs), now }) ?? '', text);
    }
  });

  type Row = readonly [
    what: string,
    exchange: Exchange,
    leftMs: number | undefined,
    severity: string,
    actions: string,
    text: RegExp,
  ];
  const html = { body: '<html>Sign in</html>' };
  const left = 29 * dayMs;
  const rows: readonly Row[] = [
    ['400', answered(400), left, 'information', '', /^Team Wiki works: .* valid until .*Nothing was written/],
    ['404, as anybody may answer', answered(404), left, 'warning', 'showLog', /with 404, which says nothing/],
    ['400 near the end', answered(400), 2 * dayMs, 'warning', 'replaceToken', /works, but .* expires soon/],
    [
      '400 and a clock ahead',
      answered(400, { aheadMs: 7 * minuteMs }),
      left,
      'warning',
      '',
      /works\. Its clock is 7 minutes ahead of this computer’s: set this computer’s clock\./,
    ],
    ['401', answered(401), left, 'error', 'replaceToken', /does not know the API token/],
    ['402', answered(402), left, 'error', 'replaceToken', /license was not active/],
    ['403', answered(403), left, 'error', 'replaceToken', /clocks agree, so the token itself/],
    [
      '403 and a clock behind',
      answered(403, { aheadMs: -3 * 60 * minuteMs }),
      left,
      'error',
      'replaceToken',
      /Its clock is 3 hours behind/,
    ],
    ['307', answered(307), left, 'error', 'openSettings showLog', /answered 307, a redirect/],
    [
      '400 as a page',
      answered(400, html),
      left,
      'error',
      'openSettings showLog',
      /not the way the wiki’s import endpoint/,
    ],
    [
      '404 as a page',
      answered(404, html),
      left,
      'error',
      'openSettings showLog',
      /not the way the wiki’s import endpoint/,
    ],
    [
      '500',
      answered(500),
      left,
      'error',
      'tryAgain showLog',
      /has a problem right now \(500\), .* not tested/,
    ],
    ['201', answered(201), left, 'warning', 'showLog', /with 201, which says nothing about the API token/],
    ['no token, 401', answered(401), undefined, 'warning', 'replaceToken', /answers, but no API token is/],
    ['no token, 400', answered(400), undefined, 'warning', 'showLog', /with 400, which says nothing about/],
    ['expired, 401', answered(401), -dayMs, 'error', 'replaceToken', /for Team Wiki expired on/],
    [
      'expired by this computer’s clock alone',
      answered(401, { aheadMs: -2 * dayMs }),
      -dayMs,
      'error',
      'tryAgain',
      /By the wiki’s clock, .* has not expired\. Its clock is 2 days behind this computer’s: set this computer’s clock\./,
    ],
  ];
  for (const [what, exchange, leftMs, severity, actions, text] of rows) {
    it(`${what}: ${severity} ${actions}`, () => {
      const token = leftMs === undefined ? undefined : tokenFor(leftMs);
      const report = reportOnTest(exchange, { connection, token, now });
      assert.deepEqual([report?.severity, report?.actions.join(' ')], [severity, actions]);
      assert.match(report?.text ?? '', text);
    });
  }

  const failures: readonly (readonly ['notSent' | 'unanswered', FailureReason, RegExp | undefined])[] = [
    ['notSent', 'name not found', /^The host name wiki\.example was not found/],
    ['notSent', 'certificate', /certificate of wiki\.example is not trusted \(CODE\)/],
    ['notSent', 'proxy', /^The proxy did not connect/],
    ['notSent', 'cancelled', undefined],
    ['unanswered', 'timeout', /^wiki\.example did not answer in time\./],
    ['unanswered', 'reset', /^wiki\.example was reached, but the connection was lost/],
    ['unanswered', 'cancelled', undefined],
  ];
  for (const [kind, reason, text] of failures) {
    it(`${kind}, ${reason}`, () => {
      const report = reportOnTest({ kind, reason, code: 'CODE' }, { connection, token: good, now });
      assert.equal(report?.actions[0], text && 'tryAgain');
      assert.match(report?.text ?? '', text ?? /^$/);
    });
  }

  it('says what the wiki said of the platform token', () => {
    const works = { severity: 'information', text: 'It works.', actions: [] } as const;
    assert.deepEqual(addPlatformTokenStatus(works, undefined), works);
    assert.deepEqual(addPlatformTokenStatus(works, 'accepted'), {
      ...works,
      text: 'It works. The wiki accepted the platform token.',
    });
    assert.deepEqual(addPlatformTokenStatus(works, 'refused'), {
      severity: 'warning',
      text: 'It works. The platform token was refused.',
      actions: ['replacePlatformToken'],
    });
    const failed = { severity: 'error', text: 'It failed.', actions: ['tryAgain'] } as const;
    assert.deepEqual(addPlatformTokenStatus(failed, 'untried'), {
      ...failed,
      text: 'It failed. The platform token is stored.',
    });
  });

  it('knows the import endpoint by the answers that the contract has for such a request', () => {
    for (const status of [400, 401, 402, 403, 500]) {
      assert.ok(isImportAnswer(answered(status)), String(status));
      assert.ok(!isImportAnswer(answered(status, html)), `${status} as a page`);
      assert.ok(!isImportAnswer(answered(status, { body: '{"error":"No."}' })), `${status} of others`);
    }
    for (const status of [200, 201, 204, 301, 307, 404, 405, 429, 503]) {
      assert.ok(!isImportAnswer(answered(status)), String(status));
    }
    assert.ok(!isImportAnswer({ kind: 'unanswered', reason: 'timeout', code: 'CODE' }));
    assert.ok(!isImportAnswer({ kind: 'notSent', reason: 'name not found', code: 'CODE' }));
  });

  it('says that the connection was encrypted where it was', () => {
    const details = (endpoint: string): string =>
      testDetails(answered(400), { connection: { ...connection, endpoint }, token: good, now }).join('\n');
    assert.match(details(connection.endpoint), /Connection: made and encrypted, answered 400/);
    assert.match(details('http://127.0.0.1:8080/x'), /Connection: made without encryption, answered 400/);
  });

  it('writes to the log what was looked at and what was not, and nothing of the token', () => {
    const context = { connection, token: good, now };
    const details = testDetails(answered(400, { aheadMs: 2000 }), context).join('\n');
    assert.match(
      details,
      /its path as documented\n.*expires 2026-02-08.* valid\n.*answered 400\n.*2 s ahead\nNot/,
    );
    assert.ok(!details.includes(good.secret.reveal().slice(0, 12)));
    const elsewhere = {
      connection: { ...connection, endpoint: 'https://x.example/y' },
      token: undefined,
      now,
    };
    const failed = testDetails({ kind: 'notSent', reason: 'refused', code: 'ECONNREFUSED' }, elsewhere);
    assert.match(
      failed.join('\n'),
      /not as documented.*\nToken: none.*\n.*refused \(ECONNREFUSED\)\n.*not compared/,
    );
  });
});

import assert from 'node:assert/strict';
import { dayMs, minuteMs } from '../../../src/core/text/duration.js';
import type { FailureReason } from '../../../src/core/network/http.js';
import { readImportResponse } from '../../../src/core/wiki/import.js';
import type { Report } from '../../../src/core/text/report.js';
import type { Outcome, OutcomeContext } from '../../../src/core/wiki/outcome.js';
import type { OutcomeAction } from '../../../src/core/wiki/outcomeReport.js';
import { reportOnOutcome } from '../../../src/core/wiki/outcomeReport.js';
import { answered, date, now, report, token } from '../reports.js';

const exists = JSON.stringify({ body: 'It exists.' });
const unknown = 'Whether the page was published is unknown.';

describe('The report on an answer', () => {
  type Row = readonly [
    what: string,
    report: Report<OutcomeAction>,
    severity: string,
    actions: string,
    text: RegExp,
  ];
  const rows: readonly Row[] = [
    ['200', answered(200), 'information', 'openInWiki', /^“One” was published\./],
    ['201', answered(201, { overwrite: true }), 'information', 'openInWiki', /^“One” was published\./],
    [
      '400 without overwrite',
      answered(400, { body: exists }),
      'warning',
      'changeTitle overwrite',
      /not published: a page.*already exists\. Nothing was replaced/,
    ],
    [
      '400 after a send that may have arrived',
      answered(400, { body: exists, mayHaveArrived: true }),
      'warning',
      'openInWiki overwrite changeTitle',
      /already exists: an earlier attempt may have arrived/,
    ],
    [
      '400 of another kind',
      answered(400),
      'error',
      'changeTarget showLog',
      /^The wiki did not accept “One”\. The/,
    ],
    [
      '400 of another kind after a send that may have arrived',
      answered(400, { mayHaveArrived: true }),
      'error',
      'openInWiki changeTarget showLog',
      /did not accept “One”\. An earlier attempt may have arrived: check in the wiki whether the page is there\. The/,
    ],
    [
      '400 with overwrite',
      answered(400, { overwrite: true }),
      'error',
      'changeTarget showLog',
      /did not accept “One”/,
    ],
    [
      '401',
      answered(401),
      'error',
      'replaceToken',
      /^“One” was not published\. .*does not know the API token/,
    ],
    [
      '402',
      answered(402),
      'error',
      'replaceToken',
      /^“One” was not published\. .*license was not active when the API token was created.*administrator must renew.*new token/,
    ],
    ['403', answered(403), 'error', 'replaceToken', /clocks agree, so the token itself/],
    [
      '404',
      answered(404),
      'error',
      'changeTarget',
      /^“One” was not published\. Space “ENG” or page 42 does not exist, or .* does not have access/,
    ],
    [
      '429',
      answered(429),
      'error',
      'tryAgain showLog',
      /too many requests \(429\) and did not accept “One”\. The wiki says/,
    ],
    ['418', answered(418), 'error', 'tryAgain showLog', /answered 418 and did not accept “One”/],
    ['307', answered(307), 'error', 'showLog', /answered 307, a redirect. Redirects are not followed/],
    ...[500, 502, 503, 504].map((status): Row => [
      String(status),
      answered(status, { mayHaveArrived: true }),
      'error',
      'tryAgain openInWiki showLog',
      new RegExp(`problem right now \\(${status}\\) and did not confirm “One”\\. ${unknown}`),
    ]),
  ];
  for (const [what, { severity, actions, text }, expected, buttons, sentence] of rows) {
    it(`${what} is ${expected} with ${buttons}`, () => {
      assert.deepEqual([severity, actions.join(' ')], [expected, buttons]);
      assert.match(text, sentence);
      assert.match(text, / The wiki says: “It (said so|exists)\.”$/);
    });
  }

  const undocumented: readonly (readonly [status: number, text: RegExp])[] = [
    [200, /answered 200.*sign in\? Whether the page was published is unknown/],
    [404, /answered 404, but not the way the wiki’s import endpoint does\. Check the endpoint’s address/],
    [418, /answered 418, but not the way/],
    [
      403,
      /^Something between you and the wiki refused “One” \(403\), such as a firewall because of what the page says\./,
    ],
  ];
  for (const [status, text] of undocumented) {
    it(`${status} that is not the documented JSON shows the status and none of the body`, () => {
      const shown = answered(status, { body: '<html>Evil</html>', mayHaveArrived: status === 200 });
      assert.match(shown.text, text);
      assert.doesNotMatch(shown.text, /Evil|The wiki says:/);
      assert.deepEqual(
        [shown.severity, shown.actions],
        ['error', status === 200 ? ['tryAgain', 'openInWiki', 'showLog'] : ['tryAgain', 'showLog']],
      );
    });
  }

  for (const body of ['<html>Evil</html>', '{"body":"Too large."}']) {
    it(`413 with ${body} is a page that is too large, and no fault`, () => {
      const { text, actions } = answered(413, { body });
      assert.match(text, /^“One” is too large for the wiki or for a gateway before it \(413\)\. Split it/);
      assert.deepEqual([text.includes('Evil'), actions], [false, ['showLog']]);
    });
  }

  it('202 does not say that the page was not taken, which nobody knows', () => {
    assert.doesNotMatch(answered(202).text, /did not accept/);
  });

  for (const status of [301, 401, 402, 403, 404, 413, 429]) {
    it(`${status} does not leave an earlier send out`, () => {
      const { text } = answered(status, { mayHaveArrived: true });
      assert.match(text, new RegExp(unknown));
      assert.doesNotMatch(text, /was not published/);
    });
  }

  it('a pause that the person ended says that it was stopped', () => {
    const { text } = answered(503, { cancelled: true, mayHaveArrived: true, overwrite: true });
    assert.match(
      text,
      /^Stopped: “One” was not sent again\. The last answer was 503\. .*Sending it again is safe/,
    );
  });

  it('an answer without a message has no empty quotation', () => {
    assert.doesNotMatch(answered(503, { body: '' }).text, /The wiki says|“”/);
  });
});

describe('The report on a 403', () => {
  const causes: readonly (readonly [what: string, date: string, text: RegExp])[] = [
    ['a clock ahead', date(10 * minuteMs), /Its clock is 10 minutes ahead/],
    ['a clock behind', date(-3 * 60 * minuteMs), /Its clock is 3 hours behind/],
    ['clocks that agree', date(0), /clocks agree, so the token itself is not valid/],
    ['a Date that can’t be read', 'nonsense', /it is not valid, or the clocks differ/],
  ];
  for (const [what, header, text] of causes) {
    it(`names ${what}`, () => assert.match(answered(403, { date: header }).text, text));
  }

  it('names the time of expiry', () => {
    const answer = readImportResponse(
      { status: 403, headers: {}, body: '{"body":""}', truncated: false },
      { overwrite: false },
    );
    const outcome: Outcome = {
      kind: 'answered',
      answer,
      date: date(0),
      mayHaveArrived: false,
      cancelled: false,
    };
    const target = { space: 'ENG', parent: '42', title: 'One', overwrite: false };
    const late = { target, host: 'a', now, token: { issuedAt: now - dayMs, expiresAt: now - 1 } };
    assert.match(reportOnOutcome(outcome, late).text, /expired on .*2026/);
  });
});

describe('The report on a send without an answer', () => {
  const reasons: readonly (readonly [reason: FailureReason, text: RegExp])[] = [
    ['timeout', /was sent, but the wiki did not answer in time/],
    ['reset', /was sent, but the connection was lost/],
    ['other', /was sent, but the connection was lost/],
    ['cancelled', /Cancelled after the page had been sent/],
  ];
  for (const [reason, text] of reasons) {
    it(`after ${reason} says that the outcome is unknown, and what to do`, () => {
      const carefully = report({ kind: 'unanswered', reason, code: 'X' });
      const freely = report({ kind: 'unanswered', reason, code: 'X' }, true);
      const actions = ['tryAgain', 'openInWiki', 'showLog'];
      assert.deepEqual([carefully.severity, carefully.actions], ['warning', actions]);
      assert.match(carefully.text, text);
      assert.match(
        carefully.text,
        /unknown\. Sending it again is safe: if a page with this title is there, nothing is replaced/,
      );
      assert.match(freely.text, /unknown\. Sending it again is safe: it updates/);
    });
  }

  it('offers to open the page first where it can be found', () => {
    const target = { space: 'ENG', parent: '42', title: 'One', overwrite: false };
    const actionsIf = (openable: OutcomeContext['openable']): readonly OutcomeAction[] => {
      const context = { target, token, host: 'acme.example', now, openable };
      return reportOnOutcome({ kind: 'unanswered', reason: 'timeout', code: 'X' }, context).actions;
    };
    assert.deepEqual(actionsIf('page'), ['openInWiki', 'tryAgain', 'showLog']);
    assert.deepEqual(actionsIf('parent'), ['tryAgain', 'openParent', 'showLog']);
  });
});

describe('The report on a request that was not sent', () => {
  const reasons: readonly (readonly [reason: FailureReason, severity: string, text: RegExp])[] = [
    ['cancelled', 'information', /^Cancelled\. Nothing was sent\.$/],
    ['timeout', 'error', /^Could not connect to acme\.example in time\. Nothing was sent\.$/],
    ['name not found', 'error', /host name acme\.example was not found.*Nothing was sent/],
    ['refused', 'error', /acme\.example refused.*Nothing was sent/],
    ['unreachable', 'error', /acme\.example can’t be reached.*Nothing was sent/],
    ['certificate', 'error', /certificate of acme\.example is not trusted \(CODE\)\. Nothing was sent/],
    [
      'proxy',
      'error',
      /proxy did not connect to acme\.example \(CODE\)\. Check the proxy .* Nothing was sent/,
    ],
    ['proxy sign-in', 'error', /proxy asks for a user name .* http\.proxy\. Nothing was sent/],
    ['reset', 'error', /Could not connect to acme\.example \(CODE\)\. Nothing was sent/],
    ['other', 'error', /Could not connect to acme\.example \(CODE\)\. Nothing was sent/],
  ];
  for (const [reason, severity, text] of reasons) {
    it(`by ${reason} says so`, () => {
      const shown = report({ kind: 'notSent', reason, code: 'CODE', mayHaveArrived: false });
      const test = reason === 'cancelled' ? [] : ['testConnection'];
      assert.deepEqual([shown.severity, shown.actions], [severity, ['tryAgain', ...test, 'showLog']]);
      assert.match(shown.text, text);
    });
  }

  it('does not say that nothing was sent when an earlier send may have arrived', () => {
    const { text } = report({ kind: 'notSent', reason: 'refused', code: 'X', mayHaveArrived: true });
    assert.doesNotMatch(text, /Nothing was sent/);
    assert.match(text, new RegExp(unknown));
  });
});

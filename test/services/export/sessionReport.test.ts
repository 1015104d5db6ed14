import assert from 'node:assert/strict';
import type { SessionState, SignedOutReason } from '../../../src/services/export/accessTokenResult.js';
import {
  lineOf,
  noticeOf,
  reportOnNoToken,
  type SessionAction,
} from '../../../src/services/export/sessionReport.js';
import { reportOnExchange, reportOnSignIn } from '../../../src/services/export/signInReport.js';

const dayMs = 24 * 60 * 60_000;
const refreshedAt = Date.UTC(2026, 0, 1);
const signedIn = (idle: 'active' | 'keepAlive' | 'warn' | 'over'): SessionState => ({
  kind: 'signedIn',
  refreshedAt,
  endsAt: refreshedAt + 90 * dayMs,
  idle,
});
const signedOut = (reason: SignedOutReason) => ({ kind: 'signedOut', reason, chain: '000001-ab' }) as const;

describe('What is said of the export session', () => {
  const ends: readonly (readonly [SignedOutReason, RegExp, SessionAction])[] = [
    ['never', /^You are not signed in/, 'signIn'],
    ['user', /^You are not signed in/, 'signIn'],
    ['refused', /has ended: .*used elsewhere or revoked/, 'signInAgain'],
    ['idle', /has ended: .*90 days/, 'signInAgain'],
    ['keyLost', /secret storage has lost/, 'signInAgain'],
  ];
  for (const [reason, text, action] of ends) {
    it(`when it is over (${reason}) says why and what to do`, () => {
      const report = reportOnNoToken(signedOut(reason));
      assert.match(report.text, text);
      assert.deepEqual(report.actions, [action]);
    });

    it(`${action === 'signIn' ? 'is nothing' : 'is said'} unasked when it is over (${reason})`, () => {
      const notice = noticeOf(signedOut(reason));
      assert.equal(notice?.occasion, action === 'signIn' ? undefined : 'ended 000001-ab');
    });
  }

  for (const reason of ['offline', 'noAnswer', 'provider'] as const) {
    it(`says that one stays signed in when there is trouble (${reason})`, () => {
      const trouble = { kind: 'unavailable', reason, retryAt: refreshedAt } as const;
      assert.match(reportOnNoToken(trouble).text, /You stay signed in for export/);
      assert.equal(noticeOf(trouble), undefined);
    });
  }

  it('says that the window must be reloaded', () => {
    assert.deepEqual(reportOnNoToken({ kind: 'reload' }).actions, ['reloadWindow']);
    assert.match(lineOf({ kind: 'reload' }), /reload this window/);
  });

  it('warns from the eightieth day on, once for each time it was renewed', () => {
    assert.equal(noticeOf(signedIn('active')), undefined);
    assert.equal(noticeOf(signedIn('keepAlive')), undefined);
    const notice = noticeOf(signedIn('warn'));
    assert.ok(notice);
    assert.match(notice.text, /ends on .*2026/);
    assert.deepEqual(notice.actions, ['renew']);
    assert.equal(notice.occasion, noticeOf(signedIn('over'))?.occasion);
  });

  it('is one line in a tooltip', () => {
    assert.match(lineOf(signedIn('active')), /^Export: signed in; renewed on .*2026/);
    assert.match(lineOf(signedIn('keepAlive')), /^Export: signed in; ends on .*2026/);
    assert.equal(lineOf(signedOut('user')), 'Export: not signed in');
    assert.equal(lineOf(signedOut('refused')), 'Export: the session has ended');
  });
});

describe('What is said of a sign-in that failed', () => {
  const trouble = { status: 400, error: undefined, retryAfterMs: undefined };
  for (const [exchanged, text] of [
    [{ kind: 'refused' }, /did not accept the code/],
    [{ kind: 'offline' }, /Nothing was sent/],
    [{ kind: 'noAnswer' }, /did not answer in time/],
    [{ kind: 'provider', ...trouble, error: 'invalid_client' }, /does not know this client ID/],
    [{ kind: 'provider', ...trouble, error: 'invalid_scope' }, /answered 400 \(invalid_scope\)/],
    [{ kind: 'provider', ...trouble, status: 200 }, /no refresh token.*offline_access/],
    [{ kind: 'provider', ...trouble, status: 502 }, /answered 502\./],
  ] as const) {
    it(`${JSON.stringify(exchanged)} is told`, () => {
      const report = reportOnExchange(exchanged);
      assert.match(report.text, /^You are not signed in: /);
      assert.match(report.text, text);
    });
  }

  it('tells a used token from a storage that takes nothing', () => {
    assert.match(reportOnSignIn({ kind: 'alreadyReplaced' }).text, /was already used on this computer/);
    for (const [reason, text] of [
      ['secrets', /secret storage did not accept/],
      ['storage', /full or read-only/],
    ] as const) {
      assert.match(reportOnSignIn({ kind: 'unavailable', reason, retryAt: undefined }).text, text);
    }
  });
});

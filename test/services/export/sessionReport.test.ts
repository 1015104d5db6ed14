import assert from 'node:assert/strict';
import type { SessionState, SignedOutReason } from '../../../src/services/export/accessTokenResult.js';
import {
  sessionLineText,
  sessionNotice,
  reportOnNoToken,
  type SessionAction,
} from '../../../src/services/export/sessionReport.js';
import { reportOnAuthorization, reportOnSignIn } from '../../../src/services/export/signInReport.js';

const dayMs = 24 * 60 * 60_000;
const refreshedAt = Date.UTC(2026, 0, 1);
const signedIn = (idle: 'active' | 'keepAlive' | 'warn' | 'over'): SessionState => ({
  kind: 'signedIn',
  refreshedAt,
  endsAt: refreshedAt + 90 * dayMs,
  idle,
});
const signedOut = (reason: SignedOutReason) => ({ kind: 'signedOut', reason, family: '000001-ab' }) as const;

describe('What is said of the export session', () => {
  const ends: readonly (readonly [SignedOutReason, RegExp, SessionAction])[] = [
    ['never', /^You are not signed in/, 'signIn'],
    ['user', /^You are not signed in/, 'signIn'],
    ['refused', /has ended: .*used elsewhere or revoked/, 'signInAgain'],
    ['idle', /has ended: .*90 days/, 'signInAgain'],
    ['keyLost', /secret storage has lost/, 'signInAgain'],
    ['elsewhere', /belongs to another computer/, 'signIn'],
  ];
  for (const [reason, text, action] of ends) {
    it(`when it is over (${reason}) says why and what to do`, () => {
      const report = reportOnNoToken(signedOut(reason));
      assert.match(report.text, text);
      assert.deepEqual(report.actions, [action]);
    });

    it(`${action === 'signIn' ? 'is nothing' : 'is said'} unasked when it is over (${reason})`, () => {
      const notice = sessionNotice(signedOut(reason));
      assert.equal(notice?.occasion, action === 'signIn' ? undefined : 'ended 000001-ab');
    });
  }

  for (const reason of ['offline', 'noAnswer', 'provider'] as const) {
    it(`says that one stays signed in when there is failure (${reason})`, () => {
      const failure = { kind: 'unavailable', reason, retryAt: refreshedAt } as const;
      assert.match(reportOnNoToken(failure).text, /You stay signed in for export/);
      assert.equal(sessionNotice(failure), undefined);
    });
  }

  it('says what the provider answers when it goes on refusing', () => {
    const rejected = {
      kind: 'unavailable',
      reason: 'rejected',
      retryAt: 0,
      status: 401,
      error: 'invalid_client',
    } as const;
    const report = reportOnNoToken(rejected);
    assert.match(report.text, /refuses to renew the export session \(401 invalid_client\)/);
    assert.deepEqual(report.actions, ['changeClient', 'signInAgain']);
  });

  it('says that the window must be reloaded', () => {
    assert.deepEqual(reportOnNoToken({ kind: 'reload' }).actions, ['reloadWindow']);
    assert.match(sessionLineText({ kind: 'reload' }), /reload this window/);
  });

  it('warns from the eightieth day on, once for each time it was renewed', () => {
    assert.equal(sessionNotice(signedIn('active')), undefined);
    assert.equal(sessionNotice(signedIn('keepAlive')), undefined);
    const notice = sessionNotice(signedIn('warn'));
    assert.ok(notice);
    assert.match(notice.text, /ends on .*2026/);
    assert.deepEqual(notice.actions, ['renew']);
    assert.equal(notice.occasion, sessionNotice(signedIn('over'))?.occasion);
  });

  it('is one line in a tooltip', () => {
    assert.match(sessionLineText(signedIn('active')), /^Export: signed in; renewed on .*2026/);
    assert.match(sessionLineText(signedIn('keepAlive')), /^Export: signed in; ends on .*2026/);
    assert.equal(sessionLineText(signedOut('user')), 'Export: not signed in');
    assert.equal(sessionLineText(signedOut('refused')), 'Export: the session has ended');
  });
});

describe('What is said of a sign-in that failed', () => {
  const failure = { status: 400, error: undefined, retryAfterMs: undefined };
  for (const [exchanged, text] of [
    [{ kind: 'refused' }, /did not accept the code/],
    [{ kind: 'offline' }, /Nothing was sent/],
    [{ kind: 'noAnswer' }, /did not answer in time/],
    [{ kind: 'provider', ...failure, error: 'invalid_client' }, /does not know this client ID/],
    [{ kind: 'provider', ...failure, error: 'invalid_scope' }, /answered 400 \(invalid_scope\)/],
    [{ kind: 'provider', ...failure, status: 200 }, /no refresh token.*offline_access/],
    [{ kind: 'provider', ...failure, status: 502 }, /answered 502\./],
  ] as const) {
    it(`${JSON.stringify(exchanged)} is told`, () => {
      const report = reportOnSignIn(exchanged);
      assert.match(report.text, /^You are not signed in: /);
      assert.match(report.text, text);
    });
  }

  it('tells a storage that takes nothing', () => {
    for (const [reason, text] of [
      ['secrets', /secret storage did not accept/],
      ['storage', /full or read-only/],
    ] as const) {
      assert.match(reportOnSignIn({ kind: 'unavailable', reason, retryAt: undefined }).text, text);
    }
  });

  it('leads to the client that is refused', () => {
    for (const [result, text] of [
      [{ kind: 'provider', status: 401, error: 'invalid_client' }, /client secret is wrong/],
      [
        { kind: 'provider', status: 403, error: 'unauthorized_client' },
        /does not allow this client to sign in/,
      ],
    ] as const) {
      const report = reportOnSignIn(result);
      assert.match(report.text, text);
      assert.deepEqual(report.actions, ['changeClient', 'signInAgain']);
    }
  });

  it('tells a no of the person from an error of the provider', () => {
    assert.match(reportOnAuthorization({ kind: 'denied' }).text, /was not allowed/);
    assert.match(reportOnAuthorization({ kind: 'failed', error: 'invalid_scope' }).text, /scopes/);
    assert.match(
      reportOnAuthorization({ kind: 'failed', error: 'server_error' }).text,
      /reported server_error/,
    );
    assert.match(reportOnAuthorization({ kind: 'otherProvider' }).text, /different identity provider/);
  });
});

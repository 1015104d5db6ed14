import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isBeforeSending, networkFailureOf } from '../../../src/services/network/failures.js';

const coded = (code: string): Error => Object.assign(new Error('token abc'), { code });

describe('A failure of the network', () => {
  const reasons: readonly (readonly [code: string, reason: string])[] = [
    ['ENOTFOUND', 'name not found'],
    ['EAI_AGAIN', 'name not found'],
    ['ECONNREFUSED', 'refused'],
    ['ENETUNREACH', 'unreachable'],
    ['ETIMEDOUT', 'timeout'],
    ['UND_ERR_CONNECT_TIMEOUT', 'timeout'],
    ['ECONNRESET', 'reset'],
    ['UND_ERR_SOCKET', 'reset'],
    ['UND_ERR_ABORTED', 'proxy'],
    ['UND_ERR_PRX_TLS', 'proxy'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate'],
    ['CERT_HAS_EXPIRED', 'certificate'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'encryption'],
    ['EMFILE', 'other'],
  ];
  for (const [code, reason] of reasons) {
    it(`${code} means ${reason}`, () => assert.deepEqual(networkFailureOf(coded(code)), { reason, code }));
  }

  for (const [code, syscall, expected] of [
    ['EHOSTUNREACH', 'connect', true],
    ['EHOSTUNREACH', 'read', false],
    ['EHOSTUNREACH', undefined, false],
    ['ENETDOWN', 'write', false],
    ['ECONNREFUSED', 'connect', true],
    ['ENOTFOUND', 'getaddrinfo', true],
    ['ERR_SSL_WRONG_VERSION_NUMBER', undefined, false],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', undefined, true],
  ] as const) {
    it(`${code} of ${syscall ?? 'no system call'} ${expected ? 'shows' : 'does not show'} that nothing was sent`, () =>
      assert.equal(isBeforeSending(Object.assign(coded(code), { syscall })), expected));
  }

  it('is found within the errors that wrap it', () => {
    const wrapped = new TypeError('fetch failed', {
      cause: new AggregateError([coded('ECONNREFUSED'), coded('X')]),
    });
    assert.equal(networkFailureOf(wrapped).code, 'ECONNREFUSED');
  });

  it('has a code and nothing of the message, whatever is thrown', () => {
    fc.assert(
      fc.property(fc.anything(), (thrown) => {
        assert.equal(typeof networkFailureOf(thrown).code, 'string');
        assert.deepEqual(
          networkFailureOf(new Error('Bearer abc', { cause: thrown })).code.includes('Bearer'),
          false,
        );
      }),
    );
  });
});

import type { Failure, FailureReason } from '../core/http';

const reasons: Readonly<Record<string, FailureReason>> = {
  ENOTFOUND: 'name not found',
  EAI_AGAIN: 'name not found',
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ENETDOWN: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_PRX_TLS: 'proxy',
  UND_ERR_ABORTED: 'proxy',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
};

const certificate = /CERT|SIGNATURE|^ERR_TLS_|ERR_SSL_/;

/** What an error of the network stack means. Its message is not used: it may hold a header or a proxy's password. */
export function failureOf(error: unknown): Failure {
  const code = codeOf(error);
  return { reason: reasons[code] ?? (certificate.test(code) ? 'certificate' : 'other'), code };
}

/** `fetch` and the happy-eyeballs connection wrap the error that tells. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) {
    return 'unknown';
  }
  const { code, cause, errors } = error as Error & { code?: unknown; errors?: unknown };
  if (typeof code === 'string') {
    return code;
  }
  if (cause !== undefined) {
    return codeOf(cause);
  }
  return Array.isArray(errors) && errors.length > 0 ? codeOf(errors[0]) : error.name;
}

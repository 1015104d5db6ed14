import type { Exchange, Failure, FailureReason } from '../../core/network/http';

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
  UND_ERR_PRX_CONN: 'proxy',
  UND_ERR_ABORTED: 'proxy',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
};

const ofProxies: Readonly<Record<string, FailureReason>> = {
  407: 'proxy sign-in',
  ERR_INVALID_URL: 'proxy address',
  UND_ERR_INVALID_ARG: 'proxy address',
  SOCKS: 'proxy address',
};

export class ProxyFailure extends Error {
  override readonly name = 'ProxyFailure';
  readonly code: string;

  constructor(reason: unknown) {
    super('The proxy failed.');
    this.code =
      typeof reason === 'number' || typeof reason === 'string' ? String(reason) : rootOf(reason).code;
  }
}

/** Compares the name, since each bundle has its own copy of the class, for which `instanceof` fails. */
function isOfProxy(error: unknown): error is ProxyFailure {
  return error instanceof Error && error.name === 'ProxyFailure';
}

export const cancelledBeforeSending: Exchange = { kind: 'notSent', reason: 'cancelled', code: 'cancelled' };

/** Ignores the error's message, which may contain a header or the password of a proxy. */
export function networkFailureOf(error: unknown): Failure {
  if (isOfProxy(error)) {
    return { reason: ofProxies[error.code] ?? 'proxy', code: error.code };
  }
  const { code } = rootOf(error);
  return { reason: reasonOf(code), code };
}

/**
 * True only if nothing can have been sent. Looks at the system call first, since connecting and writing can
 * fail with the same code.
 */
export function isBeforeSending(error: unknown): boolean {
  if (isOfProxy(error)) {
    return true;
  }
  const { code, syscall } = rootOf(error);
  return (
    syscall === 'connect' ||
    syscall === 'getaddrinfo' ||
    code === 'UND_ERR_CONNECT_TIMEOUT' ||
    code === 'TypeError' ||
    (syscall === undefined && ['name not found', 'certificate', 'proxy'].includes(reasonOf(code)))
  );
}

function reasonOf(code: string): FailureReason {
  const known = reasons[code];
  if (known !== undefined) {
    return known;
  }
  if (code.startsWith('ERR_SSL_')) {
    return 'encryption';
  }
  return /CERT|SIGNATURE|^ERR_TLS_/.test(code) ? 'certificate' : 'other';
}

/** Unwraps errors: `fetch` sets `cause`, and connecting to several addresses throws an `AggregateError`. */
function rootOf(error: unknown): { code: string; syscall?: unknown } {
  if (!(error instanceof Error)) {
    return { code: 'unknown' };
  }
  const { code, syscall, cause, errors } = error as Error & Record<'code' | 'syscall' | 'errors', unknown>;
  if (Array.isArray(errors) && errors.length > 0) {
    return rootOf(errors[0]);
  }
  if (typeof code === 'string') {
    return { code, syscall };
  }
  return cause === undefined ? { code: error.name } : rootOf(cause);
}

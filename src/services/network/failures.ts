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

/** A proxy could not be reached, or refused a tunnel. `code`: its HTTP status, the error's code, or `SOCKS`. */
export class ProxyFailure extends Error {
  override readonly name = 'ProxyFailure';
  readonly code: string;

  constructor(reason: unknown) {
    super('The proxy failed.');
    this.code =
      typeof reason === 'number' || typeof reason === 'string' ? String(reason) : rootOf(reason).code;
  }
}

/** Each bundle has its own copy of the class, so the name decides. */
function isOfProxy(error: unknown): error is ProxyFailure {
  return error instanceof Error && error.name === 'ProxyFailure';
}

export const cancelledBeforeSending: Exchange = { kind: 'notSent', reason: 'cancelled', code: 'cancelled' };

/** Classifies an error of the network stack. Its message is not used, since it may contain a header or a proxy's password. */
export function networkFailureOf(error: unknown): Failure {
  if (isOfProxy(error)) {
    return { reason: ofProxies[error.code] ?? 'proxy', code: error.code };
  }
  const { code } = rootOf(error);
  return { reason: reasonOf(code), code };
}

/**
 * Whether the error shows that no connection was made, or that the request was invalid. Reading and writing can fail
 * with the same code, so the system call decides.
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

/** `fetch` and connecting to several addresses wrap the original error. */
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

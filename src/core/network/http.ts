/** An HTTP request to be sent. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface HttpResponse {
  readonly status: number;
  /** The names of the headers are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The decoded body, limited to 1 MiB unless the sender allows more. */
  readonly body: string;
  /** The body exceeded the limit, or ended early. */
  readonly truncated: boolean;
}

export type FailureReason =
  | 'cancelled'
  | 'timeout'
  | 'name not found'
  | 'refused'
  | 'unreachable'
  | 'certificate'
  | 'encryption'
  | 'proxy'
  | 'proxy address'
  | 'proxy sign-in'
  | 'reset'
  | 'other';

export interface Failure {
  readonly reason: FailureReason;
  /** An error code such as ECONNREFUSED, but never text from a server or a secret. */
  readonly code: string;
}

/**
 * `notSent`: no byte of the request reached the server, so it is safe to send it again. `unanswered`: the server may
 * have acted on the request.
 */
export type Exchange =
  | { readonly kind: 'answered'; readonly response: HttpResponse }
  | ({ readonly kind: 'notSent' } & Failure)
  | ({ readonly kind: 'unanswered' } & Failure);

export interface SendOptions {
  /** The limit for the whole exchange, from connecting to the last byte of the answer. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** The largest decoded body that is read. */
  readonly mostBytes?: number | undefined;
}

/** Sends a request once, follows no redirect, and never rejects. */
export type Send = (request: HttpRequest, options: SendOptions) => Promise<Exchange>;

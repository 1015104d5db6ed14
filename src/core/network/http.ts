/** One HTTP exchange as this extension sees it: what is sent, and all that is known afterwards. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface HttpResponse {
  readonly status: number;
  /** The headers, with names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The decoded body, cut off after 1 MiB unless the sender allows more. */
  readonly body: string;
  /** The body was longer, or ended early. */
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
  | 'proxy sign-in'
  | 'reset'
  | 'other';

export interface Failure {
  readonly reason: FailureReason;
  /** An error code such as ECONNREFUSED: never text from a server, never a secret. */
  readonly code: string;
}

/**
 * `notSent`: no byte of the request reached the server, sending again is always safe.
 * `unanswered`: some of it may have; whether the server acted on it is unknown.
 */
export type Exchange =
  | { readonly kind: 'answered'; readonly response: HttpResponse }
  | ({ readonly kind: 'notSent' } & Failure)
  | ({ readonly kind: 'unanswered' } & Failure);

export interface SendOptions {
  /** The time for the whole exchange, from connecting to the last byte of the answer. */
  readonly deadlineMs: number;
  readonly signal?: AbortSignal | undefined;
  /** The longest decoded body that is read. */
  readonly mostBytes?: number | undefined;
}

/** Sends once, follows no redirect, and never rejects. */
export type Send = (request: HttpRequest, options: SendOptions) => Promise<Exchange>;

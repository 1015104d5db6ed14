export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface HttpResponse {
  readonly status: number;
  /** The names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Decompressed, and cut after `SendOptions.mostBytes`. */
  readonly body: string;
  /** The body has more than `SendOptions.mostBytes`, or the answer ended early. */
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
  /** A code such as `ECONNREFUSED`; never a text of the server or a secret, so that it can be shown to a person. */
  readonly code: string;
}

/**
 * `notSent`: no byte of the request reached the server, so sending it again is safe. `unanswered`: the server may have
 * acted on the request.
 */
export type Exchange =
  | { readonly kind: 'answered'; readonly response: HttpResponse }
  | ({ readonly kind: 'notSent' } & Failure)
  | ({ readonly kind: 'unanswered' } & Failure);

export interface SendOptions {
  /** The limit for the whole exchange, from connecting to the last byte of the answer. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** The limit for the decompressed body of the answer; 1 MiB if undefined. */
  readonly mostBytes?: number | undefined;
}

/** Sends a request once, follows no redirect, and never rejects. */
export type Send = (request: HttpRequest, options: SendOptions) => Promise<Exchange>;

/** `address`: shown as it is where it is none. */
export function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}

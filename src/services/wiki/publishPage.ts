import { isExpired, type ApiToken } from '../../core/connection/apiToken';
import type { Exchange, HttpRequest, Send } from '../../core/network/http';
import { importRequest, readImportResponse, mayHaveMadePage } from '../../core/wiki/import';
import type { Outcome } from '../../core/wiki/outcome';
import { redactExchange } from '../../core/network/redact';
import { pauseMs, retryAfterMs } from '../../core/network/retry';
import type { Target } from '../../core/wiki/target';

export interface Publication {
  readonly endpoint: string;
  readonly token: ApiToken;
  readonly target: Target;
  readonly content: string;
  /** An earlier publish of the page had no clear answer, so the page may be in the wiki. */
  readonly mayHaveArrived: boolean;
  /** The records have the page as published, so a 400 without `overwrite` means that it exists. */
  readonly pageExists?: boolean | undefined;
}

export type SendProgress =
  | { readonly kind: 'sending'; readonly send: number }
  | {
      readonly kind: 'pausing';
      readonly status: number;
      readonly pauseMs: number;
      readonly nextSend: number;
    };

export interface PublishPageDependencies {
  readonly send: Send;
  readonly now: () => number;
  /** Resolves after the time, or at once when the signal aborts. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly log: (request: HttpRequest, exchange: Exchange) => void;
}

/** The deadline is long, since the contract (8) limits neither the size of a page nor the time to answer. */
const deadlineMs = 90_000;

/** Sends the page up to three times, as long as failures are temporary (contract 7). Never rejects. */
export async function publishPage(
  { send, now, pause, log }: PublishPageDependencies,
  publication: Publication,
  progress: (progress: SendProgress) => void,
  signal: AbortSignal,
): Promise<Outcome> {
  const { endpoint, token, target, content, pageExists } = publication;
  const request = importRequest(endpoint, token.secret, target, content);
  let { mayHaveArrived } = publication;
  for (let sends = 1; ; sends++) {
    progress({ kind: 'sending', send: sends });
    const exchange = redactExchange(
      await send(request, { timeoutMs: deadlineMs, signal }),
      token.secret.reveal(),
    );
    log(request, exchange);
    if (exchange.kind === 'notSent') {
      return { ...exchange, mayHaveArrived };
    }
    if (exchange.kind === 'unanswered') {
      return exchange;
    }
    const { response } = exchange;
    const answer = readImportResponse(response, { overwrite: target.overwrite, pageExists });
    const wait =
      answer.meaning === 'temporary' ? retryAfterMs(response.headers['retry-after'], now()) : undefined;
    const answered = { kind: 'answered', answer, date: response.headers.date, retryAfterMs: wait } as const;
    mayHaveArrived ||= mayHaveMadePage(answer);
    const waitMs = answer.meaning === 'temporary' ? pauseMs(sends, wait) : undefined;
    if (waitMs === undefined) {
      return { ...answered, mayHaveArrived, cancelled: false };
    }
    progress({ kind: 'pausing', status: answer.status, pauseMs: waitMs, nextSend: sends + 1 });
    await pause(waitMs, signal);
    // The token may have expired during the pause; an expired one is never sent.
    if (signal.aborted || isExpired(token, now())) {
      return { ...answered, mayHaveArrived, cancelled: signal.aborted };
    }
  }
}

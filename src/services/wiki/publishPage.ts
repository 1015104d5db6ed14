import { isExpired, type ApiToken } from '../../core/connection/apiToken';
import type { Exchange, HttpRequest, Send } from '../../core/network/http';
import { importRequest, readImportResponse, mayHaveMadePage } from '../../core/wiki/import';
import type { Outcome } from '../../core/wiki/outcome';
import { redactExchange } from '../../core/network/redact';
import { pauseMs } from '../../core/network/retry';
import type { Target } from '../../core/wiki/target';

export interface Publication {
  readonly endpoint: string;
  readonly token: ApiToken;
  readonly target: Target;
  readonly content: string;
  /** An earlier publish of this page had no answer. */
  readonly mayHaveArrived: boolean;
  /** A record of the page exists. */
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

/** The service may take 55 s to answer, and sending a large page takes time too. */
const deadlineMs = 90_000;

/** Publishes one page. After a temporary failure it is sent again, three times in all (contract 7). Never rejects. */
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
    const answered = { kind: 'answered', answer, date: response.headers.date } as const;
    mayHaveArrived ||= mayHaveMadePage(answer);
    const waitMs =
      answer.meaning === 'temporary' ? pauseMs(sends, response.headers['retry-after'], now()) : undefined;
    if (waitMs === undefined) {
      return { ...answered, mayHaveArrived, cancelled: false };
    }
    progress({ kind: 'pausing', status: answer.status, pauseMs: waitMs, nextSend: sends + 1 });
    await pause(waitMs, signal);
    // An expired token is never sent.
    if (signal.aborted || isExpired(token, now())) {
      return { ...answered, mayHaveArrived, cancelled: signal.aborted };
    }
  }
}

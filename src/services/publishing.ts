import type { ApiToken } from '../core/apiToken';
import type { Exchange, HttpRequest, Send } from '../core/http';
import { importRequest, judgeImport } from '../core/import';
import type { Outcome } from '../core/outcome';
import { pauseMs } from '../core/retry';
import type { Target } from '../core/target';

export interface Publication {
  readonly endpoint: string;
  readonly token: ApiToken;
  readonly target: Target;
  readonly content: string;
  /** An earlier publish of this page had no answer. */
  readonly mayHaveArrived: boolean;
}

/** What happens while a page is being published. */
export type Progress =
  | { readonly kind: 'sending'; readonly send: number }
  | {
      readonly kind: 'pausing';
      readonly status: number;
      readonly pauseMs: number;
      readonly nextSend: number;
    };

export interface PublishingDependencies {
  readonly send: Send;
  readonly now: () => number;
  /** Resolves after the time, or at once when the signal ends it. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly log: (request: HttpRequest, exchange: Exchange) => void;
}

/** The service may take 55 s to answer; a large page takes a while to send. */
const deadlineMs = 90_000;

/** Publishes one page. A temporary failure is sent again, three sends in all (contract 7, 500). Never rejects. */
export async function publish(
  { send, now, pause, log }: PublishingDependencies,
  publication: Publication,
  progress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<Outcome> {
  const { endpoint, token, target, content } = publication;
  const request = importRequest(endpoint, token.secret, target, content);
  let { mayHaveArrived } = publication;
  for (let sends = 1; ; sends++) {
    progress({ kind: 'sending', send: sends });
    const exchange = await send(request, { deadlineMs, signal });
    log(request, exchange);
    if (exchange.kind === 'notSent') {
      return { ...exchange, mayHaveArrived };
    }
    if (exchange.kind === 'unanswered') {
      return exchange;
    }
    const { response } = exchange;
    const answer = judgeImport(response, target.overwrite);
    const answered = { kind: 'answered', answer, date: response.headers.date } as const;
    if (answer.meaning !== 'temporary') {
      return { ...answered, mayHaveArrived, cancelled: false };
    }
    mayHaveArrived ||= answer.status !== 429;
    const waitMs = pauseMs(sends, response.headers['retry-after'], now());
    if (waitMs === undefined) {
      return { ...answered, mayHaveArrived, cancelled: false };
    }
    progress({ kind: 'pausing', status: answer.status, pauseMs: waitMs, nextSend: sends + 1 });
    await pause(waitMs, signal);
    if (signal.aborted) {
      return { ...answered, mayHaveArrived, cancelled: true };
    }
  }
}

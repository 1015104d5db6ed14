import type { Lifetime } from '../connection/apiToken';
import type { Failure } from '../network/http';
import type { DeadLinkCounts } from './deadLinkCounts';
import { isTokenRefusal, type ImportAnswer } from './import';
import type { Target, TitleScope } from './target';
import type { NamesOfPlace, NotFoundCause } from './notFoundCause';

/** What is known after publishing one page. */
export type Outcome =
  | {
      readonly kind: 'answered';
      readonly answer: ImportAnswer;
      /** The answer's `Date` header. */
      readonly date?: string | undefined;
      readonly mayHaveArrived: boolean;
      /** The person ended the pause before the next send. */
      readonly cancelled: boolean;
      /** What lookups found out about a 404. */
      readonly whyNotFound?: NotFoundCause | undefined;
    }
  /** `mayHaveArrived`: an earlier send, which was answered with 5xx or not at all, may have made the page. */
  | ({ readonly kind: 'notSent'; readonly mayHaveArrived: boolean } & Failure)
  | ({ readonly kind: 'unanswered' } & Failure);

export type AnsweredOutcome = Extract<Outcome, { kind: 'answered' }>;

/** Whether the wiki confirmed the page. */
export function isAccepted(outcome: Outcome): outcome is AnsweredOutcome {
  return outcome.kind === 'answered' && outcome.answer.meaning === 'published';
}

/** Returns when the wiki answered, by its own clock; undefined where it does not say. */
export function answeredAt(outcome: Outcome): number | undefined {
  const at = outcome.kind === 'answered' ? Date.parse(outcome.date ?? '') : NaN;
  return Number.isNaN(at) ? undefined : at;
}

/** `unknown`: the page was sent, but no answer tells whether it arrived. */
export type OutcomeKind = 'published' | 'failed' | 'unknown' | 'not sent';

export function outcomeKind(outcome: Outcome): OutcomeKind {
  switch (outcome.kind) {
    case 'unanswered':
      return 'unknown';
    case 'notSent':
      return outcome.mayHaveArrived ? 'unknown' : 'not sent';
    case 'answered':
      if (outcome.answer.meaning === 'published') {
        return 'published';
      }
      return outcome.mayHaveArrived ? 'unknown' : 'failed';
  }
}

/** Whether the wiki refused the token; undefined if the outcome does not tell. */
export function isTokenRefused(outcome: Outcome): boolean | undefined {
  const isRefused = outcome.kind === 'answered' && isTokenRefusal(outcome.answer.meaning);
  return isRefused || (isAccepted(outcome) ? false : undefined);
}

export interface OutcomeContext {
  readonly target: Target;
  readonly token: Lifetime;
  readonly host: string;
  readonly now: number;
  /** What of the page does not work in the wiki. */
  readonly deadLinks?: DeadLinkCounts | undefined;
  readonly titleScope?: TitleScope | undefined;
  readonly names?: NamesOfPlace | undefined;
}

import type { Lifetime } from '../connection/apiToken';
import type { Failure } from '../network/http';
import type { PageWarnings } from './pageWarnings';
import { needsNewToken, type ImportAnswer } from './import';
import type { Target, TitleScope } from './target';
import type { NamesOfPlace, NotFoundCause } from './notFoundCause';

/** What came of publishing one page, which is sent up to three times. */
export type Outcome =
  | {
      readonly kind: 'answered';
      readonly answer: ImportAnswer;
      /** The answer’s `Date` header. */
      readonly date?: string | undefined;
      /** How long the wiki asks to wait, where it does. */
      readonly retryAfterMs?: number | undefined;
      /** A send without a clear answer, this or an earlier one, may have made the page. */
      readonly mayHaveArrived: boolean;
      /** The person, or a run that stopped, cancelled the pause before the next send. */
      readonly cancelled: boolean;
      readonly whyNotFound?: NotFoundCause | undefined;
    }
  /** `mayHaveArrived`: an earlier send may have made the page. */
  | ({ readonly kind: 'notSent'; readonly mayHaveArrived: boolean } & Failure)
  | ({ readonly kind: 'unanswered' } & Failure);

export type AnsweredOutcome = Extract<Outcome, { kind: 'answered' }>;

export function isAccepted(outcome: Outcome): outcome is AnsweredOutcome {
  return outcome.kind === 'answered' && outcome.answer.meaning === 'published';
}

/** When the wiki answered, by its own clock (the answer’s `Date` header). */
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

/** Undefined if the outcome tells nothing about the token. */
export function isTokenRefused(outcome: Outcome): boolean | undefined {
  const isRefused = outcome.kind === 'answered' && needsNewToken(outcome.answer.meaning);
  return isRefused || (isAccepted(outcome) ? false : undefined);
}

export interface OutcomeContext {
  readonly target: Target;
  readonly token: Lifetime;
  readonly host: string;
  readonly now: number;
  readonly warnings?: PageWarnings | undefined;
  /** `page`: its address is known, or can be looked up. `parent`: only that of its parent page is known. */
  readonly openable?: 'page' | 'parent' | undefined;
  /** Whether a platform token is stored for the wiki; undefined where that is not asked. */
  readonly canLookUp?: boolean | undefined;
  /** The document is in a repository with a remote, so that somebody else may have published its page. */
  readonly isShared?: boolean | undefined;
  readonly titleScope?: TitleScope | undefined;
  readonly names?: NamesOfPlace | undefined;
  /** Undefined where there is only one connection. */
  readonly connectionName?: string | undefined;
  /** Whether the text that was sent is not saved to its file. */
  readonly isUnsaved?: boolean | undefined;
}

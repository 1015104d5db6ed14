import type { Lifetime } from '../connection/apiToken';
import type { Failure } from '../network/http';
import type { ImportAnswer } from './import';
import type { Target } from './target';

/** All that is known after publishing one page. */
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
      readonly whyNotFound?: string | undefined;
    }
  /** `mayHaveArrived`: an earlier send may have made the page: one with no answer, or one answered 5xx. */
  | ({ readonly kind: 'notSent'; readonly mayHaveArrived: boolean } & Failure)
  | ({ readonly kind: 'unanswered' } & Failure);

export type Answered = Extract<Outcome, { kind: 'answered' }>;

export interface OutcomeContext {
  readonly target: Target;
  readonly token: Lifetime;
  /** The host of the endpoint. */
  readonly host: string;
  readonly now: number;
  /** There is an address that the page, or the one above it, can be opened at. */
  readonly canOpen?: boolean | undefined;
}

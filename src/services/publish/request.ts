import type { Decision } from '../../core/publish/decide';
import type { PublishAnswers } from '../../core/publish/precedence';
import type { KnownProblems } from '../../core/publish/stopReport';
import type { Target } from '../../core/wiki/target';
import type { PromptScope } from './host';

/** A way of publishing one document. */
export interface Policy {
  /**
   * What a person is shown before a page is sent, unless the file itself names the place. `never`, for a save: only files
   * with `publishOnSave` are sent, an unchanged page is skipped silently, and of several waiting publishes only the newest is
   * sent. Otherwise a second publish is refused.
   */
  readonly ask: Exclude<PromptScope, 'connection' | 'place'> | 'never';
}

export const policies = {
  publish: { ask: 'plan' },
  publishAgain: { ask: 'questions' },
  save: { ask: 'never' },
} as const satisfies Record<string, Policy>;

/** A publish of one document. Each button of a report continues with another request. */
export interface PublishRequest {
  readonly uri: string;
  readonly policy: Policy;
  /** Is sent instead of the document's current text. */
  readonly text?: string | undefined;
  /** What the person chose, without what was only decided. */
  readonly chosen?: PublishAnswers | undefined;
  /** The destination that the person saw; another one is shown before the page is sent. */
  readonly confirmed?: Confirmed | undefined;
  /** The problems that the person knows of and publishes with. */
  readonly knownProblems?: KnownProblems | undefined;
  readonly evenUnchanged?: boolean | undefined;
  /** The person wants the draft to be published. */
  readonly evenDraft?: boolean | undefined;
  /** The person only looks at something: if the change in the wiki is still there, it is reported again, and nothing is sent. */
  readonly isOnlyLooking?: boolean | undefined;
}

export type ConfirmedTarget = Target & { readonly endpoint: string };

/** `others`: the sends to it from elsewhere that were known then (`Decision.others`). */
export type Confirmed = ConfirmedTarget & Pick<Decision, 'others'>;

export interface ConfirmedRequest extends PublishRequest {
  readonly confirmed: Confirmed;
}

/** Returns the request that goes on after an answer or a report: the person's choices are kept, and the rest is decided again. */
export function nextRequest(
  { uri, chosen, knownProblems, evenDraft }: PublishRequest,
  confirmed: Confirmed,
): ConfirmedRequest {
  return {
    uri,
    policy: policies.publishAgain,
    chosen,
    knownProblems,
    evenDraft,
    confirmed,
    evenUnchanged: true,
  };
}

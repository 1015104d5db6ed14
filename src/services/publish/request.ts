import type { Decision } from '../../core/publish/decide';
import type { PublishAnswers } from '../../core/publish/precedence';
import type { AcceptedProblems } from '../../core/publish/stopReport';
import type { Target } from '../../core/wiki/target';
import type { PromptScope } from './host';

/** A way of publishing one document. */
export interface Policy {
  /**
   * What a person is shown before a page is sent, unless the file names the place. `never` is for a save: it
   * sends only files with `publishOnSave` that changed, and of waiting publishes the newest. With any other
   * value, a second publish at the same time is refused.
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
  readonly confirmed?: ConfirmedDestination | undefined;
  /** The problems that the person knows of and publishes with. */
  readonly acceptedProblems?: AcceptedProblems | undefined;
  readonly publishUnchanged?: boolean | undefined;
  /** The person wants the draft to be published. */
  readonly publishDraft?: boolean | undefined;
  /** The person only looks at something: if the change in the wiki is still there, it is reported again, and nothing is sent. */
  readonly isOnlyLooking?: boolean | undefined;
}

export type ConfirmedTarget = Target & { readonly endpoint: string };

/** `otherSendKeys`: the sends of others to it that were known then. */
export type ConfirmedDestination = ConfirmedTarget & Pick<Decision, 'otherSendKeys'>;

export interface ConfirmedRequest extends PublishRequest {
  readonly confirmed: ConfirmedDestination;
}

/** Returns the next request after an answer or a report. Answers are kept, and the rest is decided again. */
export function nextRequest(
  { uri, chosen, acceptedProblems, publishDraft }: PublishRequest,
  confirmed: ConfirmedDestination,
): ConfirmedRequest {
  return {
    uri,
    policy: policies.publishAgain,
    chosen,
    acceptedProblems,
    publishDraft,
    confirmed,
    publishUnchanged: true,
  };
}

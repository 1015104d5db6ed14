import type { Answers } from '../../core/publish/answers';
import type { Target } from '../../core/wiki/target';
import type { PromptScope } from './host';

export interface Policy {
  /**
   * What a person is asked in the first round, before a page is sent. `never` is for saves: a file is sent only if it
   * has `publishOnSave` and nobody has to be asked.
   */
  readonly ask: Extract<PromptScope, 'plan' | 'questions'> | 'never';
}

export const policies = {
  publish: { ask: 'plan' },
  publishAgain: { ask: 'questions' },
  save: { ask: 'never' },
} as const satisfies Record<string, Policy>;

export interface PublishRequest {
  readonly uri: string;
  readonly policy: Policy;
  /** What the person changes first. */
  readonly from?: Extract<PromptScope, 'destination' | 'title'> | undefined;
  /** Sent instead of the document’s current text: on a save, the text on the disk. */
  readonly text?: string | undefined;
  /** Only what the person said; everything else is decided anew each time the document is read. */
  readonly answers?: Answers | undefined;
  /** The destination that the person saw. If another one is decided, it is shown before anything is sent; if it is unchanged, it is sent. */
  readonly confirmed?: ConfirmedTarget | undefined;
  /** The person has only opened the page in the wiki: if its change is still there, it is reported again, and nothing is sent. */
  readonly isOnlyLooking?: boolean | undefined;
}

export type ConfirmedTarget = Target & { readonly endpoint: string };

export interface ConfirmedRequest extends PublishRequest {
  readonly confirmed: ConfirmedTarget;
}

/** Keeps the policy and the person’s answers but no text: the document is read and decided again. */
export function nextRequest(
  { uri, policy, answers }: PublishRequest,
  confirmed: ConfirmedTarget,
): ConfirmedRequest {
  return { uri, policy, answers, confirmed };
}

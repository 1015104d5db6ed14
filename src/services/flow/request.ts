import type { Destination } from '../../core/publish/destination';
import type { Chosen } from '../../core/publish/precedence';
import type { KnownProblems } from '../../core/publish/stopReport';
import type { Target } from '../../core/wiki/target';
import type { Show } from './host';

/** A way of publishing one document. */
export interface Policy {
  /**
   * What a person is shown before a page is sent, unless the file itself says where it goes. `never`: what is unchanged is
   * left out without a word, and of several publishes that wait for one another the newest goes; else a second one is refused.
   */
  readonly ask: Exclude<Show, 'connection' | 'place'> | 'never';
}

export const policies = {
  publish: { ask: 'plan' },
  publishAgain: { ask: 'questions' },
  save: { ask: 'never' },
} as const satisfies Record<string, Policy>;

/** A publish of one document. A button of a report is the request that it goes on with. */
export interface Request {
  readonly uri: string;
  readonly policy: Policy;
  /** Sent in place of the text that the document has when the request begins. */
  readonly text?: string | undefined;
  /** What the person chose, and nothing that was only decided. */
  readonly chosen?: Chosen | undefined;
  /** The destination that the person saw: another one is shown to them before the page is sent. */
  readonly confirmed?: Place | undefined;
  /** The problems that the person publishes it with. */
  readonly knownProblems?: KnownProblems | undefined;
  readonly evenUnchanged?: boolean | undefined;
  /** The person looked at something: what needs no answer any more is left to them. */
  readonly isDetour?: boolean | undefined;
}

export type Place = Target & { readonly endpoint: string };

/** The same once more: what the person chose stays chosen, and the rest is decided anew. */
export function again(
  { uri, chosen, knownProblems }: Request,
  { endpoint, target }: Pick<Destination, 'endpoint' | 'target'>,
): Request {
  const confirmed = { endpoint, ...target };
  return { uri, policy: policies.publishAgain, chosen, knownProblems, confirmed, evenUnchanged: true };
}

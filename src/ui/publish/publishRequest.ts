import type { Connection } from '../../core/connection/connection';
import type { Target } from '../../core/wiki/target';

/** A page's way to one place. */
export interface Job {
  readonly connection: Connection;
  readonly target: Target;
  readonly suggestedTitle: string;
}

/** How a publish starts: by asking for what is not known, at a step of the prompts, or with everything decided. */
export type Start =
  /** `again`: no question when the target is known. */
  | { readonly kind: 'ask'; readonly again?: boolean }
  | { readonly kind: 'change'; readonly from: 'space' | 'title'; readonly job: Job }
  | { readonly kind: 'send'; readonly job: Job };

/** What the person was told, and wants to publish all the same. */
export interface Anyway {
  readonly problems?: boolean;
  readonly unchanged?: boolean;
  /** On save: what needs no answer is told in the status bar. */
  readonly quiet?: boolean;
}

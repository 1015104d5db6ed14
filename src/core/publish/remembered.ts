import type { Outcome } from '../wiki/outcome';
import { readTarget, samePage, type Target } from '../wiki/target';

/** A page's target, and the title that the text suggested for it: one that differs was chosen by the person. */
export interface Choice {
  readonly endpoint: string;
  readonly target: Target;
  readonly suggestedTitle: string;
}

/** What is remembered of publishing one file. */
export interface Remembered extends Choice {
  /** `published`: the page is this file's. `unknown`: a send had no answer that tells. */
  readonly standing: 'unsent' | 'unknown' | 'published';
}

/** Reads what was stored, maybe by another version. */
export function readRemembered(stored: unknown): Remembered | undefined {
  const { endpoint, target, suggestedTitle, standing } = (stored ?? {}) as Record<keyof Remembered, unknown>;
  const read = readTarget(target);
  return typeof endpoint === 'string' && read !== undefined
    ? {
        endpoint,
        target: read,
        suggestedTitle: typeof suggestedTitle === 'string' ? suggestedTitle : read.title,
        standing: standing === 'published' || standing === 'unknown' ? standing : 'unsent',
      }
    : undefined;
}

/** Where the file goes now. A page that is the file's own is updated; one of another title is never overwritten unasked. */
export function targetNow({ target, suggestedTitle, standing }: Remembered, title: string): Target {
  const renamed = target.title === suggestedTitle && title !== suggestedTitle;
  return renamed
    ? { ...target, title, overwrite: false }
    : { ...target, overwrite: target.overwrite || standing === 'published' };
}

/** Stored before a send, so that one with no answer is known even after a crash. */
export function beforeSending(choice: Choice, before: Remembered | undefined): Remembered {
  const published = sameChoice(choice, before) && before?.standing === 'published';
  return { ...choice, standing: published ? 'published' : 'unknown' };
}

export function afterSending(sending: Remembered, outcome: Outcome): Remembered {
  if (outcome.kind === 'answered' && outcome.answer.meaning === 'published') {
    return { ...sending, standing: 'published' };
  }
  const known = outcome.kind !== 'unanswered' && !outcome.mayHaveArrived;
  return known && sending.standing === 'unknown' ? { ...sending, standing: 'unsent' } : sending;
}

/** An earlier send of the same page had no answer that tells. */
export function mayHaveArrived(choice: Choice, before: Remembered | undefined): boolean {
  return sameChoice(choice, before) && before?.standing === 'unknown';
}

function sameChoice(choice: Choice, before: Remembered | undefined): boolean {
  return before?.endpoint === choice.endpoint && samePage(before.target, choice.target);
}

import * as l10n from '@vscode/l10n';
import type { DeadLinkCounts } from '../wiki/deadLinkCounts';
import { sentences } from '../text/sentences';
import {
  isAccepted,
  outcomeKind,
  type Outcome,
  type OutcomeContext,
  type OutcomeKind,
} from '../wiki/outcome';
import { reportOnOutcome } from '../wiki/outcomeReport';
import { plainLine } from '../text/plainLine';

export interface FileOutcome {
  readonly kind: OutcomeKind;
  readonly message: string;
  /** A page of the title existed already. */
  readonly exists?: boolean;
  /** The page has to be sent again: its links to new pages have no address yet. */
  readonly hasOpenLinks?: boolean | undefined;
  /** What of the published page does not work in the wiki. */
  readonly deadLinks?: DeadLinkCounts | undefined;
}

export function fileOutcomeOf(outcome: Outcome, context: OutcomeContext): FileOutcome {
  return {
    kind: outcomeKind(outcome),
    message: messageOf(outcome, context),
    exists: outcome.kind === 'answered' && outcome.answer.meaning === 'already exists',
    ...(isAccepted(outcome) && { deadLinks: context.deadLinks }),
  };
}

/** Returns the wiki's message about a published page; other outcomes are in the report. */
function messageOf(outcome: Outcome, context: OutcomeContext): string {
  return isAccepted(outcome)
    ? plainLine(outcome.answer.message ?? '')
    : reportOnOutcome(outcome, context).text;
}

export function notSentOutcome(message: string, mayHaveArrived = false): FileOutcome {
  return { kind: mayHaveArrived ? 'unknown' : 'not sent', message };
}

/** Returns the outcome of a page that already is what would be sent. */
export function alreadyPublishedOutcome(): FileOutcome {
  const message = l10n.t('It was already published as it is now.');
  return { kind: 'published', message };
}

/** `message`: what kept the page from being sent again. */
export function openLinksOutcome(message: string): FileOutcome {
  const text = l10n.t('The page was published, but its links to new pages lead nowhere yet.');
  return { kind: 'published', message: sentences(text, message), hasOpenLinks: true };
}

export function isPublished(
  state: FileOutcome | string | undefined,
): state is FileOutcome & { readonly kind: 'published' } {
  return typeof state === 'object' && state.kind === 'published';
}

/** The page is published, and does not have to be sent again. */
export function isDone(state: FileOutcome | string | undefined): boolean {
  return isPublished(state) && !hasOpenLinks(state);
}

export function hasOpenLinks(state: FileOutcome | string | undefined): boolean {
  return typeof state === 'object' && state.hasOpenLinks === true;
}

/** The wiki was not reached, or gave no usable answer. */
export function isServiceFault(outcome: Outcome): boolean {
  return outcome.kind === 'answered'
    ? !outcome.cancelled &&
        outcome.answer.meaning !== 'too large' &&
        (outcome.answer.meaning === 'temporary' || outcome.answer.message === undefined)
    : outcome.reason !== 'cancelled';
}

import * as l10n from '@vscode/l10n';
import type { PageWarnings } from '../wiki/pageWarnings';
import { sentences } from '../text/sentences';
import {
  isAccepted,
  outcomeKind,
  type Outcome,
  type OutcomeContext,
  type OutcomeKind,
} from '../wiki/outcome';
import { outcomeText, ownOutcomeText } from '../wiki/outcomeReport';
import { plainLine } from '../text/plainLine';

export interface FileOutcome {
  readonly kind: OutcomeKind;
  readonly message: string;
  /** The message without the wiki’s own sentence, where ours says the same; undefined where `message` says nothing twice. */
  readonly ours?: string | undefined;
  /** The wiki refused to create the page, since one with this title exists. */
  readonly alreadyExists?: boolean;
  /** The page links to new pages whose addresses were not known when it was sent, so it has to be sent again. */
  readonly hasOpenLinks?: boolean | undefined;
  readonly warnings?: PageWarnings | undefined;
}

export function fileOutcomeOf(outcome: Outcome, context: OutcomeContext): FileOutcome {
  return {
    kind: outcomeKind(outcome),
    message: messageOf(outcome, context),
    ours: ownOutcomeText(outcome, context),
    alreadyExists: outcome.kind === 'answered' && outcome.answer.meaning === 'already exists',
    ...(isAccepted(outcome) && { warnings: context.warnings }),
  };
}

function messageOf(outcome: Outcome, context: OutcomeContext): string {
  return isAccepted(outcome) ? plainLine(outcome.answer.message ?? '') : outcomeText(outcome, context);
}

export function notSentOutcome(message: string, mayHaveArrived = false): FileOutcome {
  return { kind: mayHaveArrived ? 'unknown' : 'not sent', message };
}

export function alreadyPublishedOutcome(): FileOutcome {
  const message = l10n.t('It was already published as it is now.');
  return { kind: 'published', message };
}

/** `message` tells why the second send failed or was not made. */
export function openLinksOutcome(message: string): FileOutcome {
  const text = l10n.t('The page was published, but its links to new pages lead nowhere yet.');
  return { kind: 'published', message: sentences(text, message), hasOpenLinks: true };
}

export function isPublished(
  state: FileOutcome | string | undefined,
): state is FileOutcome & { readonly kind: 'published' } {
  return typeof state === 'object' && state.kind === 'published';
}

/** Unlike `isPublished`, false if the second send, for links to new pages, failed or was not made. */
export function isFullyPublished(state: FileOutcome | string | undefined): boolean {
  return isPublished(state) && !hasOpenLinks(state);
}

export function hasOpenLinks(state: FileOutcome | string | undefined): boolean {
  return typeof state === 'object' && state.hasOpenLinks === true;
}

/** True without an answer, for one such as 429, and for one without the JSON of contract 2.2; not for 413 or a cancel. */
export function isServiceFault(outcome: Outcome): boolean {
  return outcome.kind === 'answered'
    ? !outcome.cancelled &&
        outcome.answer.meaning !== 'too large' &&
        (outcome.answer.meaning === 'temporary' || outcome.answer.message === undefined)
    : outcome.reason !== 'cancelled';
}

export type FileState = 'waiting' | 'sending' | FileOutcome;

export function stateKind(state: FileState): 'waiting' | 'sending' | FileOutcome['kind'] {
  return typeof state === 'string' ? state : state.kind;
}

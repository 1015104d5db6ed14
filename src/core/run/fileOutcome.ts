import * as l10n from '@vscode/l10n';
import { sentences } from '../wiki/failureText';
import { isTaken, type Outcome, type OutcomeContext } from '../wiki/outcome';
import { reportOn } from '../wiki/outcomeReport';
import { plain } from '../text/plain';

/** What came of one file of a run. */
export interface FileOutcome {
  /** `unknown`: the page was sent, and no answer tells whether it arrived. */
  readonly kind: 'published' | 'failed' | 'unknown' | 'not sent';
  /** Sentences for the person. */
  readonly message: string;
  /** A page of the title was there already. */
  readonly exists: boolean;
  /** A send of it may have made the page. */
  readonly mayHaveArrived: boolean;
  /** It was published, and has to be sent once more: its links to new pages lead nowhere yet. */
  readonly hasOpenLinks?: boolean;
}

const kinds: readonly FileOutcome['kind'][] = ['published', 'failed', 'unknown', 'not sent'];

export function fileOutcomeOf(outcome: Outcome, context: OutcomeContext): FileOutcome {
  return {
    kind: outcomeKind(outcome),
    message: messageOf(outcome, context),
    exists: outcome.kind === 'answered' && outcome.answer.meaning === 'already exists',
    mayHaveArrived: outcome.kind === 'unanswered' || outcome.mayHaveArrived,
  };
}

/** The wiki’s own words on a page that was published; the rest of the report stands beside them. */
function messageOf(outcome: Outcome, context: OutcomeContext): string {
  return isTaken(outcome) ? plain(outcome.answer.message ?? '') : reportOn(outcome, context).text;
}

export function notSent(message: string, mayHaveArrived = false): FileOutcome {
  return { kind: mayHaveArrived ? 'unknown' : 'not sent', message, exists: false, mayHaveArrived };
}

/** `message`: what kept it from being sent once more. */
export function withOpenLinks(message = ''): FileOutcome {
  const text = l10n.t('The page was published, but its links to new pages lead nowhere yet.');
  return {
    kind: 'published',
    message: sentences(text, message),
    exists: false,
    mayHaveArrived: false,
    hasOpenLinks: true,
  };
}

/** Reads what was stored, maybe by another version. */
export function readFileOutcome(stored: unknown): FileOutcome | undefined {
  const { kind, message, exists, mayHaveArrived, hasOpenLinks } = (stored ?? {}) as Record<
    keyof FileOutcome,
    unknown
  >;
  const known = kinds.find((each) => each === kind);
  return known === undefined
    ? undefined
    : {
        kind: known,
        message: typeof message === 'string' ? message : '',
        exists: exists === true,
        mayHaveArrived: mayHaveArrived === true,
        ...(hasOpenLinks === true && { hasOpenLinks }),
      };
}

export function outcomeKind(outcome: Outcome): FileOutcome['kind'] {
  switch (outcome.kind) {
    case 'unanswered':
      return 'unknown';
    case 'notSent':
      return outcome.mayHaveArrived ? 'unknown' : 'not sent';
    case 'answered':
      switch (outcome.answer.meaning) {
        case 'published':
          return 'published';
        case 'temporary':
        case 'unexpected':
          return outcome.mayHaveArrived ? 'unknown' : 'failed';
        default:
          return 'failed';
      }
  }
}

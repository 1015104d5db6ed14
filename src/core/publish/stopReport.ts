import * as l10n from '@vscode/l10n';
import {
  blockingProblems,
  messageWithLine,
  type Problem,
  type ProblemKind,
  type Severity,
} from '../page/problem';
import { quoteTitle } from '../text/plainLine';
import type { Report } from '../text/report';
import { sentences } from '../text/sentences';
import type { Target } from '../wiki/target';

export type StopAction = 'reopenWithEncoding' | 'showProblems' | 'publishAnyway';

interface Checked {
  readonly text: string;
  readonly problems: readonly Problem[];
  readonly severities: Readonly<Record<ProblemKind, Severity>>;
}

/** Keys of the problems with which the person agreed to publish; any other problem still stops the publish. */
export type AcceptedProblems = ReadonlySet<string>;

export function blockingProblemKeys({ text, problems, severities }: Checked): ReadonlySet<string> {
  return new Set(blockingProblems(problems, severities).map((problem) => keyOf(problem, text)));
}

export function stopReport(
  { text, problems, severities }: Checked,
  known: AcceptedProblems = new Set(),
): Report<StopAction> | undefined {
  const errors = blockingProblems(problems, severities).filter(
    (problem) => problem.isFatal === true || !known.has(keyOf(problem, text)),
  );
  const final = errors.find((problem) => problem.isFatal === true);
  const first = final ?? errors[0];
  if (first === undefined) {
    return undefined;
  }
  const others = errors.length - 1;
  const more =
    others === 0
      ? ''
      : others === 1
        ? l10n.t('There is one more problem.')
        : l10n.t('There are {0} more problems.', others);
  // A fatal problem stops a publish even where the settings hide it. That of a whole document leads nowhere in it.
  const isSomewhere = first.kind !== 'emptyBody' && first.kind !== 'size';
  const isShown = severities[first.kind] !== 'off' && (others > 0 || isSomewhere);
  return {
    severity: 'error',
    text: sentences(messageWithLine(first, text), more, l10n.t('Nothing was sent.')),
    actions: [
      ...(first.kind === 'encoding' ? (['reopenWithEncoding'] as const) : []),
      ...(isShown ? (['showProblems'] as const) : []),
      ...(final === undefined ? (['publishAnyway'] as const) : []),
    ],
  };
}

export function unchangedText({ title }: Target): string {
  return l10n.t('Nothing has changed since {0} was published. Nothing was sent.', quoteTitle(title));
}

/** Has the text that the problem is about, but no position: after edits elsewhere, the person is not asked again. */
function keyOf({ kind, message, start, end }: Problem, text: string): string {
  return JSON.stringify([kind, message, text.slice(start, end)]);
}

import * as l10n from '@vscode/l10n';
import { sentences } from '../../core/wiki/failureText';
import type { Report } from '../../core/text/report';
import type { Action } from '../../core/wiki/outcomeReport';
import { quote } from '../../core/text/plain';
import { blockingProblems, type Problem, type ProblemKind, type Severity } from '../../core/page/problem';
import type { Target } from '../../core/wiki/target';

/** Says what stops a publish, if something does. `told`: the person knows, and only what can't be sent at all stops it. */
export function stopReport(
  problems: readonly Problem[],
  severities: Readonly<Record<ProblemKind, Severity>>,
  told: boolean,
): Report<Action> | undefined {
  const errors = blockingProblems(problems, severities);
  const final = errors.find((problem) => problem.final === true);
  const first = final ?? errors[0];
  if (first === undefined || (told && final === undefined)) {
    return undefined;
  }
  const others = errors.length - 1;
  const more =
    others === 0
      ? ''
      : others === 1
        ? l10n.t('There is one more problem.')
        : l10n.t('There are {0} more problems.', others);
  // What is never shown can still be what can't be sent
  const isShown = severities[first.kind] !== 'off';
  return {
    severity: 'error',
    text: sentences(first.message, more, l10n.t('Nothing was sent.')),
    actions: [
      ...(isShown ? (['showProblems'] as const) : []),
      ...(final === undefined ? (['publishAnyway'] as const) : []),
    ],
  };
}

export function unchangedReport({ title }: Target): Report<Action> {
  return {
    severity: 'information',
    text: l10n.t('Nothing has changed since {0} was published. Nothing was sent.', quote(title)),
    actions: ['publishAnyway'],
  };
}

import * as l10n from '@vscode/l10n';
import { quote } from '../text/plainLine';
import type { Fix, Problem } from './problem';

/** Says of an image that its file is missing. */
export function missingImage(problem: Problem, file: string): Problem {
  return { ...problem, message: missingFileProblem(problem, file).message, isMissing: true };
}

/**
 * Makes a link’s problem that of a missing file. Fixes by settings are dropped, since they would not help.
 */
export function missingFileProblem(problem: Problem, file: string): Problem {
  const fixes = problem.fixes?.filter(({ kind }) => kind === 'edit') ?? [];
  return { ...problem, kind: 'missingFile', message: l10n.t('There is no file {0}.', quote(file)), fixes };
}

/** Adds the fix that publishes the linked file too. */
export function withPublishFix(problem: Problem, uri: string): Problem {
  const publish: Fix = { kind: 'publish', title: l10n.t('Publish It Too'), uri };
  return { ...problem, fixes: [publish, ...(problem.fixes ?? [])] };
}

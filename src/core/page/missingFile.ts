import * as l10n from '@vscode/l10n';
import { quote } from '../text/plain';
import type { Fix, Problem } from './problem';

/** Says of an image that its file is missing. */
export function missingImage(problem: Problem, file: string): Problem {
  return { ...problem, message: missingFile(problem, file).message, isMissing: true };
}

/** Turns the problem of a link or an image into that of a missing file, without the fixes by settings, which would not help. */
export function missingFile(problem: Problem, file: string): Problem {
  const fixes = problem.fixes?.filter(({ kind }) => kind === 'edit') ?? [];
  return { ...problem, kind: 'missingFile', message: l10n.t('There is no file {0}.', quote(file)), fixes };
}

/** Adds the fix that publishes the linked file too. */
export function unpublishedFile(problem: Problem, uri: string): Problem {
  const publish: Fix = { kind: 'publish', title: l10n.t('Publish It Too'), uri };
  return { ...problem, fixes: [publish, ...(problem.fixes ?? [])] };
}

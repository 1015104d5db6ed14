import * as l10n from '@vscode/l10n';
import { quote } from '../text/plainLine';
import type { Fix, Problem } from './problem';

/** Unlike `missingFileProblem`, keeps the kind, so that the image is counted among images and not among links. */
export function missingImageProblem(problem: Problem, file: string): Problem {
  return { ...problem, message: missingFileProblem(problem, file).message, isFileMissing: true };
}

/** Drops fixes that open a setting: a public address does not make up for a missing file. */
export function missingFileProblem(problem: Problem, file: string): Problem {
  const fixes = problem.fixes?.filter(({ kind }) => kind === 'edit') ?? [];
  return { ...problem, kind: 'missingFile', message: l10n.t('There is no file {0}.', quote(file)), fixes };
}

export function withPublishFix(problem: Problem, uri: string): Problem {
  const publish: Fix = { kind: 'publish', title: l10n.t('Publish It Too'), uri };
  return { ...problem, fixes: [publish, ...(problem.fixes ?? [])] };
}

import * as l10n from '@vscode/l10n';
import { quote } from '../text/plainLine';
import type { Fix, Problem } from './problem';

/** Unlike `missingFileProblem`, keeps kind and fixes, so that the image is not counted among links. */
export function missingImageProblem(problem: Problem, file: string): Problem {
  return { ...problem, message: missingFileProblem(problem, file).message, isFileMissing: true };
}

/** Keeps only fixes that edit the text: a public address does not make up for a missing file. */
export function missingFileProblem(problem: Problem, file: string): Problem {
  const fixes = problem.fixes?.filter(({ kind }) => kind === 'edit') ?? [];
  return { ...problem, kind: 'missingFile', message: l10n.t('There is no file {0}.', quote(file)), fixes };
}

export function withPublishFix(problem: Problem, uri: string): Problem {
  const publish: Fix = { kind: 'publish', title: l10n.t('Publish It Too'), uri };
  return { ...problem, fixes: [publish, ...(problem.fixes ?? [])] };
}

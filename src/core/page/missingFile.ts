import * as l10n from '@vscode/l10n';
import { quote } from '../text/plain';
import type { Fix, Problem } from './problem';

/** A problem of a link or an image whose file is not there: no setting makes it appear. */
export function missingFile(problem: Problem, file: string): Problem {
  const fixes = problem.fixes?.filter(({ kind }) => kind === 'edit') ?? [];
  return { ...problem, kind: 'missingFile', message: l10n.t('There is no file {0}.', quote(file)), fixes };
}

/** A problem of a link whose file could have a page. */
export function unpublishedFile(problem: Problem, uri: string): Problem {
  const publish: Fix = { kind: 'publish', title: l10n.t('Publish It Too'), uri };
  return { ...problem, fixes: [publish, ...(problem.fixes ?? [])] };
}

import { withoutQueryAndFragment, percentDecoded } from '../../core/page/localLink';
import { isMarkdownName } from '../../core/page/markdownName';
import { missingFileProblem, missingImageProblem, withPublishFix } from '../../core/page/missingFile';
import type { Problem } from '../../core/page/problem';
import { memoizeByKey } from '../shared/memoizeByKey';
import { findLinkedFile } from './findLinkedFile';
import { pathIn, type Workspace } from './workspace';

/** Adds what only the disk tells: that a linked file is missing, or that it can be published too. */
export async function completeLinkProblems(
  workspace: Workspace,
  document: string,
  problems: readonly Problem[],
): Promise<readonly Problem[]> {
  const isGone = memoizeByKey((file) => workspace.isGone(file));
  const checked = problems.map(async (problem) => {
    const { kind, to, hasPage } = problem;
    const isOfPage =
      to !== undefined && kind === 'relativeLink' && !isMarkdownName(withoutQueryAndFragment(to));
    const meant = isOfPage ? await findLinkedFile(workspace, document, to) : undefined;
    const path = meant ?? (to?.startsWith('[[') === true ? undefined : to);
    const file = path === undefined ? undefined : linkedFileUri(workspace, document, path);
    if (to === undefined || file === undefined) {
      return problem;
    }
    if (meant !== undefined) {
      return hasPage === true ? problem : withPublishFix(problem, file);
    }
    if (await isGone(file)) {
      return missingFileProblem(problem, percentDecoded(withoutQueryAndFragment(to)));
    }
    return kind === 'relativeLink' && hasPage !== true && isMarkdownName(pathIn(file))
      ? withPublishFix(problem, file)
      : problem;
  });
  return Promise.all(checked);
}

export async function withMissingImages(
  workspace: Pick<Workspace, 'isGone' | 'rootOf' | 'join'>,
  document: string,
  problems: readonly Problem[],
): Promise<readonly Problem[]> {
  const isGone = memoizeByKey((file) => workspace.isGone(file));
  return Promise.all(
    problems.map(async (problem) => {
      const { kind, to = '' } = problem;
      const file = kind === 'localImage' ? linkedFileUri(workspace, document, to) : undefined;
      return file !== undefined && (await isGone(file))
        ? missingImageProblem(problem, percentDecoded(withoutQueryAndFragment(to)))
        : problem;
    }),
  );
}

/**
 * `/a.md` begins at the workspace folder. Undefined where no file can be meant, as for `#fragment`, `file:` URIs,
 * `C:` and `\\server` paths, and relative links of an untitled document.
 */
export function linkedFileUri(
  workspace: Pick<Workspace, 'rootOf' | 'join'>,
  document: string,
  to: string,
): string | undefined {
  const path = percentDecoded(withoutQueryAndFragment(to));
  if (path === '' || /^(?:file:|[a-z]:|\\)/i.test(path)) {
    return undefined;
  }
  if (path.startsWith('/')) {
    const root = workspace.rootOf(document);
    return root && workspace.join(root, path);
  }
  return document.startsWith('untitled:') ? undefined : workspace.join(document, '..', path);
}

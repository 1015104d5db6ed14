import { pathOf, unescaped } from '../../core/page/localLink';
import { isMarkdownName } from '../../core/page/markdownName';
import { missingFile, unpublishedFile } from '../../core/page/missingFile';
import type { Problem } from '../../core/page/problem';
import { findLinked } from './findLinked';
import { pathIn, type Workspace } from './workspace';

/** Completes the problems of links: a missing file is a problem of its own, and a file without a page can be published. */
export async function withLinkedFiles(
  workspace: Workspace,
  document: string,
  problems: readonly Problem[],
): Promise<readonly Problem[]> {
  const missing = new Map<string, Promise<boolean>>();
  const checked = problems.map(async (problem) => {
    const { kind, to, hasPage } = problem;
    const isOfPage = to !== undefined && kind === 'relativeLink' && !isMarkdownName(pathOf(to));
    const meant = isOfPage ? await findLinked(workspace, document, to) : undefined;
    const path = meant ?? (to?.startsWith('[[') === true ? undefined : to);
    const file = path === undefined ? undefined : fileAt(workspace, document, path);
    if (to === undefined || file === undefined) {
      return problem;
    }
    if (meant !== undefined) {
      return hasPage === true ? problem : unpublishedFile(problem, file);
    }
    const isMissing = missing.get(file) ?? workspace.isGone(file);
    missing.set(file, isMissing);
    if (await isMissing) {
      return missingFile(problem, unescaped(pathOf(to)));
    }
    return kind === 'relativeLink' && hasPage !== true && isMarkdownName(pathIn(file))
      ? unpublishedFile(problem, file)
      : problem;
  });
  return Promise.all(checked);
}

/** Returns the file that a link leads to. A path from the root begins at the workspace folder. Undefined if the link is no path. */
export function fileAt(
  workspace: Pick<Workspace, 'rootOf' | 'join'>,
  document: string,
  to: string,
): string | undefined {
  const path = unescaped(pathOf(to));
  if (path === '' || /^(?:file:|[a-z]:|\\)/i.test(path)) {
    return undefined;
  }
  if (path.startsWith('/')) {
    const root = workspace.rootOf(document);
    return root && workspace.join(root, path);
  }
  return document.startsWith('untitled:') ? undefined : workspace.join(document, '..', path);
}

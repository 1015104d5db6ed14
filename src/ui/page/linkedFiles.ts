import * as vscode from 'vscode';
import { pathOf, unescaped } from '../../core/page/localLink';
import { isMarkdownName } from '../../core/page/markdownName';
import { missingFile, unpublishedFile } from '../../core/page/missingFile';
import type { Problem } from '../../core/page/problem';

/** Problems of links, as their files are: one that is not there is a problem of its own, one that could have a page can be given one. */
export async function withLinkedFiles(
  document: vscode.Uri,
  problems: readonly Problem[],
): Promise<readonly Problem[]> {
  const missing = new Map<string, Promise<boolean>>();
  const checked = problems.map(async (problem) => {
    const { kind, to } = problem;
    const file = to === undefined ? undefined : fileAt(document, to);
    if (to === undefined || file === undefined) {
      return problem;
    }
    const key = file.toString();
    const isMissing = missing.get(key) ?? isGone(file);
    missing.set(key, isMissing);
    if (await isMissing) {
      return missingFile(problem, unescaped(pathOf(to)));
    }
    return kind === 'relativeLink' && isMarkdownName(file.path) ? unpublishedFile(problem, key) : problem;
  });
  return Promise.all(checked);
}

/** The file that a document means: a path from the root begins at the folder that is open. Undefined for an address of another kind. */
export function fileAt(document: vscode.Uri, to: string): vscode.Uri | undefined {
  const path = unescaped(pathOf(to));
  if (path === '' || /^(?:file:|[a-z]:|\\)/i.test(path)) {
    return undefined;
  }
  if (path.startsWith('/')) {
    const root = vscode.workspace.getWorkspaceFolder(document)?.uri;
    return root && vscode.Uri.joinPath(root, path);
  }
  return document.scheme === 'untitled' ? undefined : vscode.Uri.joinPath(document, '..', path);
}

/** What can't be looked at may be there. */
async function isGone(file: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(file);
    return false;
  } catch (error) {
    return error instanceof vscode.FileSystemError && error.code === 'FileNotFound';
  }
}

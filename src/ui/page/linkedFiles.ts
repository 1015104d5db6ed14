import * as vscode from 'vscode';
import { isMarkdownName } from '../../core/page/markdownName';
import { missingFile } from '../../core/page/missingFile';
import type { Problem } from '../../core/page/problem';

/** Problems of links, as their files are: one that is not there is a problem of its own, one with a page is none. */
export async function withLinkedFiles(
  document: vscode.Uri,
  problems: readonly Problem[],
  isPublished: (file: vscode.Uri) => Promise<boolean>,
): Promise<readonly Problem[]> {
  const files = new Map<string, Promise<'missing' | 'published' | 'there'>>();
  const checked = problems.map(async (problem) => {
    const to = problem.to === undefined ? undefined : pathIn(problem.to);
    const file = to === undefined ? undefined : fileAt(document, to);
    if (to === undefined || file === undefined) {
      return problem;
    }
    const key = file.toString();
    const found = files.get(key) ?? stateOf(file, isPublished);
    files.set(key, found);
    switch (await found) {
      case 'missing':
        return missingFile(problem, to);
      case 'published':
        return undefined;
      case 'there':
        return problem;
    }
  });
  return (await Promise.all(checked)).filter((problem) => problem !== undefined);
}

/** Undefined for an address of another kind. */
function pathIn(to: string): string | undefined {
  const path = to.split(/[?#]/, 1)[0] ?? '';
  if (path === '' || /^(?:file:|[a-z]:|\\)/i.test(path)) {
    return undefined;
  }
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** A path from the root begins at the folder that is open. */
function fileAt(document: vscode.Uri, path: string): vscode.Uri | undefined {
  if (path.startsWith('/')) {
    const root = vscode.workspace.getWorkspaceFolder(document)?.uri;
    return root && vscode.Uri.joinPath(root, path);
  }
  return document.scheme === 'untitled' ? undefined : vscode.Uri.joinPath(document, '..', path);
}

async function stateOf(
  file: vscode.Uri,
  isPublished: (file: vscode.Uri) => Promise<boolean>,
): Promise<'missing' | 'published' | 'there'> {
  try {
    await vscode.workspace.fs.stat(file);
  } catch (error) {
    // What can't be looked at may be there
    return error instanceof vscode.FileSystemError && error.code === 'FileNotFound' ? 'missing' : 'there';
  }
  return isMarkdownName(file.path) && (await isPublished(file)) ? 'published' : 'there';
}

import * as l10n from '@vscode/l10n';
import path from 'node:path';
import * as vscode from '../vscode';
import { UserError } from '../../core/text/errors';
import { quote } from '../../core/text/plainLine';
import type { FoundFile } from '../../services/workspace/files';
import { filesToPublish } from '../../services/workspace/filesToPublish';
import type { Workspace } from '../../services/workspace/workspace';

/**
 * Throws a `UserError` if there is no such file in the open folders. Symbolic links are checked only when the
 * file is read.
 */
export async function findMarkdownFile(workspace: Workspace, named: unknown): Promise<FoundFile<string>> {
  const text = typeof named === 'string' ? named : '';
  const uri = addressOf(text);
  if (uri !== undefined) {
    try {
      for await (const file of filesToPublish(workspace, [uri.toString()], () => undefined)) {
        if (file.uri === uri.toString()) {
          return file;
        }
      }
    } catch {
      throw new UserError(l10n.t('There is no file {0}.', quote(text)));
    }
  }
  throw new UserError(l10n.t('{0} is not a Markdown file in an open folder.', quote(text)));
}

/** `named`: an absolute path, or one as VS Code shows it, which begins with the name of a folder if several are open. */
function addressOf(named: string): vscode.Uri | undefined {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const parts = named.split(/[\\/]/);
  if (parts.includes('..')) {
    return undefined;
  }
  if (path.isAbsolute(named)) {
    const { path: whole } = vscode.Uri.file(named);
    return folders
      .map(({ uri }) => uri.with({ path: whole }))
      .find((uri) => vscode.workspace.getWorkspaceFolder(uri) !== undefined);
  }
  const [only] = folders;
  // A name such as `untitled:Untitled-1` is an address, not a path.
  if (only === undefined || /^[a-z][\w+.-]*:/i.test(named)) {
    return undefined;
  }
  if (folders.length === 1) {
    return vscode.Uri.joinPath(only.uri, named);
  }
  const [folder, ...others] = folders.filter(({ name }) => name === parts[0]);
  return folder === undefined || others.length > 0
    ? undefined
    : vscode.Uri.joinPath(folder.uri, ...parts.slice(1));
}

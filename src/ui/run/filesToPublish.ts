import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { findMarkdown, isIgnored, type Files, type FoundFile } from '../../services/run/findFiles';
import { isMarkdownName } from '../../core/page/markdownName';
import { textOnDisk } from '../page/fileText';

/** All file systems of VS Code, virtual ones too. */
const files: Files<vscode.Uri> = {
  entries: async (folder) => {
    try {
      return await vscode.workspace.fs.readDirectory(folder);
    } catch {
      // Gone meanwhile, or closed to this person
      return [];
    }
  },
  text: (uri) => textOnDisk(uri),
  join: (folder, name) => vscode.Uri.joinPath(folder, name),
};

/** The Markdown files that a person chose: folders stand for all that is in them. Each file comes once. */
export async function* filesToPublish(chosen: readonly vscode.Uri[]): AsyncGenerator<FoundFile<vscode.Uri>> {
  const seen = new Set<string>();
  for (const uri of chosen) {
    for await (const file of filesOf(uri)) {
      if (!seen.has(file.uri.toString())) {
        seen.add(file.uri.toString());
        yield { ...file, path: vscode.workspace.asRelativePath(file.uri) };
      }
    }
  }
}

async function* filesOf(uri: vscode.Uri): AsyncGenerator<FoundFile<vscode.Uri>> {
  const root = vscode.workspace.getWorkspaceFolder(uri)?.uri ?? uri;
  const path = uri.path.slice(root.path.replace(/\/$/, '').length + 1);
  const { type } = await vscode.workspace.fs.stat(uri);
  if ((type & vscode.FileType.Directory) !== 0) {
    yield* findMarkdown(files, root, path);
  } else if (isMarkdownName(uri.path)) {
    const problem = (await isIgnored(files, root, path))
      ? l10n.t('It is excluded by .wikiignore.')
      : undefined;
    yield { uri, path, problem };
  }
}

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { findMarkdown, isIgnored, type FoundFile, type Ignored } from '../../services/run/findFiles';
import { isMarkdownName } from '../../core/page/markdownName';
import { files } from '../page/files';

export type IgnoredPlace = Ignored<vscode.Uri>;

/** The Markdown files that a person chose: folders stand for all that is in them. Each file comes once. */
export async function* filesToPublish(
  chosen: readonly vscode.Uri[],
  ignored: (entry: IgnoredPlace) => void,
): AsyncGenerator<FoundFile<vscode.Uri>> {
  const seen = new Set<string>();
  for (const uri of chosen) {
    for await (const file of filesOf(uri, ignored)) {
      if (!seen.has(file.uri.toString())) {
        seen.add(file.uri.toString());
        yield { ...file, path: vscode.workspace.asRelativePath(file.uri) };
      }
    }
  }
}

export async function* filesOf(
  uri: vscode.Uri,
  ignored: (entry: IgnoredPlace) => void,
): AsyncGenerator<FoundFile<vscode.Uri>> {
  const root = vscode.workspace.getWorkspaceFolder(uri)?.uri ?? uri;
  const path = uri.path.slice(root.path.replace(/\/$/, '').length + 1);
  const { type } = await vscode.workspace.fs.stat(uri);
  const shown = { ...files, isHidden: hiddenIn(root) };
  if ((type & vscode.FileType.Directory) !== 0) {
    yield* findMarkdown(shown, root, path, (entry) => {
      const shownPath = vscode.workspace.asRelativePath(entry.uri);
      ignored({ ...entry, path: entry.path.endsWith('/') ? `${shownPath}/` : shownPath });
    });
  } else if (isMarkdownName(uri.path)) {
    const problem = (await isIgnored(shown, root, path))
      ? l10n.t('It is excluded by .wikiignore.')
      : undefined;
    yield { uri, path, problem };
  }
}

/** What `files.exclude` hides, as VS Code itself reads its patterns; one with a condition of its own is not for us. */
function hiddenIn(root: vscode.Uri): (uri: vscode.Uri) => boolean {
  const excluded = vscode.workspace.getConfiguration('files', root).get<Record<string, unknown>>('exclude');
  const selector = Object.entries(excluded ?? {})
    .filter(([, isExcluded]) => isExcluded === true)
    .map(([glob]) => ({ pattern: new vscode.RelativePattern(root, glob) }));
  // Of a document, a pattern is compared with its address alone
  return (uri) => vscode.languages.match(selector, { uri } as vscode.TextDocument) > 0;
}

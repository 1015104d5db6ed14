import * as vscode from 'vscode';
import { findMarkdown, whyIgnored, type FoundFile, type Ignored } from '../../services/run/findFiles';
import { hiddenPatterns } from '../../services/run/hiddenPatterns';
import { isMarkdownName } from '../../core/page/markdownName';
import { files } from './files';

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
  const exclude = vscode.workspace.getConfiguration('files', root).get<unknown>('exclude');
  const { value: patterns = [], problem } = hiddenPatterns(exclude);
  const shown = { ...files, isHidden: hiddenBy(patterns, root) };
  const isFolder = (type & vscode.FileType.Directory) !== 0;
  if (isFolder && problem !== undefined) {
    yield { uri: uri.with({ path: uri.path.replace(/\/?$/, '/') }), path, problem };
  } else if (isFolder) {
    yield* findMarkdown(shown, root, path, (entry) => {
      const shownPath = vscode.workspace.asRelativePath(entry.uri);
      ignored({ ...entry, path: entry.path.endsWith('/') ? `${shownPath}/` : shownPath });
    });
  } else if (isMarkdownName(uri.path)) {
    yield { uri, path, problem: await whyIgnored(shown, root, path) };
  }
}

/** As VS Code itself reads the patterns of `files.exclude`. */
function hiddenBy(patterns: readonly string[], root: vscode.Uri): (uri: vscode.Uri) => boolean {
  const selector = patterns.map((glob) => ({ pattern: new vscode.RelativePattern(root, glob) }));
  // Of a document, a pattern is compared with its address alone
  return (uri) => vscode.languages.match(selector, { uri } as vscode.TextDocument) > 0;
}

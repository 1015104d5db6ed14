import { isMarkdownName } from '../../core/page/markdownName';
import { findMarkdown, whyIgnored, type FoundFile, type Ignored } from '../run/findFiles';
import { hiddenPatterns } from '../run/hiddenPatterns';
import { pathFromRoot, pathIn, type Workspace } from './workspace';

export type IgnoredPlace = Ignored<string>;

/** Returns the chosen Markdown files and those in the chosen folders, each once. */
export async function* filesToPublish(
  workspace: Workspace,
  chosen: readonly string[],
  ignored: (entry: IgnoredPlace) => void,
): AsyncGenerator<FoundFile<string>> {
  const seen = new Set<string>();
  for (const uri of chosen) {
    for await (const file of filesOf(workspace, uri, ignored)) {
      if (!seen.has(file.uri)) {
        seen.add(file.uri);
        yield { ...file, path: workspace.shownPath(file.uri) };
      }
    }
  }
}

export async function* filesOf(
  workspace: Workspace,
  uri: string,
  ignored: (entry: IgnoredPlace) => void,
  isDeep = true,
): AsyncGenerator<FoundFile<string>> {
  const root = workspace.rootOf(uri) ?? uri;
  const path = pathFromRoot(workspace, uri) ?? '';
  const isFolder = await workspace.isFolder(uri);
  const { value: patterns = [], problem } = hiddenPatterns(workspace.settings('files', root).get('exclude'));
  const { files, join } = workspace;
  const shown = { ...files, join, isHidden: workspace.matcher(patterns, root) };
  if (isFolder && problem !== undefined) {
    yield { uri: uri.replace(/\/?$/, '/'), path, problem };
  } else if (isFolder) {
    const tell = (entry: IgnoredPlace): void => {
      const shownPath = workspace.shownPath(entry.uri);
      ignored({ ...entry, path: entry.path.endsWith('/') ? shownPath.replace(/\/?$/, '/') : shownPath });
    };
    yield* findMarkdown(shown, root, path, tell, isDeep);
  } else if (isMarkdownName(pathIn(uri))) {
    yield { uri, path, problem: await whyIgnored(shown, root, path) };
  }
}

import { isMarkdownName } from '../../core/page/markdownName';
import type { Files, FoundFile, Ignored } from './files';
import { findMarkdown, exclusionText } from './findFiles';
import { FolderRules } from './folderRules';
import { readExcludePatterns } from './excludePatterns';
import { pathBelow, pathFromRoot, pathIn, type Workspace } from './workspace';

export type IgnoredUri = Ignored<string>;

/** Yields each Markdown file that was chosen, or is in a chosen folder, once. Its `path` is the one that a person sees. */
export async function* filesToPublish(
  workspace: Workspace,
  chosen: readonly string[],
  ignored: (entry: IgnoredUri) => void,
): AsyncGenerator<FoundFile<string>> {
  const seen = new Set<string>();
  const finders = new Map<string, Finder>();
  for (const uri of chosen) {
    const root = workspace.rootOf(uri) ?? uri;
    const finder = finders.get(root) ?? finderIn(workspace, root);
    finders.set(root, finder);
    for await (const file of filesOf(workspace, uri, ignored, { finder })) {
      if (!seen.has(file.uri)) {
        seen.add(file.uri);
        yield { ...file, path: workspace.shownPath(file.uri) };
      }
    }
  }
}

/** Yields each folder below the roots that has Markdown files, also in folders of its own: once, and before those. */
export async function* foldersToPublish(
  workspace: Workspace,
  roots: readonly string[],
): AsyncGenerator<string> {
  const seen = new Set<string>();
  for await (const { uri } of filesToPublish(workspace, roots, () => undefined)) {
    const root = workspace.rootOf(uri) ?? uri;
    const names = pathFromRoot(workspace, uri)?.split('/').slice(0, -1) ?? [];
    const folders = names.map((_, index) => workspace.join(root, ...names.slice(0, index + 1)));
    const found = folders.filter((folder) => !seen.has(folder));
    found.forEach((folder) => seen.add(folder));
    yield* found;
  }
}

/** Shared by all that is chosen below one root, so that rules are read once. */
interface Finder {
  readonly files: Files<string>;
  readonly rules: FolderRules<string>;
  /** Why the setting `files.exclude` can’t be used; nothing in a folder is published then. */
  readonly problem: string | undefined;
}

function finderIn(workspace: Workspace, root: string): Finder {
  const { value: hidden, problem } = readExcludePatterns(workspace.settings('files', root).get('exclude'));
  const { files: read, join } = workspace;
  const isHidden = (uri: string): boolean => hidden?.ignores(pathBelow(root, uri)) === true;
  const files = { ...read, join, isHidden };
  return { files, rules: new FolderRules(files, root), problem };
}

/** Yields the file, or the Markdown files in the folder, with `path` from the root. `ignored` is told what is skipped. */
export async function* filesOf(
  workspace: Workspace,
  uri: string,
  ignored: (entry: IgnoredUri) => void,
  { isDeep = true, finder = finderIn(workspace, workspace.rootOf(uri) ?? uri) } = {},
): AsyncGenerator<FoundFile<string>> {
  const root = workspace.rootOf(uri) ?? uri;
  const path = pathFromRoot(workspace, uri) ?? '';
  const { files, rules, problem } = finder;
  const isFolder = await workspace.isFolder(uri);
  if (isFolder && problem !== undefined) {
    yield { uri: uri.replace(/\/?$/, '/'), path, problem };
  } else if (isFolder) {
    const tell = (entry: IgnoredUri): void => {
      const shownPath = workspace.shownPath(entry.uri);
      ignored({ ...entry, path: entry.path.endsWith('/') ? shownPath.replace(/\/?$/, '/') : shownPath });
    };
    yield* findMarkdown(files, root, path, tell, { isDeep, rules });
  } else if (isMarkdownName(pathIn(uri))) {
    yield { uri, path, problem: await exclusionText(path, rules) };
  } else {
    ignored({ uri, path: workspace.shownPath(uri), by: 'name' });
  }
}

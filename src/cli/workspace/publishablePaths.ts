import { fileType } from '../../services/workspace/namedFile';
import { filesToPublish } from '../../services/workspace/filesToPublish';
import { pathFromRoot, type Workspace } from '../../services/workspace/workspace';

/** The search is told that each folder has these, so that it looks for ignore rules and repositories on the disk. */
const rules = ['.git', '.gitignore', '.wikiignore'];

/** Returns those of `paths` that a publish would find, also deleted ones: the search sees them instead of the disk. */
export async function publishablePaths(
  workspace: Workspace,
  chosen: readonly string[],
  paths: readonly string[],
): Promise<ReadonlySet<string>> {
  const types = new Map<string, Map<string, number>>();
  for (const path of paths) {
    const names = path.split('/');
    names.forEach((name, at) => {
      const folder = names.slice(0, at).join('/');
      const entries = types.get(folder) ?? new Map(rules.map((each) => [each, fileType.file]));
      const type = at === names.length - 1 ? fileType.file : fileType.folder;
      types.set(folder, entries.set(name, (entries.get(name) ?? 0) | type));
    });
  }
  const entries = (folder: string): Promise<readonly (readonly [string, number])[]> => {
    const path = pathFromRoot(workspace, folder)?.replace(/\/$/, '') ?? '';
    return Promise.resolve([...(types.get(path) ?? [])]);
  };
  const files = { ...workspace.files, entries };
  const found = new Set<string>();
  for await (const { path } of filesToPublish({ ...workspace, files }, chosen, () => undefined)) {
    found.add(path);
  }
  return found;
}

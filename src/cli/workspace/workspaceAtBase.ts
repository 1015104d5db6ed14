import type { Parsed } from '../../core/text/parsed';
import { unreadableText } from '../../core/page/unreadableReason';
import { fileType } from '../../services/workspace/namedFile';
import { fileNameOf, pathFromRoot, type Workspace } from '../../services/workspace/workspace';
import type { MergeBase } from './mergeBase';

type Entries = readonly (readonly [name: string, type: number])[];

/** The workspace at the merge base: a file that changed since has its text of then, and one that came since is missing. */
export function workspaceAtBase(
  workspace: Workspace,
  base: Pick<MergeBase, 'changed' | 'textOf'>,
): Workspace {
  const { files } = workspace;
  const before = new Set(base.changed.flatMap((each) => (each.before === undefined ? [] : [each.before])));
  const since = new Set(
    base.changed.flatMap(({ now }) => (now === undefined || before.has(now) ? [] : [now])),
  );
  const pathOf = (uri: string): string => pathFromRoot(workspace, uri)?.replace(/\/$/, '') ?? '';
  const namesIn = (folder: string): Entries => {
    const start = folder === '' ? '' : `${folder}/`;
    const below = [...before]
      .filter((path) => path.startsWith(start))
      .map((path) => path.slice(start.length));
    return below.map((path) => {
      const [name = '', ...rest] = path.split('/');
      return [name, rest.length > 0 ? fileType.folder : fileType.file];
    });
  };
  const missing = (uri: string): Parsed<string> => ({
    problem: unreadableText(fileNameOf(uri), { kind: 'missing' }),
  });
  return {
    ...workspace,
    text: async (uri, known) => {
      const path = pathOf(uri);
      const value = before.has(path) ? await base.textOf(path) : undefined;
      return value !== undefined
        ? { value }
        : before.has(path) || since.has(path)
          ? missing(uri)
          : workspace.text(uri, known);
    },
    isFolder: async (uri) => namesIn(pathOf(uri)).length > 0 || workspace.isFolder(uri),
    files: {
      ...files,
      entries: async (folder) => {
        const path = pathOf(folder);
        const start = path === '' ? '' : `${path}/`;
        const now = (await files.entries(folder))?.filter(([name]) => !since.has(start + name));
        return now && [...new Map([...now, ...namesIn(path)])];
      },
    },
  };
}

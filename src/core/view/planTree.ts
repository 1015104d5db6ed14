import { nest, type Nested } from './nest';
import { states, stateKinds, type StateKind } from '../publish/states';

export interface PlanEntry {
  readonly uri: string;
  /** Relative to the workspace, if the file is in it; the path of a folder ends with “/”. */
  readonly path: string;
  /**
   * What decides the group. It may differ from the current status,
   * so that a row stays in its group while its file is sent.
   */
  readonly status: StateKind;
  /** The URI of the file whose page is the parent of this file’s page. */
  readonly parentUri?: string | undefined;
}

export interface PlanNode {
  /**
   * Begins with the status that decides the group: a row in
   * another group is a new one to VS Code, so the selection stays.
   */
  readonly id: string;
  readonly kind: 'group' | 'folder' | 'file';
  /** The first status that belongs to the group; for a folder, that of its first file; for a file, its own. */
  readonly status: StateKind;
  /** The path of a file or folder; in a folder, the file’s name; empty for a group. */
  readonly label: string;
  readonly uri?: string;
  /** The URIs of all files in a group or folder; for a file, its own alone. */
  readonly files: readonly string[];
  readonly children: readonly PlanNode[];
}

export type PlanLayout = 'list' | 'folders';

/** A plan with more files is shown by folders, unless the person chose the list. */
export const mostListed = 500;

/** In a list, a file is nested under the file of its parent page if both are in one group. */
export function planTree(entries: readonly PlanEntry[], layout: PlanLayout): readonly PlanNode[] {
  return groupEntries(entries).map(([under, all]): PlanNode => {
    const own = all.map((entry) => ({ ...entry, under }));
    return {
      id: under,
      kind: 'group',
      status: under,
      label: '',
      files: own.map(({ uri }) => uri),
      children: layout === 'list' ? belowPages(own) : byFolder(own),
    };
  });
}

/** The rows, and all rows below them. */
export function withDescendants(rows: readonly PlanNode[]): readonly PlanNode[] {
  return rows.flatMap((row) => [row, ...withDescendants(row.children)]);
}

/** A group is named by the first status that belongs to it, in the order of `stateKinds`. */
export function groupEntries<T extends Pick<PlanEntry, 'status'>>(
  entries: readonly T[],
): readonly (readonly [first: StateKind, entries: readonly T[]])[] {
  const byGroup = Map.groupBy(entries, ({ status }) => states[status].group);
  return stateKinds.flatMap((kind, index) => {
    const { group } = states[kind];
    const isFirst = stateKinds.findIndex((each) => states[each].group === group) === index;
    const own = group && isFirst ? byGroup.get(group) : undefined;
    return own === undefined ? [] : [[kind, own] as const];
  });
}

function belowPages(entries: readonly PlanEntry[]): readonly PlanNode[] {
  const below = nestFiles(entries);
  const nodeOf = (entry: PlanEntry): PlanNode =>
    fileNode(entry, entry.path, below.get(entry.uri)?.map(nodeOf));
  return (below.get(undefined) ?? []).map(nodeOf);
}

type Under = Pick<PlanEntry, 'uri' | 'parentUri'>;

function nestFiles<T extends Under>(entries: readonly T[]): Nested<T> {
  const byUri = new Map(entries.map((entry) => [entry.uri, entry]));
  return nest(
    entries,
    ({ uri }) => uri,
    ({ parentUri = '' }) => byUri.get(parentUri),
  );
}

/** Each entry comes right before those under it. */
export function flattenTree<T extends Under>(
  entries: readonly T[],
): readonly (readonly [entry: T, depth: number])[] {
  const below = nestFiles(entries);
  const from = (uri: string | undefined, depth: number): readonly (readonly [T, number])[] =>
    (below.get(uri) ?? []).flatMap((entry) => [[entry, depth] as const, ...from(entry.uri, depth + 1)]);
  return from(undefined, 0);
}

function byFolder(entries: readonly PlanEntry[]): readonly PlanNode[] {
  const folders = Map.groupBy(entries, ({ path }) =>
    path.slice(0, path.lastIndexOf('/', path.length - 2) + 1),
  );
  return [...folders].flatMap(([folder, files]): readonly PlanNode[] => {
    const children = files.map((entry) => fileNode(entry, entry.path.slice(folder.length)));
    const under = files[0]?.status ?? 'new';
    return folder === ''
      ? children
      : [
          {
            id: `${under} ${folder}`,
            kind: 'folder',
            status: under,
            label: folder,
            files: files.map(({ uri }) => uri),
            children,
          },
        ];
  });
}

function fileNode({ uri, status }: PlanEntry, label: string, children: readonly PlanNode[] = []): PlanNode {
  return { id: `${status} ${uri}`, kind: 'file', status, label, uri, files: [uri], children };
}

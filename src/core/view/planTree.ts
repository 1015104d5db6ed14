import { statuses, statusKinds, type StatusKind } from '../plan/pageStatus';

export interface PlanEntry {
  readonly uri: string;
  /** The path as the person knows it. */
  readonly path: string;
  /** The state by which it is grouped. */
  readonly status: StatusKind;
  /** In a tree, the address of the file whose page is the parent. */
  readonly parentUri?: string | undefined;
}

/** A row of the view: a group, a folder in it, or a file. */
export interface PlanNode {
  /** Contains the group: VS Code keeps selection and expansion by ID, and a run moves files to other groups. */
  readonly id: string;
  readonly kind: 'group' | 'folder' | 'file';
  /** The state by which its group is identified, which is the group’s first. */
  readonly status: StatusKind;
  /** The path of a file or folder; in a folder, the name of the file. */
  readonly label: string;
  /** The address of a file. */
  readonly uri?: string;
  /** The addresses of all files in the row, including its own. */
  readonly files: readonly string[];
  readonly children: readonly PlanNode[];
}

export type Layout = 'list' | 'folders';

/** More rows than these are shown by folders, unless the person chose the list. */
export const mostListed = 500;

/** Returns the rows of the view. In a list, a file is nested under its parent's file if both are in one group. */
export function planTree(entries: readonly PlanEntry[], layout: Layout): readonly PlanNode[] {
  return grouped(entries).map(([under, all]): PlanNode => {
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

/** Returns the entries of each group in their order, with the first state of the group. */
export function grouped<T extends Pick<PlanEntry, 'status'>>(
  entries: readonly T[],
): readonly (readonly [first: StatusKind, entries: readonly T[]])[] {
  const byGroup = Map.groupBy(entries, ({ status }) => statuses[status].group);
  return statusKinds.flatMap((kind, index) => {
    const { group } = statuses[kind];
    const isFirst = statusKinds.findIndex((each) => statuses[each].group === group) === index;
    const own = group && isFirst ? byGroup.get(group) : undefined;
    return own === undefined ? [] : [[kind, own] as const];
  });
}

function belowPages(entries: readonly PlanEntry[]): readonly PlanNode[] {
  const below = byPageAbove(entries);
  const nodeOf = (entry: PlanEntry): PlanNode =>
    fileNode(entry, entry.path, below.get(entry.uri)?.map(nodeOf));
  return (below.get('') ?? []).map(nodeOf);
}

type Under = Pick<PlanEntry, 'uri' | 'parentUri'>;

/** Groups entries by their parent’s URI; '' is for those whose parent is no entry. */
function byPageAbove<T extends Under>(entries: readonly T[]): ReadonlyMap<string, readonly T[]> {
  const uris = new Set(entries.map(({ uri }) => uri));
  return Map.groupBy(entries, ({ parentUri, uri }) =>
    parentUri !== undefined && parentUri !== uri && uris.has(parentUri) ? parentUri : '',
  );
}

/** Returns the entries in the order of their tree, each with how many of them are above it. */
export function flattenTree<T extends Under>(
  entries: readonly T[],
): readonly (readonly [entry: T, depth: number])[] {
  const below = byPageAbove(entries);
  const from = (uri: string, depth: number): readonly (readonly [T, number])[] =>
    (below.get(uri) ?? []).flatMap((entry) => [[entry, depth] as const, ...from(entry.uri, depth + 1)]);
  return from('', 0);
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

import * as l10n from '@vscode/l10n';
import type { Connection } from '../connection/connection';
import type { PageRecord, Place } from '../records/pageRecord';
import { plainLine } from '../text/plainLine';
import { nest } from './nest';

type Level = 'connection' | 'space' | 'parent';

/** Groups are nested: connection, space, parent page. Those of a parent page have `records`, as has that of pages left behind. */
export interface PageGroup {
  readonly id: string;
  readonly level: Level | 'unpublished' | 'leftBehind';
  readonly label: string;
  /** For a space or parent page, the label with the ID instead of the name. */
  readonly idLabel: string;
  readonly count: number;
  readonly groups: readonly PageGroup[];
  readonly records: readonly PageRecord[];
}

/** Pages under their parent pages, if those are among the pages; `top` has all others. */
export interface NestedPages {
  readonly top: readonly PageRecord[];
  /** The pages under each parent page, by the ID of the parent’s record and in the order of their titles. */
  readonly below: ReadonlyMap<string, readonly PageRecord[]>;
}

export function nestPages(records: readonly PageRecord[]): NestedPages {
  const byPage = new Map(
    records.flatMap((record) =>
      record.wiki?.id === undefined ? [] : [[pageKey(record.place.endpoint, record.wiki.id), record]],
    ),
  );
  const aboveOf = ({ place }: PageRecord): PageRecord | undefined =>
    byPage.get(pageKey(place.endpoint, place.parent));
  const nested = nest(records, ({ id }) => id, aboveOf);
  const below = new Map(
    [...nested].flatMap(([id, pages]) => (id === undefined ? [] : [[id, pages.toSorted(byTitle)]])),
  );
  return { top: nested.get(undefined) ?? [], below };
}

function pageKey(endpoint: string, id: string): string {
  return `${endpoint} ${id}`;
}

const { compare } = new Intl.Collator(undefined, { numeric: true });

function byTitle(one: PageRecord, other: PageRecord): number {
  return compare(one.place.title, other.place.title);
}

/** If all pages are at one connection and there is no other, the top groups are its spaces. */
export function groupPages(
  records: readonly PageRecord[],
  connections: readonly Connection[],
  nameOf: NameOf = () => undefined,
  below: NestedPages['below'] = new Map(),
): readonly PageGroup[] {
  const groups = groupBy(records, 'connection', '', { connections, nameOf, below });
  const [only] = groups;
  return groups.length === 1 && only !== undefined && connections.length === 1 ? only.groups : groups;
}

/** The group of files without a page. */
export function unpublishedGroup(count: number): PageGroup {
  const label = l10n.t('Not Published');
  return { id: 'not published', level: 'unpublished', label, idLabel: label, count, groups: [], records: [] };
}

/** The group of pages that stay in the wiki while no file updates them. */
export function leftBehindGroup(records: readonly PageRecord[]): PageGroup {
  const label = l10n.t('Left Behind');
  return {
    ...{ id: 'left behind', level: 'leftBehind', label, idLabel: label, count: records.length },
    groups: [],
    records: records.toSorted(byTitle),
  };
}

type NameOf = (place: Place, level: 'space' | 'parent') => string | undefined;

interface Known {
  readonly connections: readonly Connection[];
  readonly nameOf: NameOf;
  readonly below: NestedPages['below'];
}

function countOf(record: PageRecord, below: NestedPages['below']): number {
  return (below.get(record.id) ?? []).reduce((sum, each) => sum + countOf(each, below), 1);
}

const nextLevel = { connection: 'space', space: 'parent', parent: undefined } as const;

function groupBy(
  records: readonly PageRecord[],
  level: Level,
  above: string,
  known: Known,
): readonly PageGroup[] {
  const parts = Map.groupBy(records, ({ place }) => place[level === 'connection' ? 'endpoint' : level]);
  const next = nextLevel[level];
  return [...parts]
    .map(([part, within]): PageGroup => {
      const id = `${above}${JSON.stringify(part)}`;
      const idLabel = labelOf(level, part, known.connections);
      const place = within[0]?.place;
      return {
        id,
        level,
        idLabel,
        label:
          (level === 'connection' || place === undefined ? undefined : known.nameOf(place, level)) ?? idLabel,
        count: within.reduce((sum, record) => sum + countOf(record, known.below), 0),
        groups: next === undefined ? [] : groupBy(within, next, id, known),
        records: next === undefined ? within.sort(byTitle) : [],
      };
    })
    .sort((one, other) => compare(one.label, other.label));
}

function labelOf(level: Level, part: string, connections: readonly Connection[]): string {
  switch (level) {
    case 'connection':
      return plainLine(connections.find(({ endpoint }) => endpoint === part)?.name ?? new URL(part).host);
    case 'space':
      return l10n.t('Space {0}', plainLine(part));
    case 'parent':
      return l10n.t('Under page {0}', plainLine(part));
  }
}

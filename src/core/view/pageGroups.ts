import * as l10n from '@vscode/l10n';
import type { Connection } from '../connection/connection';
import type { PageRecord, Place } from '../publish/pageRecord';
import { plain } from '../text/plain';

type Level = 'connection' | 'space' | 'parent';

/** Pages that have something in common; at the last level the pages themselves. */
export interface PageGroup {
  readonly id: string;
  readonly level: Level;
  readonly label: string;
  /** The description with the ID, where the label has a name instead. */
  readonly idLabel: string;
  readonly count: number;
  readonly groups: readonly PageGroup[];
  readonly records: readonly PageRecord[];
}

/** Groups pages by connection, space and parent page. The connection is a level only where there are several. */
export function groupPages(
  records: readonly PageRecord[],
  connections: readonly Connection[],
  nameOf: NameOf = () => undefined,
): readonly PageGroup[] {
  const groups = groupBy(records, 'connection', '', { connections, nameOf });
  const [only] = groups;
  return groups.length === 1 && only !== undefined && connections.length === 1 ? only.groups : groups;
}

/** What a space or a page is called. */
type NameOf = (place: Place, level: 'space' | 'parent') => string | undefined;

interface Known {
  readonly connections: readonly Connection[];
  readonly nameOf: NameOf;
}

const below = { connection: 'space', space: 'parent', parent: undefined } as const;

function groupBy(
  records: readonly PageRecord[],
  level: Level,
  above: string,
  known: Known,
): readonly PageGroup[] {
  const parts = Map.groupBy(records, ({ place }) => place[level === 'connection' ? 'endpoint' : level]);
  const next = below[level];
  const compare = new Intl.Collator(undefined, { numeric: true }).compare;
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
        count: within.length,
        groups: next === undefined ? [] : groupBy(within, next, id, known),
        records:
          next === undefined ? within.sort((one, other) => compare(one.place.title, other.place.title)) : [],
      };
    })
    .sort((one, other) => compare(one.label, other.label));
}

function labelOf(level: Level, part: string, connections: readonly Connection[]): string {
  switch (level) {
    case 'connection':
      return plain(connections.find(({ endpoint }) => endpoint === part)?.name ?? new URL(part).host);
    case 'space':
      return l10n.t('Space {0}', plain(part));
    case 'parent':
      return l10n.t('Under page {0}', plain(part));
  }
}

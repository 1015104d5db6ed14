import { firstPublished } from '../../core/records/pageRecord';
import type { RecordIndex } from '../../core/records/recordIndex';
import type { Plan } from '../../core/plan/plan';
import { targetOf, type PlanRow } from '../../core/plan/row';
import type { Allowed } from '../environment/environment';

/** The destinations that pages may have. In a tree, the place of the topmost page counts. */
export class AllowedDestinations {
  constructor(
    private readonly allowed: Allowed,
    /** The records of the pages that those of a plan go under. */
    private readonly records: { readonly last: Pick<RecordIndex, 'records' | 'ofFile'> },
  ) {}

  /** Whether pages may be replaced: parents alone say only where pages are made. */
  get mayReplace(): boolean {
    return this.allowed.spaces !== undefined;
  }

  /** Whether nothing bounds the page that others go under, or this is one of those that do. */
  allows(parent: string): boolean {
    return this.allowed.parents?.includes(parent) !== false;
  }

  /** Returns the test whether a row of this plan goes to an allowed destination. */
  within({ rows }: Pick<Plan, 'rows'>): (row: PlanRow) => boolean {
    const { spaces, parents } = this.allowed;
    const parentsOf = parents && findParents(rows, this.records.last);
    return (row) => {
      const target = targetOf(row);
      return (
        target === undefined ||
        (spaces?.includes(target.space) !== false &&
          parentsOf?.(row).some((parent) => parents?.includes(parent)) !== false)
      );
    };
  }
}

/** The returned function lists the IDs of a row's parent page and of all pages above it that the plan or the records know. */
function findParents(
  rows: readonly PlanRow[],
  index: Pick<RecordIndex, 'records' | 'ofFile'>,
): (row: PlanRow) => readonly string[] {
  const byUri = new Map(rows.map((row) => [row.file.uri, row]));
  const byId = new Map(index.records.map(({ place, wiki }) => [idKey(place.endpoint, wiki?.id), place]));
  const parentsFrom = (endpoint: string, parent: string): readonly string[] => {
    const ids = new Set<string>();
    for (let id: string | undefined = parent; id !== undefined && !ids.has(id);) {
      ids.add(id);
      id = byId.get(idKey(endpoint, id))?.parent;
    }
    return [...ids];
  };
  const parentsOf = (row: PlanRow): readonly string[] => {
    const { decision, file } = row;
    const target = targetOf(row);
    if (target === undefined || file.input?.defaults.above === undefined) {
      return target === undefined ? [] : [target.parent];
    }
    const above = byUri.get(decision?.above?.uri ?? '');
    const planned = above === undefined ? [] : parentsOf(above);
    const published = decision?.above && firstPublished(index.ofFile(decision.above));
    const { parent } = published?.place ?? target;
    return [
      target.parent,
      ...(planned.length > 0 ? planned : parentsFrom(decision?.connection?.endpoint ?? '', parent)),
    ];
  };
  return parentsOf;
}

function idKey(endpoint: string, id: string | undefined): string {
  return JSON.stringify([endpoint, id]);
}

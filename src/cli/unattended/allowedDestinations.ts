import { findPublished } from '../../core/records/pageRecord';
import type { RecordIndex } from '../../core/records/recordIndex';
import type { Plan } from '../../core/plan/plan';
import { targetOf, type PlanRow } from '../../core/plan/row';
import type { AllowedPlaces } from '../environment/environment';

/**
 * What WIKI_ALLOWED_SPACES and WIKI_ALLOWED_PARENTS allow. In a tree of pages, one allowed parent anywhere above a
 * page is enough.
 */
export class AllowedDestinations {
  constructor(
    private readonly allowed: AllowedPlaces,
    /** The records tell the parents of pages that are not in the plan. */
    private readonly records: { readonly index: Pick<RecordIndex, 'records' | 'ofFile'> },
  ) {}

  /** Needs WIKI_ALLOWED_SPACES: WIKI_ALLOWED_PARENTS alone says only where pages are created. */
  get canReplace(): boolean {
    return this.allowed.spaces !== undefined;
  }

  isParentAllowed(parent: string): boolean {
    return this.allowed.parents?.includes(parent) !== false;
  }

  /** The returned test is also true for a row whose destination is still open. */
  rowTestFor({ rows }: Pick<Plan, 'rows'>): (row: PlanRow) => boolean {
    const { spaces, parents } = this.allowed;
    const parentsOf = parents && ancestorIds(rows, this.records.index);
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

/** The returned function lists the IDs of a row’s parent page and, in a tree, of all known pages above that. */
function ancestorIds(
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
    if (target === undefined || file.input?.defaults.parentFile === undefined) {
      return target === undefined ? [] : [target.parent];
    }
    const above = byUri.get(decision?.parentFile?.uri ?? '');
    const planned = above === undefined ? [] : parentsOf(above);
    const published = decision?.parentFile && findPublished(index.ofFile(decision.parentFile));
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

import type { Place } from '../../core/records/pageRecord';
import type { Plan } from '../../core/plan/plan';
import { awaitedParentOf, placeOfRow, recordAtPlaceOf, type PlanRow } from '../../core/plan/row';
import { isCurrent, maxPagesPerRequest, type FoundPage } from '../../core/wiki/lookups';
import { isNumericId, isSameTitle, type Parent } from '../../core/wiki/target';
import type { RunServices } from '../../services/services';
import { ExistingPages } from '../../services/wiki/existingPages';
import type { AllowedPlaces } from '../environment/environment';

const lookupTimeoutMs = 3_000;
/** Of a page, so many are looked up. */
const maxAncestors = 100;

/**
 * Where the page is that a send would touch. `unknown`: no lookup could tell, as without a platform token (`isBlind`).
 * `isAllowed`: WIKI_ALLOWED_PARENTS names a page above it, or is not set.
 */
export type Touched =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'unknown'; readonly isBlind: boolean }
  | { readonly kind: 'here'; readonly page: FoundPage }
  | { readonly kind: 'elsewhere'; readonly page: FoundPage; readonly isAllowed: boolean };

/**
 * What WIKI_ALLOWED_SPACES and WIKI_ALLOWED_PARENTS allow, judged by what lookups of this run find: what is remembered
 * of a page’s place or ID may be out of date, or written by somebody else.
 */
export class Bounds {
  /** Pages by endpoint and ID; undefined for one that no lookup found. */
  readonly #pages = new Map<string, FoundPage | undefined>();
  readonly #existing: ExistingPages;
  #rows = new Map<string, PlanRow>();
  /** By `keyOfRow`: the page of a folder is asked about for each file under it. */
  #touched = new Map<string, Promise<Touched>>();

  constructor(
    private readonly allowed: AllowedPlaces,
    private readonly services: Pick<RunServices, 'lookups' | 'records' | 'inWiki'>,
  ) {
    this.#existing = new ExistingPages(services);
  }

  /** Needs WIKI_ALLOWED_SPACES: WIKI_ALLOWED_PARENTS alone says only where pages are created. */
  get canReplace(): boolean {
    return this.allowed.spaces !== undefined;
  }

  isParentNamed(parent: string): boolean {
    return this.allowed.parents?.includes(parent) === true;
  }

  /** Returns which rows have an allowed destination, or one that is still open. */
  async within({ rows }: Pick<Plan, 'rows'>): Promise<(row: PlanRow) => boolean> {
    this.#rows = new Map(rows.map((row) => [row.file.uri, row]));
    this.#touched = new Map();
    const { spaces, parents } = this.allowed;
    if (spaces !== undefined || parents !== undefined) {
      await this.#look(rows.flatMap(idsOf));
    }
    const within = new Map<string, boolean>();
    for (const row of rows) {
      within.set(keyOfRow(row), await this.#isWithin(row));
    }
    return (row) => within.get(keyOfRow(row)) === true;
  }

  /** `row`: of the plan that `within` got last. */
  touched(row: PlanRow): Promise<Touched> {
    const key = keyOfRow(row);
    const found = this.#touched.get(key) ?? this.#find(row);
    this.#touched.set(key, found);
    return found;
  }

  isImported(endpoint: string, page: FoundPage): Promise<boolean> {
    return this.services.inWiki.isImported(endpoint, page, AbortSignal.timeout(lookupTimeoutMs));
  }

  async #find(row: PlanRow): Promise<Touched> {
    const place = placeOfRow(row);
    if (place === undefined || !(await this.services.lookups.canLookUp(place.endpoint))) {
      return { kind: 'unknown', isBlind: true };
    }
    const parent = await this.#parentOf(row);
    if (parent === 'unknown') {
      return { kind: 'unknown', isBlind: false };
    }
    const isHere = (page: FoundPage): boolean => page.parentId !== undefined && page.parentId === parent;
    const known = this.#pages.get(pageKey(place.endpoint, recordAtPlaceOf(row)?.wiki?.id));
    if (known !== undefined && isHere(known) && isSameTitle(known.title, place.title)) {
      return { kind: 'here', page: known };
    }
    const titled = await this.#existing.titled(place);
    if (titled === undefined) {
      return { kind: 'unknown', isBlind: false };
    }
    const here = titled.find(isHere);
    if (here !== undefined) {
      return { kind: 'here', page: here };
    }
    const [page, ...others] = titled;
    const scope = this.services.records.index.titleScope(place.endpoint);
    // Two pages of a title show that it is unique only under its parent.
    return page === undefined || others.length > 0 || scope === 'parent'
      ? { kind: 'nothing' }
      : { kind: 'elsewhere', page, isAllowed: await this.#isUnderAllowed(place.endpoint, page.parentId) };
  }

  /** The ID of the page above, as a lookup of this run found it; undefined if that page is still to be created. */
  async #parentOf(row: PlanRow): Promise<string | undefined> {
    const parentRow = this.#parentRow(row);
    if (parentRow === undefined) {
      return idOf(row.decision?.target?.parent);
    }
    const touched = await this.touched(parentRow);
    return touched.kind === 'here' ? touched.page.id : touched.kind === 'unknown' ? touched.kind : undefined;
  }

  /** The row of the file whose page is above, where the tree of files says so. */
  #parentRow({ decision }: PlanRow): PlanRow | undefined {
    return this.#rows.get(decision?.parentFile?.uri ?? '');
  }

  async #isWithin(row: PlanRow): Promise<boolean> {
    const { spaces, parents } = this.allowed;
    const place = placeOfRow(row);
    if (place === undefined || (spaces === undefined && parents === undefined)) {
      return true;
    }
    const parentRow = this.#parentRow(row);
    const isAwaited = awaitedParentOf(row) !== undefined;
    if (spaces?.includes(place.space) === false) {
      return false;
    }
    if (parentRow !== undefined && isAwaited) {
      return this.#isWithin(parentRow);
    }
    const parentId = idOf(place.parent);
    const parent = this.#pages.get(pageKey(place.endpoint, parentId));
    const isInSpace = parent?.spaceId === undefined || parent.spaceId === place.space;
    const isFound =
      parentRow === undefined || [parentId, 'unknown'].includes((await this.#parentOf(row)) ?? '');
    return (
      (spaces === undefined || isInSpace) && isFound && (await this.#isUnderAllowed(place.endpoint, parentId))
    );
  }

  /** One allowed page anywhere above is enough; false if no lookup could tell. */
  async #isUnderAllowed(endpoint: string, parent: string | undefined): Promise<boolean> {
    const { parents } = this.allowed;
    const seen = new Set<string>();
    for (let id = parent; parents !== undefined && !parents.includes(id ?? '');) {
      if (id === undefined || seen.has(id)) {
        return false;
      }
      seen.add(id);
      await this.#look([{ endpoint, id }]);
      id = this.#pages.get(pageKey(endpoint, id))?.parentId;
    }
    return true;
  }

  /** Looks many pages up at once; with WIKI_ALLOWED_PARENTS, also those above them. */
  async #look(wanted: readonly PageAt[]): Promise<void> {
    const { lookups } = this.services;
    let left = wanted;
    for (let depth = 0; left.length > 0 && depth < maxAncestors; depth++) {
      const next: PageAt[] = [];
      for (const [endpoint, pages] of Map.groupBy(left, (each) => each.endpoint)) {
        const unseen = [...new Set(pages.map(({ id }) => id))].filter(
          (id) => !this.#pages.has(pageKey(endpoint, id)),
        );
        for (let start = 0; start < unseen.length; start += maxPagesPerRequest) {
          const ids = unseen.slice(start, start + maxPagesPerRequest);
          const found = await lookups.pagesById(endpoint, ids, AbortSignal.timeout(lookupTimeoutMs));
          const there = found?.kind === 'found' ? found.value.filter(isCurrent) : [];
          ids.forEach((id) => this.#pages.set(pageKey(endpoint, id), undefined));
          there.forEach((page) => this.#pages.set(pageKey(endpoint, page.id), page));
          next.push(...there.flatMap(({ parentId: id }) => (id === undefined ? [] : [{ endpoint, id }])));
        }
      }
      left = this.allowed.parents === undefined ? [] : next;
    }
  }
}

const idOf = (parent: Parent | undefined): string | undefined =>
  typeof parent === 'string' ? parent : undefined;

type PageAt = Pick<Place, 'endpoint'> & { readonly id: string };

function idsOf(row: PlanRow): readonly PageAt[] {
  const { endpoint = '', parent } = placeOfRow(row) ?? {};
  return [idOf(parent), recordAtPlaceOf(row)?.wiki?.id].flatMap((id) =>
    id === undefined || !isNumericId(id) ? [] : [{ endpoint, id }],
  );
}

const pageKey = (endpoint: string, id: string | undefined): string => JSON.stringify([endpoint, id]);

/** Answers make other rows of a file; its place says whether it is allowed. */
function keyOfRow(row: PlanRow): string {
  const { endpoint, space, parent, title } = placeOfRow(row) ?? {};
  return JSON.stringify([row.file.uri, endpoint, space, parent, title]);
}

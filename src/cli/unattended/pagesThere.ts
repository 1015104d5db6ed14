import { titleKey, type Place } from '../../core/records/pageRecord';
import { placeOf } from '../../core/publish/pageChanges';
import type { RunFile } from '../../core/plan/runFile';
import type { FoundPage } from '../../core/wiki/lookups';
import type { RunServices } from '../../services/services';
import { eachOf } from '../../services/shared/eachOf';

const patienceMs = 3_000;
const asksAtOnce = 6;
/** After so many lookups without an answer, the others are not tried. */
const mostMissed = 10;

/** Looks for pages that a publish would stop at, or take from elsewhere; without a platform token nobody can tell. */
export class PagesThere {
  #missed = 0;

  constructor(private readonly services: Pick<RunServices, 'lookups' | 'records'>) {}

  /** Resolves with whether each of these files would stop at a page; undefined where nobody can tell. */
  async stopping(files: readonly RunFile[]): Promise<ReadonlyMap<string, boolean | undefined>> {
    const found = new Map<string, boolean | undefined>();
    // What goes under a page that is still to be made stops at none.
    const making = files.filter(({ destination, above }) => !destination.target.overwrite && !above);
    await eachOf(making, asksAtOnce, async ({ file, destination }) => {
      found.set(file.uri, await this.#isThere(placeOf(destination)));
    });
    return found;
  }

  async #isThere(place: Place): Promise<boolean | undefined> {
    const pages = await this.#titled(place);
    const isOnce = this.services.records.last.titleScope(place.endpoint) === 'space';
    return pages?.some(({ parentId }) => isOnce || parentId === place.parent);
  }

  /** Returns the parent pages from which replacing the page would take it, where titles may be unique in a space. */
  async parentsElsewhere(place: Place): Promise<readonly string[]> {
    if (this.services.records.last.titleScope(place.endpoint) === 'parent') {
      return [];
    }
    const parents = (await this.#titled(place))?.map(({ parentId }) => parentId) ?? [];
    return parents.includes(place.parent) ? [] : parents.filter((parent) => parent !== undefined);
  }

  async #titled(place: Place): Promise<readonly FoundPage[] | undefined> {
    if (this.#missed >= mostMissed) {
      return undefined;
    }
    const signal = AbortSignal.timeout(patienceMs);
    const found = await this.services.lookups.pagesTitled(place.endpoint, place, signal);
    this.#missed = found?.kind === 'found' ? 0 : this.#missed + 1;
    return found?.kind === 'found'
      ? found.value.filter(
          ({ title, isGone }) => isGone !== true && titleKey(title) === titleKey(place.title),
        )
      : undefined;
  }
}

import { titleKey, type Place } from '../../core/records/pageRecord';
import { placeOf } from '../../core/publish/recordChanges';
import type { RunFile } from '../../core/plan/runFile';
import type { FoundPage } from '../../core/wiki/lookups';
import type { RunServices } from '../services';
import { forEachConcurrently } from '../shared/forEachConcurrently';

const lookupTimeoutMs = 3_000;
const concurrentLookups = 6;
/** After this many failed lookups in a row, no more are tried: each would wait for its timeout. */
const mostMissed = 10;

/**
 * Looks up existing pages that would stop a send or be moved by it; without a platform token, nothing is known of them.
 */
export class ExistingPages {
  #missed = 0;

  constructor(private readonly services: Pick<RunServices, 'lookups' | 'records'>) {}

  /**
   * For files that would create a page, returns by URI whether one is there already; undefined if no lookup could tell.
   */
  async findExisting(files: readonly RunFile[]): Promise<ReadonlyMap<string, boolean | undefined>> {
    const found = new Map<string, boolean | undefined>();
    const making = files.filter(({ destination }) => !destination.target.overwrite);
    await forEachConcurrently(making, concurrentLookups, async ({ file, destination, awaitedParent }) => {
      found.set(file.uri, await this.#isThere(placeOf(destination), awaitedParent !== undefined));
    });
    return found;
  }

  /** `isUnderNew`: its parent page is still to be created, so nothing can be under that. */
  async #isThere(place: Place, isUnderNew: boolean): Promise<boolean | undefined> {
    const scope = this.services.records.index.titleScope(place.endpoint);
    if (isUnderNew && scope === 'parent') {
      return false;
    }
    return (await this.#titled(place))?.some(
      ({ parentId }) => scope === 'space' || (!isUnderNew && parentId === place.parent),
    );
  }

  /**
   * Replacing a page of this title may move it here, unless titles are known to be unique only under a parent. Returns
   * the IDs of the parents that it would leave.
   */
  async otherParents(place: Place): Promise<readonly string[]> {
    if (this.services.records.index.titleScope(place.endpoint) === 'parent') {
      return [];
    }
    const parents = (await this.#titled(place))?.map(({ parentId }) => parentId) ?? [];
    return parents.includes(place.parent) ? [] : parents.filter((parent) => parent !== undefined);
  }

  async #titled(place: Place): Promise<readonly FoundPage[] | undefined> {
    if (this.#missed >= mostMissed) {
      return undefined;
    }
    const signal = AbortSignal.timeout(lookupTimeoutMs);
    const found = await this.services.lookups.pagesTitled(place.endpoint, place, signal);
    this.#missed = found?.kind === 'found' ? 0 : this.#missed + 1;
    return found?.kind === 'found'
      ? found.value.filter(
          ({ title, isGone }) => isGone !== true && titleKey(title) === titleKey(place.title),
        )
      : undefined;
  }
}

import type { DecideInput, Decision } from '../../core/publish/decision';
import type { Destination } from '../../core/publish/destination';
import { placeOf } from '../../core/publish/recordChanges';
import { isSamePlace, type Place, type PlannedPlace } from '../../core/records/pageRecord';
import { isTitleTaken, titleScopeFromLookup } from '../../core/records/titleScope';
import type { Outcome } from '../../core/wiki/outcome';
import type { Lookups } from './lookups';
import type { PageRecords } from '../records/pageRecords';

const patienceMs = 3_000;

/**
 * Finds out whether a wiki’s titles are unique under a parent page or in a whole space, where a decision depends
 * on it.
 */
export class TitleScopeLookups {
  readonly #looking = new Map<string, Promise<void>>();

  constructor(
    private readonly lookups: Pick<Lookups, 'pagesTitled'>,
    private readonly records: Pick<PageRecords, 'index' | 'titleScopes'>,
  ) {}

  /** Looks the title up only if the scope is unknown and the space has a record of this title at another place. */
  async lookUp({ recordsOfTitleInSpace }: DecideInput, decided: () => Decision | undefined): Promise<void> {
    const { connection, promptValues, target, titleScope } = decided() ?? {};
    const { space, title } = promptValues ?? {};
    if (connection === undefined || space === undefined || title === undefined || titleScope !== undefined) {
      return;
    }
    const place = { endpoint: connection.endpoint, space, title, parent: target?.parent ?? '' };
    if (recordsOfTitleInSpace(place).every((record) => isSamePlace(record.place, place))) {
      return;
    }
    const key = JSON.stringify([place.endpoint, space, title]);
    const looking = this.#looking.get(key) ?? this.#look(place);
    this.#looking.set(key, looking);
    await looking.finally(() => this.#looking.delete(key));
  }

  /**
   * If a send was refused because its title is taken, looks where the page of that title is. If it is under another
   * parent, titles are unique in the space. Never rejects.
   */
  async lookAfterSend(destination: Destination, outcome: Outcome): Promise<void> {
    if (isTitleTaken(outcome)) {
      const place = placeOf(destination);
      await this.#look(place, place).catch(() => undefined);
    }
  }

  async #look(place: PlannedPlace, stoppedAt?: Place): Promise<void> {
    const { index, titleScopes } = this.records;
    const found = await this.lookups.pagesTitled(place.endpoint, place, AbortSignal.timeout(patienceMs));
    const scope =
      found?.kind === 'found'
        ? titleScopeFromLookup(found.value, index.recordsOfTitleInSpace(place), place, stoppedAt)
        : undefined;
    if (scope !== undefined) {
      await titleScopes.record(place.endpoint, scope, 'lookup');
    }
  }
}

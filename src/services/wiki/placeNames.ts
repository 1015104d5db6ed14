import { setTimeout as delay } from 'node:timers/promises';
import * as l10n from '@vscode/l10n';
import { pauseMs } from '../../core/network/retry';
import { plainLine } from '../../core/text/plainLine';
import type { LookupResult, FoundPage, FoundSpace } from '../../core/wiki/lookups';
import { isNumericId } from '../../core/wiki/target';
import type { NamesOfPlace } from '../../core/wiki/notFoundCause';
import type { Place, PlannedPlace } from '../../core/records/pageRecord';
import type { Sites } from '../connection/sites';
import type { Lookups } from './lookups';
import type { PageRecords } from '../records/pageRecords';
import type { Values } from '../records/values';

export interface PlaceNamesDependencies {
  readonly values: Values;
  readonly lookups: Pick<Lookups, 'page' | 'space'>;
  readonly sites: Pick<Sites, 'of'>;
  readonly records?: Pick<PageRecords, 'index'>;
}

export type PlaceWithoutTitle = Pick<Place, 'endpoint' | 'space' | 'parent'>;

export type PlannedWithoutTitle = Pick<PlannedPlace, 'endpoint' | 'space' | 'parent'>;

const deadlineMs = 10_000;
/** The most places whose names are looked up; in a larger plan, the others are shown by ID. */
const mostPlaces = 20;

const longestName = 255;

/** The names of spaces and parent pages, each looked up once in each window and kept for the next. */
export class PlaceNames {
  readonly #lookingUp = new Map<string, Promise<void>>();

  constructor(private readonly dependencies: PlaceNamesDependencies) {}

  /** For example “Guides in Documentation”, the parent page before the space; an unknown name is replaced by its ID. */
  text({ endpoint, space, parent }: PlannedWithoutTitle): string {
    const names = this.of({ endpoint, space, parent });
    if (typeof parent !== 'string') {
      return names.space ?? plainLine(space);
    }
    if (names.parent !== undefined) {
      return l10n.t('{0} in {1}', names.parent, names.space ?? plainLine(space));
    }
    return names.space === undefined
      ? idsText({ space, parent })
      : l10n.t('page {0} in {1}', parent, names.space);
  }

  of(place: PlannedWithoutTitle): NamesOfPlace {
    return { space: this.name(place, 'space'), parent: this.name(place, 'parent') };
  }

  name({ endpoint, space, parent }: PlannedWithoutTitle, level: 'space' | 'parent'): string | undefined {
    return level === 'space'
      ? this.#get(endpoint, 'space', space)
      : typeof parent === 'string'
        ? (this.#get(endpoint, 'page', parent) ?? this.#published(endpoint, parent))
        : undefined;
  }

  async keep(endpoint: string, found: FoundSpace | FoundPage): Promise<void> {
    const kind = 'title' in found ? 'page' : 'space';
    await this.#keep(this.#key(endpoint, kind, found.id), found);
  }

  /** Undefined if `text` shows the IDs already. */
  ids(place: PlaceWithoutTitle): string | undefined {
    const ids = idsText(place);
    return this.text(place) === ids ? undefined : ids;
  }

  /** `onChange` is called for each name that changed: callers show a place at once, and again then. */
  async lookUp(
    places: readonly PlannedWithoutTitle[],
    onChange: () => void = () => undefined,
  ): Promise<void> {
    const distinct = new Map(
      places.map((place) => [JSON.stringify([place.endpoint, place.space, place.parent]), place]),
    );
    await Promise.all(
      [...distinct.values()]
        .slice(0, mostPlaces)
        .flatMap(({ endpoint, space, parent }) => [
          this.lookUpOnce(endpoint, 'space', space, onChange),
          ...(typeof parent === 'string' ? [this.lookUpOnce(endpoint, 'page', parent, onChange)] : []),
        ]),
    );
  }

  /** Lets missing names be looked up again, since a new platform token may see more. */
  forget(): void {
    this.#lookingUp.clear();
  }

  async lookUpOnce(endpoint: string, kind: Kind, id: string, onChange: () => void): Promise<void> {
    const key = this.#key(endpoint, kind, id);
    const before = this.#get(endpoint, kind, id);
    const lookingUp = this.#lookingUp.get(key) ?? this.#keepName(endpoint, kind, id);
    this.#lookingUp.set(key, lookingUp);
    // If the token can’t be read or the name can’t be stored, the next call tries again.
    await lookingUp.catch(() => this.#lookingUp.delete(key));
    if (this.#get(endpoint, kind, id) !== before) {
      onChange();
    }
  }

  async #keepName(endpoint: string, kind: Kind, id: string): Promise<void> {
    const key = this.#key(endpoint, kind, id);
    const found = await this.#lookUp(endpoint, kind, id);
    if (found?.kind === 'found') {
      await this.#keep(key, found.value);
    } else if (found?.kind !== 'missing') {
      this.#lookingUp.delete(key);
    }
  }

  async #keep(key: string, found: FoundSpace | FoundPage): Promise<void> {
    const { values } = this.dependencies;
    const name = nameOf(found).slice(0, longestName).toWellFormed();
    await (values.text(key) === name ? undefined : values.change(key, () => name));
  }

  async #lookUp(
    endpoint: string,
    kind: Kind,
    id: string,
  ): Promise<LookupResult<FoundSpace | FoundPage> | undefined> {
    const { lookups } = this.dependencies;
    for (let sends = 1; ; sends++) {
      const signal = AbortSignal.timeout(deadlineMs);
      const found = await (kind === 'page'
        ? lookups.page(endpoint, id, signal)
        : lookups.space(endpoint, isNumericId(id) ? { id } : { key: id }, signal));
      const pause = found?.kind === 'unknown' ? pauseMs(sends, undefined) : undefined;
      if (pause === undefined) {
        return found;
      }
      await delay(pause, undefined, { ref: false });
    }
  }

  #get(endpoint: string, kind: Kind, id: string): string | undefined {
    const name = plainLine(this.dependencies.values.text(this.#key(endpoint, kind, id)) ?? '');
    return name === '' ? undefined : name;
  }

  #published(endpoint: string, id: string): string | undefined {
    const title = this.dependencies.records?.index.titleOf(endpoint, id);
    return title === undefined ? undefined : plainLine(title);
  }

  #key(endpoint: string, kind: Kind, id: string): string {
    return `name ${this.dependencies.sites.of(endpoint)} ${kind} ${id}`;
  }
}

type Kind = 'space' | 'page';

function nameOf(found: FoundSpace | FoundPage): string {
  return 'title' in found ? found.title : (found.name ?? found.key);
}

export function idsText({ space, parent }: Pick<Place, 'space' | 'parent'>): string {
  return l10n.t('page {0} in space {1}', parent, plainLine(space));
}

import { placeOf } from '../../core/publish/recordChanges';
import type { PageRecord } from '../../core/records/pageRecord';
import type { Run } from '../../core/plan/run';
import type { RunFile } from '../../core/plan/runFile';
import type { DecideInput } from '../../core/publish/decide';
import { isOfPageThere, type FoundChangeOf } from '../../core/records/wikiChange';
import { ExistingPages } from '../wiki/existingPages';
import { isRecentLookup } from '../wiki/pagesInWiki';
import type { Services } from '../services';

/**
 * How many pages are looked up together: about as many as a run sends while a lookup counts as recent (5
 * seconds, `isRecentLookup`).
 */
const mostTogether = 50;

/** Looks up pages again shortly before the run replaces them, since the plan’s lookup may be minutes old by then. */
export class ChangesAhead {
  readonly #looks = new Map<
    string,
    { readonly changes: Promise<FoundChangeOf | undefined>; readonly at: number }
  >();
  readonly #begunAt: number;

  constructor(
    private readonly run: Run,
    private readonly services: Pick<Services, 'inWiki' | 'lookups' | 'records' | 'now'>,
  ) {
    this.#begunAt = services.now();
  }

  async of(file: RunFile): Promise<Pick<DecideInput, 'changedInWiki' | 'foundAt'>> {
    const { services } = this;
    const record = this.#replaced(file);
    if (isRecentLookup(this.#begunAt, services.now())) {
      return {};
    }
    if (record === undefined) {
      const isSeen = isOfPageThere(file.chosen.accepted);
      const places = isSeen ? [placeOf(file.destination)] : [];
      return { foundAt: await new ExistingPages(services).findAt(places).catch(() => undefined) };
    }
    const known = this.#looks.get(record.id);
    const isUsable = known !== undefined && isRecentLookup(known.at, services.now());
    return { changedInWiki: await (isUsable ? known.changes : this.#look(file)) };
  }

  #look(file: RunFile): Promise<FoundChangeOf | undefined> {
    const { run, services } = this;
    const next = run.files.filter((each, index) => each !== file && run.state(index) === 'waiting');
    const records = [file, ...next.slice(0, mostTogether - 1)].flatMap((each) => this.#replaced(each) ?? []);
    // If the lookup fails, the page is sent as it was planned.
    const changes = services.inWiki.lookUpChanges(records).catch(() => undefined);
    const look = { changes, at: services.now() };
    records.forEach(({ id }) => this.#looks.set(id, look));
    return changes;
  }

  #replaced({ destination }: RunFile): PageRecord | undefined {
    return destination.target.overwrite
      ? this.services.records.index.recordAt(placeOf(destination))
      : undefined;
  }
}

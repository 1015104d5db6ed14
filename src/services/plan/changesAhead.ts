import { placeOf } from '../../core/publish/recordChanges';
import type { Run } from '../../core/plan/run';
import type { RunFile } from '../../core/plan/runFile';
import type { DecideInput } from '../../core/publish/decision';
import { isRecentLookup } from '../wiki/pagesInWiki';
import { TouchedPages, type Touched } from '../wiki/touchedPages';
import type { Services } from '../services';

/** Looks up pages again shortly before the run replaces them, since the plan’s lookup may be minutes old by then. */
export class ChangesAhead {
  readonly #pages: TouchedPages;
  readonly #begunAt: number;

  constructor(
    private readonly run: Run,
    private readonly services: Pick<Services, 'inWiki' | 'lookups' | 'records' | 'now'>,
  ) {
    this.#pages = new TouchedPages(services);
    this.#begunAt = services.now();
  }

  /** If the lookup fails, the page is sent as it was planned. */
  async of(file: RunFile): Promise<Pick<DecideInput, 'changedInWiki' | 'foundAt'>> {
    const { run, services } = this;
    if (isRecentLookup(this.#begunAt, services.now())) {
      return {};
    }
    // What another window has published meanwhile is no change.
    await services.records.read();
    const touched = this.#touchedBy(file);
    if (touched === undefined) {
      return {};
    }
    const next = (): readonly Touched[] =>
      run.files
        .filter((each, index) => each !== file && run.state(index) === 'waiting')
        .flatMap((each) => this.#touchedBy(each) ?? [])
        .filter(({ record }) => record !== undefined);
    const found = await this.#pages.look(touched, touched.record && next).catch(() => undefined);
    return touched.record === undefined
      ? { foundAt: found?.foundAt }
      : { changedInWiki: found?.changedInWiki };
  }

  #touchedBy({ agreedChange, destination }: RunFile): Touched | undefined {
    const place = placeOf(destination);
    const record = destination.target.overwrite ? this.services.records.index.recordAt(place) : undefined;
    return record ? { record } : agreedChange?.kind === 'there' ? { place } : undefined;
  }
}

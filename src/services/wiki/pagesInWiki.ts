import type { Destination } from '../../core/publish/destination';
import { placeOf } from '../../core/publish/recordChanges';
import { findPublished, type PageRecord, type Place } from '../../core/records/pageRecord';
import {
  wikiChangeOf,
  publishedVersion,
  type FoundChangeOf,
  type PageThere,
} from '../../core/records/wikiChange';
import type { FoundChange, WikiPage } from '../../core/records/wikiPage';
import {
  isCurrent,
  maxPagesPerRequest,
  type FoundPage,
  type FoundUser,
  type LookupResult,
} from '../../core/wiki/lookups';
import { answeredAt, type AnsweredOutcome } from '../../core/wiki/outcome';
import { isSameTitle, type Target } from '../../core/wiki/target';
import { forEachConcurrently } from '../shared/forEachConcurrently';
import type { Lookups } from './lookups';
import type { PageRecords } from '../records/pageRecords';

export interface PagesInWikiDependencies {
  readonly lookups: Pick<Lookups, 'canLookUp' | 'page' | 'pageAt' | 'pagesById' | 'user'>;
  readonly records: Pick<
    PageRecords,
    'importerOf' | 'index' | 'recordChange' | 'recordImporter' | 'recordLookup'
  >;
  /** Whether a change that a lookup finds is kept with the page’s record, to be shown later; true if undefined. */
  readonly keepsChanges?: boolean;
  readonly failed: (pages: number) => void;
  readonly patienceMs?: number;
}

const freshMs = 5_000;

/** The difference is absolute, since the clock may have been set back. */
export function isRecentLookup(at: number, now: number): boolean {
  return Math.abs(now - at) < freshMs;
}

export interface AcceptedSend {
  readonly destination: Destination;
  readonly answeredAt: number | undefined;
  /** The send created the page: it was not allowed to replace one. */
  readonly isNew: boolean;
}

export function acceptedSendOf(destination: Destination, outcome: AnsweredOutcome): AcceptedSend {
  return { destination, answeredAt: answeredAt(outcome), isNew: !destination.target.overwrite };
}

const patienceMs = 3_000;
const asksAtOnce = 6;
/** After this many failed lookups in a row, the others are skipped: each would wait for its timeout. */
const mostMissed = 10;
/** The most pages that one call looks up by title, since each takes a request of its own. */
const mostLocated = 250;
const mostRefreshed = 4 * maxPagesPerRequest;

/** Looks up published pages with a platform token; a slow or failing wiki never fails a publish. */
export class PagesInWiki {
  /**
   * The page’s version at the last lookup (undefined: no page), by record ID. The next publish of the page uses it up.
   */
  readonly #versions = new Map<string, number | undefined>();
  readonly #users = new Map<string, FoundUser>();
  /** IDs of records in the order of their lookups: `refresh` begins with the stalest. */
  readonly #looked = new Set<string>();

  constructor(private readonly dependencies: PagesInWikiDependencies) {}

  forget(): void {
    [this.#versions, this.#users, this.#looked].forEach((known) => known.clear());
  }

  canLookUp(endpoint: string): Promise<boolean> {
    return this.dependencies.lookups.canLookUp(endpoint);
  }

  async locate(record: PageRecord): Promise<string | undefined> {
    return (await this.#pageOf(record))?.address;
  }

  /**
   * Adds the page’s ID and address to published records that lack them, at most `mostLocated` in one call.
   * Never rejects.
   */
  async lookUpUnseen(records: readonly PageRecord[]): Promise<void> {
    const left = records
      .filter(({ published, wiki }) => published !== undefined && wiki === undefined)
      .slice(0, mostLocated);
    const locating = forEachConcurrently(left, asksAtOnce, async (record) => {
      const page = await this.#pageOf(record);
      if (page !== undefined) {
        await this.dependencies.records.recordLookup(record.place, { id: page.id, address: page.address });
      }
    });
    await locating.catch(() => undefined);
  }

  async pageId(uri: string): Promise<string | undefined> {
    const record = findPublished(this.dependencies.records.index.ofFile({ uri }));
    return record && (record.wiki?.id ?? (await this.#pageOf(record))?.id);
  }

  /** True only if a lookup says so; false without a token or an answer. Never rejects. */
  async isMissing({ endpoint, target }: Destination): Promise<boolean> {
    const found = await this.dependencies.lookups
      .pageAt(endpoint, target, this.#patience())
      .catch(() => undefined);
    return found?.kind === 'missing';
  }

  async addressOf(endpoint: string, id: string): Promise<string | undefined> {
    const found = await this.dependencies.lookups.page(endpoint, id, this.#patience());
    return found?.kind === 'found' ? found.value.address : undefined;
  }

  /** Returns which of the parent pages a lookup did not find. Never rejects. */
  async lookUpMissing(
    places: readonly Pick<Place, 'endpoint' | 'parent'>[],
  ): Promise<(endpoint: string, id: string) => boolean> {
    const { lookups } = this.dependencies;
    const missing = new Set<string>();
    const find = async (): Promise<void> => {
      const signal = this.#patience();
      for (const [endpoint, own] of Map.groupBy(places, (each) => each.endpoint)) {
        const ids = [...new Set(own.map(({ parent }) => parent))].slice(0, maxPagesPerRequest);
        const found = await lookups.pagesById(endpoint, ids, signal);
        const pages = found?.kind === 'found' ? found.value.filter(isCurrent) : undefined;
        const unseen = pages === undefined ? [] : ids.filter((each) => pages.every(({ id }) => id !== each));
        // Asked for one page, the wiki also tells whether the token may see it.
        await forEachConcurrently(unseen, asksAtOnce, async (id) => {
          if ((await lookups.page(endpoint, id, signal))?.kind === 'missing') {
            missing.add(`${endpoint} ${id}`);
          }
        });
      }
    };
    await find().catch(() => undefined);
    return (endpoint, id) => missing.has(`${endpoint} ${id}`);
  }

  /** Looks up at most `mostRefreshed` pages, the stalest first, so that repeated calls reach all. */
  async refresh(records: readonly PageRecord[]): Promise<void> {
    const looked = new Map([...this.#looked].map((id, index) => [id, index]));
    const order = ({ id }: PageRecord): number => looked.get(id) ?? -1;
    const ordered = records.toSorted((one, other) => order(one) - order(other));
    await this.lookUpChanges(ordered.slice(0, mostRefreshed));
  }

  /** Compares the pages in the wiki with their records, and adds to the records what is new. */
  async lookUpChanges(records: readonly PageRecord[]): Promise<FoundChangeOf> {
    const known = await this.#comparable(records);
    const changes = new Map<string, FoundChange>();
    for (const { id } of known) {
      this.#versions.delete(id);
    }
    const signal = this.#patience(Math.ceil(known.length / maxPagesPerRequest));
    for (const [endpoint, pages] of Map.groupBy(known, ({ place }) => place.endpoint)) {
      await this.#lookAt(endpoint, pages, changes, signal);
    }
    const compared = known.filter(({ id }) => this.#versions.has(id));
    if (compared.length < known.length) {
      this.dependencies.failed(known.length - compared.length);
    }
    for (const { id } of compared) {
      this.#looked.delete(id);
      this.#looked.add(id);
    }
    const { records: kept, keepsChanges = true } = this.dependencies;
    await Promise.all(
      (keepsChanges ? compared : []).map((record) => kept.recordChange(record, changes.get(record.id))),
    );
    return ({ id }) => changes.get(id);
  }

  /** Records what it finds. Returns an entry for each send, in their order; undefined if the page was not found. Never rejects. */
  async lookUpPublished(all: readonly AcceptedSend[]): Promise<readonly (WikiPage | undefined)[]> {
    const { lookups, records, failed } = this.dependencies;
    const found: (WikiPage | undefined)[] = all.map(() => undefined);
    let [looked, missed] = [0, 0];
    const find = async (): Promise<void> => {
      const known = all.flatMap(({ destination }) => records.index.recordAt(placeOf(destination)) ?? []);
      const seen = await this.#comparable(known);
      const pages = seen.length > 1 ? await this.#together(seen) : new Map<string, FoundPage>();
      await forEachConcurrently(all, asksAtOnce, async (send, index) => {
        if (missed < mostMissed && (await lookups.canLookUp(send.destination.endpoint))) {
          looked++;
          found[index] = await this.#keep(send, pages);
          missed = found[index] === undefined ? missed + 1 : 0;
        }
      });
    };
    // Reading the token or writing a record may fail, but the publish has succeeded anyway.
    await find().catch(() => undefined);
    const located = found.filter((page) => page !== undefined).length;
    if (looked > located) {
      failed(looked - located);
    }
    return found;
  }

  async #pageOf({ place }: PageRecord): Promise<FoundPage | undefined> {
    const { endpoint, ...page } = place;
    const found = await this.dependencies.lookups.pageAt(endpoint, page, this.#patience());
    return found?.kind === 'found' ? found.value : undefined;
  }

  async #keep(
    { destination, answeredAt, isNew }: AcceptedSend,
    pages: ReadonlyMap<string, FoundPage>,
  ): Promise<WikiPage | undefined> {
    const { records } = this.dependencies;
    const { target } = destination;
    const record = records.index.recordAt(placeOf(destination));
    const before = isNew ? 0 : (this.#versions.get(record?.id ?? '') ?? record?.wiki?.version);
    this.#versions.delete(record?.id ?? '');
    const page = pages.get(record?.wiki?.id ?? '');
    const found =
      page !== undefined && isAt(page, target)
        ? { kind: 'found' as const, value: page }
        : await this.#find(destination, record?.wiki?.id, this.#patience());
    if (found.kind !== 'found') {
      await (found.kind === 'missing' ? records.recordLookup(placeOf(destination), undefined) : undefined);
      return undefined;
    }
    const { id, address } = found.value;
    const version = publishedVersion(found.value, before, answeredAt);
    // A later version is by somebody else.
    const authorId = version === found.value.version ? found.value.authorId : undefined;
    const wiki = { id, version, authorId, address };
    await records.recordLookup(placeOf(destination), wiki);
    await (authorId === undefined ? undefined : this.#learnImporter(destination.endpoint, authorId));
    return wiki;
  }

  /**
   * Leaves out records in wikis that can’t be asked, and those with neither a known page nor the time of the wiki’s
   * answer, to which a lookup can’t be compared. Of records without a known page, only `mostLocated` stay.
   */
  async #comparable(records: readonly PageRecord[]): Promise<readonly PageRecord[]> {
    const seen: PageRecord[] = [];
    let unseen = 0;
    for (const record of records) {
      const { wiki, published, place } = record;
      const isKnown = wiki !== undefined || (published?.answeredAt !== undefined && ++unseen <= mostLocated);
      if (isKnown && (await this.canLookUp(place.endpoint))) {
        seen.push(record);
      }
    }
    return seen;
  }

  async #find(
    { endpoint, target }: Destination,
    id: string | undefined,
    signal: AbortSignal,
  ): Promise<LookupResult<FoundPage>> {
    const { lookups } = this.dependencies;
    const known = id === undefined ? undefined : await lookups.page(endpoint, id, signal);
    return known?.kind === 'found' && isAt(known.value, target)
      ? known
      : ((await lookups.pageAt(endpoint, target, signal)) ?? { kind: 'unknown' });
  }

  async #lookAt(
    endpoint: string,
    records: readonly PageRecord[],
    changes: Map<string, FoundChange>,
    signal: AbortSignal,
  ): Promise<void> {
    const alone: PageRecord[] = [];
    const found = await this.#together(records.length > 1 ? records : []);
    for (const record of records) {
      const page = found.get(record.wiki?.id ?? '');
      if (page === undefined) {
        alone.push(record);
      } else {
        await this.#compare(record, { kind: 'found', value: page }, changes, signal);
      }
    }
    await forEachConcurrently(alone, asksAtOnce, async (record) => {
      const { place, wiki } = record;
      const { lookups } = this.dependencies;
      const page = await (wiki === undefined
        ? lookups.pageAt(endpoint, place, signal)
        : lookups.page(endpoint, wiki.id, signal));
      await this.#compare(record, page ?? { kind: 'unknown' }, changes, signal);
    });
  }

  async #together(records: readonly PageRecord[]): Promise<ReadonlyMap<string, FoundPage>> {
    const found = new Map<string, FoundPage>();
    for (const [endpoint, pages] of Map.groupBy(records, ({ place }) => place.endpoint)) {
      for (let start = 0; start < pages.length; start += maxPagesPerRequest) {
        const ids = pages.slice(start, start + maxPagesPerRequest).flatMap(({ wiki }) => wiki?.id ?? []);
        const answer = await this.dependencies.lookups.pagesById(endpoint, ids, this.#patience());
        for (const page of answer?.kind === 'found' ? answer.value : []) {
          found.set(page.id, page);
        }
      }
    }
    return found;
  }

  async #compare(
    record: PageRecord,
    found: LookupResult<FoundPage>,
    changes: Map<string, FoundChange>,
    signal: AbortSignal,
  ): Promise<void> {
    if (found.kind !== 'found' && found.kind !== 'missing') {
      return;
    }
    this.#versions.set(record.id, found.kind === 'found' ? found.value.version : undefined);
    const change = wikiChangeOf(
      record,
      found.kind === 'found' ? found.value : 'missing',
      this.dependencies.records.importerOf(record.place.endpoint),
    );
    if (change !== undefined) {
      changes.set(record.id, await this.withAuthor(record.place.endpoint, change, signal));
    }
    await (found.kind === 'found' ? this.#identify(record, found.value, change) : undefined);
  }

  /**
   * Adds what the record lacks of its page. The version counts as the publish’s own only if nobody changed the
   * page since.
   */
  async #identify(
    { place, wiki, published }: PageRecord,
    found: FoundPage,
    change: FoundChange | undefined,
  ): Promise<void> {
    const { id, authorId, address } = found;
    const version =
      change === undefined ? publishedVersion(found, undefined, published?.answeredAt) : undefined;
    if (wiki === undefined || (wiki.version === undefined && version !== undefined)) {
      const page = version === undefined ? { id, address } : { id, version, authorId, address };
      await this.dependencies.records.recordLookup(place, page);
    }
  }

  /** Adds the name of who made the last version of a page. */
  async withAuthor<T extends FoundChange | PageThere>(
    endpoint: string,
    change: T,
    signal: AbortSignal,
  ): Promise<T> {
    const authorId = 'authorId' in change ? change.authorId : undefined;
    if (authorId === undefined) {
      return change;
    }
    return { ...change, author: (await this.#user(endpoint, authorId, signal))?.name };
  }

  /** Whether the import made the last version: by the account that publishes from here showed, else by an app’s. */
  async isImported(endpoint: string, { authorId }: FoundPage, signal: AbortSignal): Promise<boolean> {
    if (authorId === undefined) {
      return false;
    }
    const importer = this.dependencies.records.importerOf(endpoint);
    return importer === undefined
      ? (await this.#user(endpoint, authorId, signal))?.isApp === true
      : importer === authorId;
  }

  /** `authorId`: of a version that a publish from here has made. A person’s account tells no publish from an edit. */
  async #learnImporter(endpoint: string, authorId: string): Promise<void> {
    const { records } = this.dependencies;
    if (records.importerOf(endpoint) !== authorId) {
      const user = await this.#user(endpoint, authorId, this.#patience());
      await (user && records.recordImporter(endpoint, user.isApp ? authorId : undefined));
    }
  }

  async #user(endpoint: string, accountId: string, signal: AbortSignal): Promise<FoundUser | undefined> {
    const key = `${endpoint} ${accountId}`;
    const known = this.#users.get(key);
    const found = known ? undefined : await this.dependencies.lookups.user(endpoint, accountId, signal);
    if (found?.kind === 'found') {
      this.#users.set(key, found.value);
    }
    return this.#users.get(key);
  }

  #patience(times = 1): AbortSignal {
    return AbortSignal.timeout((this.dependencies.patienceMs ?? patienceMs) * Math.max(1, times));
  }
}

function isAt(page: FoundPage, { title, parent }: Target): boolean {
  return isCurrent(page) && isSameTitle(page.title, title) && [undefined, parent].includes(page.parentId);
}

import * as l10n from '@vscode/l10n';
import type { Destination } from '../../core/publish/destination';
import { isSameDocument, isWithin, type FileIdentity } from '../../core/records/fileIdentity';
import { failedAttemptOf, withSendBegun, withFilesChanged, endingOf } from '../../core/publish/recordChanges';
import { withSendEnded, placeOf, withoutSend } from '../../core/publish/recordChanges';
import { isSamePlace } from '../../core/records/pageRecord';
import type { PageRecord, Place } from '../../core/records/pageRecord';
import { withChange, withMerged, withWikiPage, type StoredPage } from '../../core/records/storedPage';
import type { MergedChange } from '../../core/records/mergedChange';
import type { FoundChange, WikiPage } from '../../core/records/wikiPage';
import { UserError } from '../../core/text/errors';
import { answeredAt, type Outcome } from '../../core/wiki/outcome';
import { hashOf } from './hashOf';
import { Pages } from './pages';
import { SendsUnderWay } from './sendsUnderWay';
import type { PublishedTexts } from './publishedTexts';
import { importerKey, moveRows, pageRowId, type OpenRows, type RecordRows } from './recordRows';
import type { TitleScopes } from './titleScopes';
import type { Values } from './values';

export interface PageRecordsDependencies {
  readonly rows: RecordRows;
  /** Undefined where published texts are not kept, as in a terminal. */
  readonly texts: PublishedTexts | undefined;
  readonly now: () => number;
  readonly identify: (uri: string) => Promise<FileIdentity>;
  readonly isAssumedToExist: (file: FileIdentity) => Promise<boolean>;
  /** Called with each error of the store or the disk; publishing goes on without the records. */
  readonly failed: (error: unknown) => void;
  readonly isAlive?: (sender: string) => boolean;
  /** The Git commit that a job publishes. */
  readonly commit?: string | undefined;
}

/** All pages that were published from this computer, in any window and workspace. */
export class PageRecords {
  readonly #pages: Pages;
  readonly #sends: SendsUnderWay;
  #hasSwept = false;
  #changing = Promise.resolve();

  constructor(private readonly dependencies: PageRecordsDependencies) {
    const { now, isAlive, rows, failed } = dependencies;
    this.#sends = new SendsUnderWay(now, isAlive);
    this.#pages = new Pages(rows, failed);
  }

  get titleScopes(): TitleScopes {
    return this.#pages.titleScopes;
  }

  /** Reads what changed in the store since the last call, also through other windows. Never rejects. */
  async read(): Promise<Pages> {
    await this.#pages.read();
    return this.#pages;
  }

  get index(): Pages {
    return this.#pages;
  }

  /** Resolves with true only for the first window that asks for `what`, within at least 60 days. */
  claim(what: string): Promise<boolean> {
    return this.values.claim(what, this.dependencies.now());
  }

  get values(): Values {
    return this.#pages.values;
  }

  /** Calls `tell` with the IDs of changed records, whenever records are read or written. */
  watch(tell: (ids: readonly string[]) => void): { dispose(): void } {
    return this.#pages.watch(tell);
  }

  isUnderWay({ id }: PageRecord): boolean {
    const sends = this.#pages.stored(id)?.sends ?? [];
    return sends.some((send) => send.endedAt === undefined && this.#sends.isUnderWay(send));
  }

  /** Whether the last change of the page’s record is on disk, so that it outlives this window. */
  isPersistent(place: Place): boolean {
    return this.#pages.isPersistent(pageRowId(place));
  }

  /**
   * Called before the request, since the page may arrive even if the window crashes. `maySend` is asked with the
   * latest records of all windows; if it refuses, nothing is recorded, and the promise resolves with false.
   */
  async recordSend(
    file: FileIdentity,
    destination: Destination,
    hash: string,
    { maySend, wasMissing }: { readonly maySend: () => boolean; readonly wasMissing?: boolean | undefined },
  ): Promise<boolean> {
    const { commit } = this.dependencies;
    const send = { ...this.#sends.begin(file, destination, hash), wasMissing, commit };
    const isSent = await this.#pages.putIf(
      placeOf(destination),
      (page) => withSendBegun(page, send, (other) => this.#sends.isUnderWay(other), this.dependencies.now()),
      maySend,
    );
    if (!isSent) {
      this.#sends.ended(send);
    }
    return isSent;
  }

  /** Never rejects, since the person has to be told the outcome even if the disk fails. */
  async recordOutcome(
    sender: FileIdentity,
    destination: Destination,
    content: string,
    outcome: Outcome,
  ): Promise<void> {
    const send = this.#sends.of(sender, destination, hashOf(content));
    const place = placeOf(destination);
    const as = endingOf(outcome);
    if (this.#sends.isForgotten(send)) {
      await this.#pages.put(place, (page) => page && withoutSend(page, send.id));
      this.#sends.ended(send);
      return;
    }
    const begun = this.#pages.stored(pageRowId(place))?.sends.find(({ id }) => id === send.id);
    const { file = sender, sentAt = 0 } = begun ?? {};
    if (as === 'accepted') {
      await this.#try(this.dependencies.texts?.put(pageRowId(place), content));
      void (this.#hasSwept ? undefined : this.sweep());
    }
    const ended = { ...send, answeredAt: answeredAt(outcome) };
    // In a run, the next send follows at once, so both changes can share one commit.
    const isKept = await this.#pages.put(
      place,
      (page) => withSendEnded(page, ended, as, this.dependencies.now()),
      {
        gather: true,
      },
    );
    this.#sends.ended(send);
    const sent = { place, overwrite: destination.target.overwrite, sentAt };
    await this.#try(this.titleScopes.recordSend(this.index.recordsOfTitleInSpace(place), sent, outcome));
    if (as === 'accepted') {
      await this.#pages.recordFolder(place.endpoint, file);
      await (isKept ? this.#dropMoved(file, place) : undefined);
      this.#pages.attempts.ended(file, undefined);
    } else {
      this.#pages.attempts.ended(file, failedAttemptOf(file, destination, this.dependencies.now(), outcome));
    }
  }

  /** The person agreed to replace what others published from elsewhere: they are not asked about it again. */
  expectPublishes(endpoint: string, file: FileIdentity): Promise<void> {
    return this.#pages.expectPublishes(endpoint, file);
  }

  /** The account that the import’s versions are by, if that is an app’s: nobody edits a page by it. */
  importerOf(endpoint: string): string | undefined {
    return this.values.text(importerKey(endpoint));
  }

  async recordImporter(endpoint: string, accountId: string | undefined): Promise<void> {
    await (this.importerOf(endpoint) === accountId
      ? undefined
      : this.values.change(importerKey(endpoint), () => accountId));
  }

  /** `wiki`: what a lookup found after the last send, or the person named; undefined if the wiki does not have the page. */
  async recordLookup(place: Place, wiki: WikiPage | undefined): Promise<void> {
    await this.#pages.put(place, (page) => page && withWikiPage(page, wiki), { gather: true });
  }

  /** `change`: how the page in the wiki differs from `record`, if it does. Writes only what is not known already. */
  async recordChange(record: PageRecord, change: FoundChange | undefined): Promise<void> {
    const known = this.index.get(record.id)?.wiki?.change;
    if (JSON.stringify(known) !== JSON.stringify(change)) {
      await this.#pages.put(record.place, (page) => page && withChange(page, record, change));
    }
  }

  async correct(place: Place, change: (page: StoredPage) => StoredPage): Promise<void> {
    await this.#pages.put(place, (page) => page && change(page));
  }

  async forgetPage(place: Place): Promise<void> {
    await this.#pages.put(place, () => undefined);
    await this.#try(this.dependencies.texts?.remove(pageRowId(place)));
  }

  async recordMerge(place: Place, merged: MergedChange): Promise<void> {
    await this.#pages.put(place, (page) => page && withMerged(page, merged));
  }

  async text({ id, published }: PageRecord): Promise<string | undefined> {
    return published && (await this.dependencies.texts?.get(id, published.hash));
  }

  /**
   * Moves the records of a file, or of all files in a folder, to a new URI: it was
   * renamed, or an untitled document was saved.
   */
  async handOver(from: string, to: string): Promise<void> {
    const moved = new Map<string, FileIdentity>();
    await this.#changeFiles(from, async ({ uri }) => {
      const identity = moved.get(uri) ?? (await this.dependencies.identify(to + uri.slice(from.length)));
      moved.set(uri, identity);
      return identity;
    });
  }

  /**
   * Removes the URI from all records, since another document has it now. The outcome of a
   * send under way will not be recorded.
   */
  async forget(uri: string): Promise<void> {
    this.#sends.forget(uri);
    await this.#changeFiles(uri, () => Promise.resolve(undefined));
  }

  /** Deletes the kept texts of deleted files. Their records stay, since the files may come back. */
  async deleted(uri: string): Promise<void> {
    for (const { id, file } of (await this.read()).records) {
      if (isWithin(file.uri, uri)) {
        await this.#try(this.dependencies.texts?.remove(id));
      }
    }
  }

  /** Calls `PublishedTexts.sweep`: only texts of recorded pages whose files are not gone are wanted. */
  async sweep(): Promise<void> {
    this.#hasSwept = true;
    const index = await this.read();
    const isWanted = async (page: string): Promise<boolean> => {
      const record = index.get(page);
      return record !== undefined && (await this.dependencies.isAssumedToExist(record.file));
    };
    await this.#try(this.dependencies.texts?.sweep(isWanted, this.dependencies.now()));
  }

  /**
   * Moves all records of a connection to its new address. Rejects with a `UserError`, and
   * moves none, if the disk refuses.
   */
  async moveEndpoint(oldEndpoint: string, newEndpoint: string): Promise<void> {
    const { rows, texts } = this.dependencies;
    const { records } = await this.read();
    const moved = records.filter(({ place }) => place.endpoint === oldEndpoint);
    const kept = await Promise.all(moved.map((record) => this.text(record)));
    const places = moved.map(({ place }) => place);
    const values = [...this.values.entries()];
    const move = (open: OpenRows): void => moveRows(open, { places, values }, oldEndpoint, newEndpoint);
    if (!(await this.#try(rows.change(move)))) {
      throw new UserError(
        l10n.t(
          'What was published to the old address could not be taken over: the disk does not take it. It is still known at the old address. Make room on the disk, and reload the window to be asked again.',
        ),
      );
    }
    for (const [at, place] of places.entries()) {
      const text = kept[at];
      const id = pageRowId({ ...place, endpoint: newEndpoint });
      await (text === undefined ? undefined : this.#try(texts?.put(id, text)));
      await this.#try(texts?.remove(pageRowId(place)));
    }
    this.#pages.attempts.moveEndpoint(oldEndpoint, newEndpoint);
    await this.read();
  }

  /**
   * Where titles are unique in a space, publishing a page under another parent moves it, so
   * the record at its old place is removed.
   */
  async #dropMoved(file: FileIdentity, place: Place): Promise<void> {
    const isOwn = (record: PageRecord): boolean =>
      (record.otherSends ?? []).length === 0 && isSameDocument(record.file, file);
    const isOnce = this.titleScopes.of(place.endpoint) === 'space';
    const others = this.index.recordsOfTitleInSpace(place).filter((each) => !isSamePlace(each.place, place));
    for (const { place: other } of isOnce ? others.filter(isOwn) : []) {
      await this.forgetPage(other);
    }
  }

  /** Makes one change after the other, since a file may be moved again before its last move is recorded. */
  #changeFiles(
    within: string,
    change: (file: FileIdentity) => Promise<FileIdentity | undefined>,
  ): Promise<void> {
    const changing = this.#changing.then(() => this.#changeFilesNow(within, change));
    this.#changing = changing.catch(() => undefined);
    return changing;
  }

  async #changeFilesNow(
    within: string,
    change: (file: FileIdentity) => Promise<FileIdentity | undefined>,
  ): Promise<void> {
    const { records } = await this.read();
    for (const { id, place } of records) {
      const changed = new Map<string, FileIdentity | undefined>();
      const stored = this.#pages.stored(id);
      const all = stored === undefined ? [] : [stored, ...stored.sends].map(({ file }) => file);
      for (const each of all.filter(({ uri }) => isWithin(uri, within))) {
        changed.set(each.uri, await change(each));
      }
      if (changed.size > 0) {
        const next = (each: FileIdentity): FileIdentity | undefined =>
          changed.has(each.uri) ? changed.get(each.uri) : each;
        await this.#pages.put(place, (page) => page && withFilesChanged(page, next));
        if (this.#pages.stored(id) === undefined) {
          await this.#try(this.dependencies.texts?.remove(id));
        }
      }
    }
    await this.#pages.attempts.changeFiles(within, change);
  }

  async #try(work: Promise<unknown> | undefined): Promise<boolean> {
    try {
      await work;
      return true;
    } catch (error) {
      this.dependencies.failed(error);
      return false;
    }
  }
}

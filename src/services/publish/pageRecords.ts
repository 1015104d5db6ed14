import path from 'node:path';
import * as l10n from '@vscode/l10n';
import type { Destination } from '../../core/publish/destination';
import { adoptFile, attemptOf, beginSend, changeFiles } from '../../core/publish/pageChanges';
import { endingOf, endSend, placeOf, withoutSend } from '../../core/publish/pageChanges';
import { isClone } from '../../core/publish/kinship';
import { placeKey, sameFile, samePlace } from '../../core/publish/pageRecord';
import type { FileIdentity, PageRecord, Place } from '../../core/publish/pageRecord';
import { RecordIndex } from '../../core/publish/recordIndex';
import { mergePages, recordOf, storedPageSchema, timeFor } from '../../core/publish/storedPage';
import { withMerged, withUncertainSend, withWikiPage } from '../../core/publish/storedPage';
import type { StoredPage } from '../../core/publish/storedPage';
import type { MergedChange } from '../../core/publish/mergedChange';
import type { WikiPage } from '../../core/publish/wikiPage';
import { UserError } from '../../core/text/errors';
import type { Outcome } from '../../core/wiki/outcome';
import type { Disk } from '../export/system/disk';
import { FailedAttempts } from './failedAttempts';
import { isThere, isWithin } from './goneFiles';
import { shortHash } from '../shared/shortHash';
import { hashOf } from './hashOf';
import { OwnSends } from './ownSends';
import { RecognizedFiles } from './recognizedFiles';
import { PublishedTexts } from './publishedTexts';
import { TitleScopes } from './titleScopes';
import { VersionedFolder } from './versionedFolder';

export interface PageRecordsDependencies {
  readonly folder: string;
  readonly now: () => number;
  /** Returns what identifies the file at an address. */
  readonly identify: (uri: string) => Promise<FileIdentity>;
  readonly keepText: () => boolean;
  /** Is told of records that can't be read or written; publishing goes on without them. */
  readonly failed: (error: unknown) => void;
  /** Whether the window that sent a page still exists. */
  readonly isAlive?: (sender: string) => boolean;
  readonly disk?: Disk;
}

/** The records of all pages that were published from this computer, shared by all windows and workspaces. */
export class PageRecords {
  readonly #pages: VersionedFolder<StoredPage>;
  readonly #attempts: FailedAttempts;
  readonly #texts: PublishedTexts;
  readonly titleScopes: TitleScopes;
  readonly #sends: OwnSends;
  #loading: Promise<unknown> | undefined;
  #hasSwept = false;
  #changing = Promise.resolve();
  readonly #index: RecordIndex;
  readonly #recognized: RecognizedFiles;
  readonly #watchers = new Set<(ids: readonly string[]) => void>();

  constructor(private readonly dependencies: PageRecordsDependencies) {
    const { folder, keepText, disk, now, isAlive } = dependencies;
    this.#sends = new OwnSends(now, isAlive);
    this.#pages = new VersionedFolder({
      disk,
      folder,
      schema: storedPageSchema,
      merge: mergePages,
      markUncertain: withUncertainSend,
    });
    this.titleScopes = new TitleScopes(path.join(folder, 'titles'), now, disk);
    this.#index = new RecordIndex(keyOf, this.titleScopes.of);
    const parts = { disk, folder, index: this.#index, keep: (writing: Promise<void>) => this.#try(writing) };
    this.#attempts = new FailedAttempts(parts);
    this.#recognized = new RecognizedFiles({ ...parts, now });
    this.#texts = new PublishedTexts({ disk, folder: path.join(folder, 'texts'), keep: keepText });
  }

  /** Reads the records from the disk, where other windows write too. */
  async read(): Promise<RecordIndex> {
    const reading = this.#try(this.#readAll());
    this.#loading ??= reading;
    await reading;
    return this.last;
  }

  /** The records as they were last read, with what this window has written since. */
  get last(): RecordIndex {
    this.#takeChanges();
    return this.#index;
  }

  #takeChanges(): void {
    const changed = this.#pages.takeChanges();
    for (const id of changed) {
      const page = this.#pages.get(id);
      this.#index.set(id, page && recordOf(id, page));
    }
    this.#attempts.takeChanges();
    if (changed.length > 0) {
      this.#watchers.forEach((tell) => tell(changed));
    }
  }

  /** Reports the IDs of changed records, whenever records are read or written. */
  watch(tell: (ids: readonly string[]) => void): { dispose(): void } {
    this.#watchers.add(tell);
    return { dispose: () => this.#watchers.delete(tell) };
  }

  /** Whether a send of the page is under way, in any window. */
  isUnderWay({ id }: PageRecord): boolean {
    const sends = this.#pages.get(id)?.sends ?? [];
    return sends.some((send) => send.ended === undefined && this.#sends.isUnderWay(send));
  }

  /**
   * Returns the pages that the file is known to, the latest first; if it has none, those with its text. Looking does
   * not make the file their owner.
   */
  async ofFile(
    file: FileIdentity,
    fingerprints: readonly string[],
    index: RecordIndex = this.last,
  ): Promise<readonly PageRecord[]> {
    const own = index.ofFile(file);
    return own.length > 0 ? own : this.#recognized.of(file, fingerprints);
  }

  /** Records a send before it begins, since the page may arrive whatever happens afterwards. */
  async sending(file: FileIdentity, destination: Destination, hash: string): Promise<void> {
    const send = this.#sends.begin(file, destination, hash);
    const adopted = await this.#asOwner(file, destination);
    await this.#put(placeOf(destination), (page) =>
      beginSend(adopted(page), send, (other) => this.#sends.isUnderWay(other), this.dependencies.now()),
    );
  }

  /** Records the outcome of a send. Never rejects, since the person has to be told the outcome even if the disk fails. */
  async settled(
    sender: FileIdentity,
    destination: Destination,
    content: string,
    outcome: Outcome,
  ): Promise<void> {
    const send = this.#sends.of(sender, destination, hashOf(content));
    const place = placeOf(destination);
    const as = endingOf(outcome);
    if (this.#sends.isForgotten(send)) {
      await this.#put(place, (page) => page && withoutSend(page, send.id));
      this.#sends.ended(send);
      return;
    }
    const begun = this.#pages.get(keyOf(place))?.sends.find(({ id }) => id === send.id);
    const { file = sender, sentAt = 0 } = begun ?? {};
    if (as === 'taken') {
      await this.#try(this.#texts.put(keyOf(place), content));
      await this.#recognized.published(file, destination.answer);
      void (this.#hasSwept ? undefined : this.sweep());
    }
    const isKept = await this.#put(place, (page) => endSend(page, send, as, this.dependencies.now()));
    this.#sends.ended(send);
    const sent = { place, overwrite: destination.target.overwrite, sentAt };
    await this.#try(this.titleScopes.settled(this.last.titled(place), sent, outcome));
    await (as === 'taken' && isKept ? this.#dropMoved(file, place) : undefined);
    const failed = as === 'taken' ? undefined : attemptOf(file, destination, this.dependencies.now());
    await this.#attempts.ended(file, failed);
  }

  /** Records what a lookup after the last send found; undefined if the page does not exist. */
  async found(place: Place, wiki: WikiPage | undefined): Promise<void> {
    await this.#put(place, (page) => page && withWikiPage(page, wiki));
  }

  /** Records the change that was merged into the file. */
  async merged(place: Place, merged: MergedChange): Promise<void> {
    await this.#put(place, (page) => page && withMerged(page, merged));
  }

  /** Returns the text that was last published; undefined if it is no longer kept. */
  async text({ id, published }: PageRecord): Promise<string | undefined> {
    return published && (await this.#texts.get(id, published.hash));
  }

  /** Gives the pages to a new address, after a file or folder was moved or an untitled document was saved. */
  async handOver(from: string, to: string): Promise<void> {
    const moved = new Map<string, FileIdentity>();
    await this.#changeFiles(from, async ({ uri }) => {
      const identity = moved.get(uri) ?? (await this.dependencies.identify(to + uri.slice(from.length)));
      moved.set(uri, identity);
      return identity;
    });
  }

  /** Removes an address from all records, since another text has it now. A send under way is then nobody's. */
  async forget(uri: string): Promise<void> {
    this.#sends.forget(uri);
    await this.#changeFiles(uri, () => Promise.resolve(undefined));
  }

  /** Deletes the kept texts of deleted files; their records stay in case the files come back. */
  async deleted(uri: string): Promise<void> {
    for (const { id, files } of (await this.read()).records) {
      if (files.every((file) => isWithin(file.uri, uri))) {
        await this.#try(this.#texts.remove(id));
      }
    }
  }

  /** Deletes texts that no record refers to, and the oldest if there are too many; all of them if texts are not to be kept. */
  async sweep(): Promise<void> {
    this.#hasSwept = true;
    const { records } = await this.read();
    const files = new Map(records.map((record) => [record.id, record.files]));
    const isWanted = async (page: string): Promise<boolean> =>
      (await Promise.all((files.get(page) ?? []).map(isThere))).includes(true);
    await this.#try(this.#texts.sweep(isWanted, this.dependencies.now()));
  }

  /** Moves the records of a connection to its new address. Rejects if some can't be written there; these stay as well. */
  async takeOver(oldEndpoint: string, newEndpoint: string): Promise<void> {
    let isWhole = true;
    for (const record of (await this.read()).records) {
      const { id, place } = record;
      if (place.endpoint === oldEndpoint) {
        const [page, text] = [this.#pages.get(id), await this.text(record)];
        const moved = { ...place, endpoint: newEndpoint };
        const isKept = await this.#put(moved, (there) => {
          const changedAt = timeFor(page, this.dependencies.now());
          const here = page && { ...page, place: moved, changedAt };
          return here && there ? mergePages([there, here]) : (here ?? there);
        });
        if (isKept && (text === undefined || (await this.#try(this.#texts.put(keyOf(moved), text))))) {
          await this.#put(place, () => undefined);
          await this.#try(this.#texts.remove(id));
        } else {
          isWhole = false;
        }
      }
    }
    await this.#try(this.titleScopes.takeOver(oldEndpoint, newEndpoint));
    await this.#attempts.takeOver(oldEndpoint, newEndpoint);
    if (!isWhole) {
      throw new UserError(
        l10n.t(
          'Not all that was published to the old address could be taken over: the disk does not take it. What is missing is still known at the old address. Make room on the disk, and reload the window to be asked again.',
        ),
      );
    }
  }

  async #readAll(): Promise<void> {
    const parts = [this.#pages, this.#attempts, this.titleScopes, this.#recognized];
    await Promise.all(parts.map((part) => part.read()));
  }

  /** Returns a function that adds the file to the owners of the page, if its text showed that the page was published from it. */
  async #asOwner(
    file: FileIdentity,
    destination: Destination,
  ): Promise<(page: StoredPage | undefined) => StoredPage | undefined> {
    const { id } = this.last.at(placeOf(destination)) ?? {};
    const known = destination.target.overwrite ? await this.ofFile(file, []) : [];
    const record = known.find((each) => each.id === id);
    const files = record?.files.filter((other) => !isClone(file, other) && !sameFile(file, other)) ?? [];
    const there = await Promise.all(files.map(isThere));
    const gone = files.filter((_file, at) => there[at] !== true);
    const isGone = (other: FileIdentity): boolean => gone.some((each) => sameFile(each, other));
    return (page) =>
      page === undefined || record === undefined || page.files.some((own) => sameFile(own, file))
        ? page
        : adoptFile(page, file, isGone, this.dependencies.now());
  }

  /** Where titles are unique in a space, removes the record of the file's page under another parent, since the wiki has moved that page. */
  async #dropMoved(file: FileIdentity, place: Place): Promise<void> {
    const isOwn = ({ files, claims = [] }: PageRecord): boolean =>
      claims.length === 0 && files.every((maker) => sameFile(maker, file));
    const isOnce = this.titleScopes.of(place.endpoint) === 'space';
    const others = this.last.titled(place).filter((each) => !samePlace(each.place, place));
    for (const { id, place: other } of isOnce ? others.filter(isOwn) : []) {
      await this.#put(other, () => undefined);
      await this.#try(this.#texts.remove(id));
    }
  }

  /** Makes one change after the other, since a file may be moved again before the last move is written. */
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
    for (const { id, place, files, claims = [] } of records) {
      const changed = new Map<string, FileIdentity | undefined>();
      const all = [...files, ...claims.map(({ file }) => file)];
      for (const file of all.filter(({ uri }) => isWithin(uri, within))) {
        changed.set(file.uri, await change(file));
      }
      if (changed.size > 0) {
        const now = this.dependencies.now();
        const next = (file: FileIdentity): FileIdentity | undefined =>
          changed.has(file.uri) ? changed.get(file.uri) : file;
        await this.#put(place, (page) => page && changeFiles(page, next, now));
        if (this.#pages.get(id) === undefined) {
          await this.#try(this.#texts.remove(id));
        }
      }
    }
    const isMoved = ({ uri }: FileIdentity): boolean => isWithin(uri, within);
    await this.#recognized.handOver(isMoved, change);
    await this.#attempts.handOver(isMoved, change);
  }

  /** Returns whether the disk took the change; this window has it either way. */
  async #put(
    place: Place,
    change: (page: StoredPage | undefined) => StoredPage | undefined,
  ): Promise<boolean> {
    await (this.#loading ?? this.read());
    const isKept = await this.#try(this.#pages.put(keyOf(place), change));
    this.#takeChanges();
    return isKept;
  }

  /** Returns whether the work succeeded. */
  async #try(work: Promise<unknown>): Promise<boolean> {
    try {
      await work;
      return true;
    } catch (error) {
      this.dependencies.failed(error);
      return false;
    }
  }
}

const keyOf = (place: Place): string => shortHash(placeKey(place));

import { isOtherFileOrRemote, documentIndexKeys, isSameDocument, type FileIdentity } from './fileIdentity';
import {
  lastSendAt,
  titleKey,
  recordForReplacingFile,
  type FailedAttempt,
  type PageRecord,
  type Place,
} from './pageRecord';
import { CopyOnWriteMap } from '../text/copyOnWriteMap';
import type { TitleLookup } from './recordToReplace';

export class RecordIndex {
  constructor(
    private readonly idOf: (place: Place) => string,
    private readonly known: {
      readonly titleScope?: TitleLookup['titleScope'];
      readonly attempt?: (file: FileIdentity) => FailedAttempt | undefined;
      readonly hasFolderPublished?: (endpoint: string, file: FileIdentity) => boolean;
    } = {},
    private readonly byId = new CopyOnWriteMap<PageRecord>(),
    private readonly groups = {
      documents: new Groups(documentKeys),
      titles: new Groups(({ place }) => [titleKey(place.title)]),
      pages: new Groups(({ wiki }) => (wiki === undefined ? [] : [wiki.id])),
    },
  ) {}

  readonly titleScope: TitleLookup['titleScope'] = (endpoint) => this.known.titleScope?.(endpoint);

  readonly attempt = (file: FileIdentity): FailedAttempt | undefined => this.known.attempt?.(file);

  /** Whether any file was published to the wiki from the clone or worktree of `file`; false without a Git remote. */
  readonly hasFolderPublished = (endpoint: string, file: FileIdentity): boolean =>
    this.known.hasFolderPublished?.(endpoint, file) ?? false;

  /** Returns a copy for what is shown to a person: it stays the same while records change. */
  copy(): RecordIndex {
    const { documents, titles, pages } = this.groups;
    const groups = { documents: documents.copy(), titles: titles.copy(), pages: pages.copy() };
    return new RecordIndex(this.idOf, this.known, new CopyOnWriteMap(this.byId), groups);
  }

  get records(): readonly PageRecord[] {
    return this.byId.values();
  }

  get(id: string): PageRecord | undefined {
    return this.byId.get(id);
  }

  set(id: string, record: PageRecord | undefined): void {
    const before = this.byId.get(id);
    Object.values(this.groups).forEach((groups) => groups.replace(before, record));
    this.byId.set(id, record);
  }

  /**
   * Returns the document’s pages and those of others that it may have replaced: first
   * those sent from this working folder, then all others, each with the latest send first.
   */
  readonly ofFile = (file: FileIdentity): readonly PageRecord[] =>
    this.groups.documents
      .get(documentIndexKeys(file))
      .map((record) => (isSameDocument(file, record.file) ? record : recordForReplacingFile(record, file)))
      .filter((record) => record !== undefined)
      .toSorted(
        (one, other) =>
          Number(isOtherFileOrRemote(one.file, file)) - Number(isOtherFileOrRemote(other.file, file)) ||
          lastSendAt(other) - lastSendAt(one),
      );

  readonly recordAt = (place: Place): PageRecord | undefined => this.byId.get(this.idOf(place));

  readonly recordsOfTitleInSpace: TitleLookup['recordsOfTitleInSpace'] = ({ endpoint, space, title }) =>
    this.ofTitle(title).filter(({ place }) => place.endpoint === endpoint && place.space === space);

  /** `id`: the page’s ID in the wiki, which is known only after a lookup. */
  titleOf(endpoint: string, id: string): string | undefined {
    return this.groups.pages.get([id]).find(({ place }) => place.endpoint === endpoint)?.place.title;
  }

  ofTitle(title: string): readonly PageRecord[] {
    return this.groups.titles.get([titleKey(title)]);
  }
}

function documentKeys({ file, otherSends = [] }: PageRecord): readonly string[] {
  return [file, ...otherSends.map((claim) => claim.file)].flatMap(documentIndexKeys);
}

class Groups {
  constructor(
    private readonly keysOf: (record: PageRecord) => readonly string[],
    /** Most keys have one record; an array for each would take as much memory as the record. */
    private readonly groups = new CopyOnWriteMap<PageRecord | readonly PageRecord[]>(),
  ) {}

  copy(): Groups {
    return new Groups(this.keysOf, new CopyOnWriteMap(this.groups));
  }

  get(keys: readonly string[]): PageRecord[] {
    return [...new Set(keys.flatMap((key) => this.groups.get(key) ?? []))];
  }

  replace(before: PageRecord | undefined, after: PageRecord | undefined): void {
    for (const key of before === undefined ? [] : this.keysOf(before)) {
      const left = this.get([key]).filter((record) => record !== before);
      this.groups.set(key, left.length > 1 ? left : left[0]);
    }
    if (after !== undefined) {
      for (const key of this.keysOf(after)) {
        const known = this.groups.get(key);
        this.groups.set(key, known === undefined ? after : [known, after].flat());
      }
    }
  }
}

import { isFromElsewhere, keysOf, sameDocument, type FileIdentity } from './fileIdentity';
import { lastAt, titleKey, withClaimOf, type FailedAttempt, type PageRecord, type Place } from './pageRecord';
import type { Titles } from './replacing';

/** Finds records by document and by place. */
export class RecordIndex {
  #records = new Map<string, PageRecord>();
  readonly #ofDocuments = new Groups(({ file, claims = [] }) =>
    [file, ...claims.map((claim) => claim.file)].flatMap(keysOf),
  );
  readonly #titled = new Groups(({ place }) => [titleKey(place.title)]);
  readonly #found = new Groups(({ wiki }) => (wiki === undefined ? [] : [wiki.id]));

  /** `idOf` returns the ID of the record of a place. */
  constructor(
    private readonly idOf: (place: Place) => string,
    private readonly known: {
      readonly titleScope?: Titles['titleScope'];
      readonly attempt?: (file: FileIdentity) => FailedAttempt | undefined;
      readonly hasPublished?: (endpoint: string, file: FileIdentity) => boolean;
    } = {},
  ) {}

  readonly titleScope: Titles['titleScope'] = (endpoint) => this.known.titleScope?.(endpoint);

  /** Returns the last destination of a file whose last publish failed. */
  readonly attempt = (file: FileIdentity): FailedAttempt | undefined => this.known.attempt?.(file);

  /** Whether pages of the file’s repository were published to the wiki from its working folder. */
  readonly hasPublished = (endpoint: string, file: FileIdentity): boolean =>
    this.known.hasPublished?.(endpoint, file) ?? false;

  /** Returns the index as it is now, for what is shown to a person while records change. */
  copy(): RecordIndex {
    const copy = new RecordIndex(this.idOf, this.known);
    copy.#records = new Map(this.#records);
    copy.#ofDocuments.take(this.#ofDocuments);
    copy.#titled.take(this.#titled);
    return copy;
  }

  get records(): readonly PageRecord[] {
    return [...this.#records.values()];
  }

  get(id: string): PageRecord | undefined {
    return this.#records.get(id);
  }

  /** Sets or, with undefined, removes the record of an ID. */
  set(id: string, record: PageRecord | undefined): void {
    const before = this.#records.get(id);
    [this.#ofDocuments, this.#titled, this.#found].forEach((groups) => groups.replace(before, record));
    if (record === undefined) {
      this.#records.delete(id);
    } else {
      this.#records.set(id, record);
    }
  }

  /**
   * Returns the document’s pages, and those of others that it may have replaced: first those that were published from
   * this working folder, the latest first.
   */
  readonly ofFile = (file: FileIdentity): readonly PageRecord[] =>
    this.#ofDocuments
      .get(keysOf(file))
      .map((record) => (sameDocument(file, record.file) ? record : withClaimOf(record, file)))
      .filter((record) => record !== undefined)
      .sort(
        (one, other) =>
          Number(isFromElsewhere(one.file, file)) - Number(isFromElsewhere(other.file, file)) ||
          lastAt(other) - lastAt(one),
      );

  readonly at = (place: Place): PageRecord | undefined => this.#records.get(this.idOf(place));

  /** Returns the records of a title in a space, under any parent. */
  readonly titled: Titles['titled'] = ({ endpoint, space, title }) =>
    this.ofTitle(title).filter(({ place }) => place.endpoint === endpoint && place.space === space);

  /** Returns the title of a page that a lookup found after it was published. */
  titleOf(endpoint: string, id: string): string | undefined {
    return this.#found.get([id]).find(({ place }) => place.endpoint === endpoint)?.place.title;
  }

  /** Returns the records of a title anywhere. */
  ofTitle(title: string): readonly PageRecord[] {
    return this.#titled.get([titleKey(title)]);
  }
}

/** Records by keys that several of them may have. */
class Groups {
  #groups = new Map<string, readonly PageRecord[]>();

  constructor(private readonly keysOf: (record: PageRecord) => readonly string[]) {}

  get(keys: readonly string[]): PageRecord[] {
    return [...new Set(keys.flatMap((key) => this.#groups.get(key) ?? []))];
  }

  take(other: Groups): void {
    this.#groups = new Map(other.#groups);
  }

  replace(before: PageRecord | undefined, after: PageRecord | undefined): void {
    for (const key of before === undefined ? [] : this.keysOf(before)) {
      const left = this.#groups.get(key)?.filter((record) => record !== before) ?? [];
      if (left.length > 0) {
        this.#groups.set(key, left);
      } else {
        this.#groups.delete(key);
      }
    }
    for (const key of after === undefined ? [] : this.keysOf(after)) {
      this.#groups.set(key, [...(this.#groups.get(key) ?? []), ...(after ? [after] : [])]);
    }
  }
}

import {
  placeKey,
  sameFile,
  type Attempt,
  type FileIdentity,
  type PageRecord,
  type Place,
} from './pageRecord';

/** All that is known of pages, found by file, by place and by text. */
export class RecordIndex {
  readonly #ofFiles = new Map<string, PageRecord[]>();
  readonly #at = new Map<string, PageRecord>();
  readonly #byHash = new Map<string, PageRecord[]>();
  readonly #attemptsOf = new Map<string, Attempt[]>();

  constructor(
    readonly records: readonly PageRecord[] = [],
    readonly attempts: readonly Attempt[] = [],
  ) {
    for (const record of records) {
      this.#at.set(placeKey(record.place), record);
      for (const key of new Set(record.files.flatMap(fileKeys))) {
        add(this.#ofFiles, key, record);
      }
      if (record.published !== undefined) {
        add(this.#byHash, record.published.hash, record);
      }
    }
    for (const attempt of attempts) {
      for (const key of fileKeys(attempt.file)) {
        add(this.#attemptsOf, key, attempt);
      }
    }
  }

  /** The file's pages, the latest first. */
  ofFile(file: FileIdentity): readonly PageRecord[] {
    return found(this.#ofFiles, fileKeys(file))
      .filter(({ files }) => files.some((other) => sameFile(file, other)))
      .sort((one, other) => lastAt(other) - lastAt(one));
  }

  /** The record of a page, whichever file made it. */
  at(place: Place): PageRecord | undefined {
    return this.#at.get(placeKey(place));
  }

  attempt(file: FileIdentity): Attempt | undefined {
    return found(this.#attemptsOf, fileKeys(file)).find((attempt) => sameFile(file, attempt.file));
  }

  /** The pages whose last text was one of these. */
  alike(hashes: readonly string[]): readonly PageRecord[] {
    return found(this.#byHash, hashes);
  }
}

function fileKeys({ uri, realPath }: FileIdentity): readonly string[] {
  return realPath === undefined ? [uri] : [uri, realPath];
}

function add<T>(map: Map<string, T[]>, key: string, value: T): void {
  const there = map.get(key);
  if (there === undefined) {
    map.set(key, [value]);
  } else {
    there.push(value);
  }
}

function found<T>(map: ReadonlyMap<string, readonly T[]>, keys: readonly string[]): T[] {
  return [...new Set(keys.flatMap((key) => map.get(key) ?? []))];
}

function lastAt({ published, pending }: PageRecord): number {
  return Math.max(published?.publishedAt ?? 0, pending?.sentAt ?? 0);
}

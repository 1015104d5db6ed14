import { isClone, isKin } from './kinship';
import type { Sighting } from './sighting';
import {
  withClaimOf,
  lastAt,
  sameFile,
  titleKey,
  type FailedAttempt,
  type FileIdentity,
  type PageRecord,
  type Place,
} from './pageRecord';
import type { Titles } from './replacing';

/** Finds records by file, by place and by text. */
export class RecordIndex {
  readonly #records = new Map<string, PageRecord>();
  readonly #attempts = new Map<string, FailedAttempt>();
  readonly #ofFiles = new Groups(this.#records, ({ files, claims = [] }) =>
    [...files, ...claims.map(({ file }) => file)].flatMap(fileKeys),
  );
  readonly #byHash = new Groups(this.#records, ({ published }) =>
    published === undefined ? [] : [published.hash],
  );
  readonly #named = new Groups(this.#records, ({ files }) => files.map(nameOf));
  readonly #titled = new Groups(this.#records, ({ place }) => [titleKey(place.title)]);
  readonly #sightings = new Map<string, Sighting>();
  readonly #sightingsOf = new Groups(this.#sightings, ({ file }) => fileKeys(file));
  readonly #attemptsOf = new Groups(this.#attempts, ({ file }) => fileKeys(file));

  /** `idOf` returns the ID of the record of a place. */
  constructor(
    private readonly idOf: (place: Place) => string,
    readonly titleScope: Titles['titleScope'] = () => undefined,
  ) {}

  get records(): readonly PageRecord[] {
    return [...this.#records.values()];
  }

  get attempts(): readonly FailedAttempt[] {
    return [...this.#attempts.values()];
  }

  get(id: string): PageRecord | undefined {
    return this.#records.get(id);
  }

  /** Sets or, with undefined, removes the record of an ID. */
  set(id: string, record: PageRecord | undefined): void {
    const before = this.#records.get(id);
    [this.#ofFiles, this.#byHash, this.#named, this.#titled].forEach((groups) =>
      groups.replace(before, record),
    );
    setOrDelete(this.#records, id, record);
  }

  setAttempt(id: string, attempt: FailedAttempt | undefined): void {
    this.#attemptsOf.replace(this.#attempts.get(id), attempt);
    setOrDelete(this.#attempts, id, attempt);
  }

  setSighting(id: string, sighting: Sighting | undefined): void {
    this.#sightingsOf.replace(this.#sightings.get(id), sighting);
    setOrDelete(this.#sightings, id, sighting);
  }

  get sightings(): readonly Sighting[] {
    return [...this.#sightings.values()];
  }

  /** Returns the hashes of texts of other files' pages that this file was seen with. */
  seen(file: FileIdentity): readonly string[] {
    return this.#sightingsOf
      .get(fileKeys(file))
      .flatMap((sighting) => (sameFile(file, sighting.file) ? sighting.hashes : []));
  }

  /** Returns the file's pages, and those of others that it may have replaced, the latest first. */
  ofFile(file: FileIdentity): readonly PageRecord[] {
    return this.#ofFiles
      .get(fileKeys(file))
      .map((record) =>
        record.files.some((other) => sameFile(file, other)) ? record : withClaimOf(record, file),
      )
      .filter((record) => record !== undefined)
      .sort((one, other) => lastAt(other) - lastAt(one));
  }

  readonly at = (place: Place): PageRecord | undefined => this.#records.get(this.idOf(place));

  /** Returns the records of a title in a space, under any parent. */
  readonly titled: Titles['titled'] = ({ endpoint, space, title }) =>
    this.#titled
      .get([titleKey(title)])
      .filter(({ place }) => place.endpoint === endpoint && place.space === space);

  attempt(file: FileIdentity): FailedAttempt | undefined {
    return this.#attemptsOf.get(fileKeys(file)).find((attempt) => sameFile(file, attempt.file));
  }

  /** Returns pages of files that this one may be a clone or a moved copy of, up to a limit. */
  named(file: FileIdentity, most: number): readonly PageRecord[] {
    const seen = this.#kin(file, this.alike(this.seen(file)));
    const named = this.#kin(file, this.#named.get([nameOf(file)]));
    const clones = named.filter(({ files }) => files.some((each) => isClone(file, each)));
    return [...new Set([...seen, ...clones, ...named])].slice(0, most);
  }

  /** Returns the file's pages or, if it has none, those of its folder or repository that it was seen with the text of. */
  known(file: FileIdentity): readonly PageRecord[] {
    const own = this.ofFile(file);
    return own.length > 0 ? own : this.#kin(file, this.alike(this.seen(file)));
  }

  #kin(file: FileIdentity, records: readonly PageRecord[]): readonly PageRecord[] {
    return records.filter(({ files }) => files.some((each) => isKin(file, each)));
  }

  /** Returns the pages whose last text has one of these hashes. */
  alike(hashes: readonly string[]): readonly PageRecord[] {
    return this.#byHash.get(hashes);
  }
}

/**
 * Groups are made when one is first asked for. A group of one member is stored as the member, since a set for each
 * would take half of the memory.
 */
class Groups<T extends object> {
  #groups: GroupsByKey<T> | undefined;

  constructor(
    private readonly all: ReadonlyMap<string, T>,
    private readonly keysOf: (value: T) => readonly string[],
  ) {}

  get(keys: readonly string[]): T[] {
    if (this.#groups === undefined) {
      this.#groups = new Map();
      this.all.forEach((value) => this.replace(undefined, value));
    }
    return [...new Set(keys.flatMap((key) => [...this.#at(key)]))];
  }

  #at(key: string): Iterable<T> {
    const group = this.#groups?.get(key);
    return group === undefined ? [] : group instanceof Set ? group : [group];
  }

  replace(before: T | undefined, after: T | undefined): void {
    const groups = this.#groups;
    if (groups === undefined) {
      return;
    }
    if (before !== undefined) {
      this.keysOf(before).forEach((key) => removeFromGroup(groups, key, before));
    }
    if (after !== undefined) {
      this.keysOf(after).forEach((key) => addToGroup(groups, key, after));
    }
  }
}

type GroupsByKey<T> = Map<string, T | Set<T>>;

function removeFromGroup<T extends object>(groups: GroupsByKey<T>, key: string, value: T): void {
  const group = groups.get(key);
  if (group === value || (group instanceof Set && group.delete(value) && group.size === 0)) {
    groups.delete(key);
  }
}

function addToGroup<T extends object>(groups: GroupsByKey<T>, key: string, value: T): void {
  const group = groups.get(key);
  if (group instanceof Set) {
    group.add(value);
  } else if (group !== value) {
    groups.set(key, group === undefined ? value : new Set([group, value]));
  }
}

function setOrDelete<T>(map: Map<string, T>, key: string, value: T | undefined): void {
  if (value === undefined) {
    map.delete(key);
  } else {
    map.set(key, value);
  }
}

function nameOf({ uri }: FileIdentity): string {
  return uri.slice(uri.lastIndexOf('/') + 1);
}

/** Most addresses equal the real path, so they need one key, of a string that is in memory already. */
function fileKeys({ uri, realPath }: FileIdentity): readonly string[] {
  const path = uri.replace(/^file:\/\/(?=\/)/, '');
  return realPath === undefined || realPath === path ? [realPath ?? path] : [path, realPath];
}

import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { GenericSchema } from 'valibot';
import { membersOf, parseJson, readAs } from '../../core/text/json';
import { codeOf, realDisk, type Disk } from '../export/system/disk';
import { eachOf } from '../shared/eachOf';
import { partialSuffix, writeWhole } from './writeWhole';

export interface VersionedFolderOptions<T> {
  readonly folder: string;
  readonly disk?: Disk | undefined;
  readonly schema: GenericSchema<unknown, T>;
  /** Merges values that several windows wrote without knowing of each other. */
  readonly merge: (values: readonly [T, ...T[]]) => T;
  /** Marks the value on the disk as uncertain, because a later one could not be written. */
  readonly markUncertain?: (value: T, name: string) => T;
}

/** Returns the merge that keeps the value with the latest time. */
export function latestBy<T>(timeOf: (value: T) => number): VersionedFolderOptions<T>['merge'] {
  return ([first, ...others]) =>
    others.reduce((one, other) => (timeOf(other) > timeOf(one) ? other : one), first);
}

interface Version<T> {
  readonly file: string;
  readonly value: T;
}

/** A copy of all values in one file, which is faster to read than ten thousand files. It has no other use. */
const copyOfAll = 'gathered.json';
const mostAlone = { count: 10, share: 0.01 };
const name = /^([\da-f]{32})\.[\da-f-]{36}(\.doubt)?\.json$/;
const abandonedMs = 60 * 60_000;
const readers = 16;

/**
 * Values in a folder. Each version is a file of its own that never changes, so its name alone shows whether it is new,
 * a window that dies leaves no partial value, and what two windows write at once stays until it is merged.
 */
export class VersionedFolder<T> {
  /** The versions of each value by its key. A single version is stored without an array, since there may be thousands. */
  readonly #known = new Map<string, Version<T> | readonly Version<T>[]>();
  readonly #damaged = new Set<string>();
  readonly #putting = new Map<string, Promise<void>>();
  /** Files that are not written yet, or could not be. */
  readonly #unwritten = new Set<string>();
  /** Files that were removed but may still be on the disk. */
  readonly #removed = new Set<string>();
  readonly #disk: Disk;
  #reading: Promise<void> | undefined;
  readonly #changed = new Set<string>();

  constructor(private readonly options: VersionedFolderOptions<T>) {
    this.#disk = options.disk ?? realDisk;
  }

  /** Returns the keys that have changed since the last call. */
  takeChanges(): readonly string[] {
    const keys = [...this.#changed];
    this.#changed.clear();
    return keys;
  }

  /** Returns the value of a key, as of the last read. */
  get(key: string): T | undefined {
    const [first, ...others] = this.#versions(key).map(({ value }) => value);
    return first === undefined || others.length === 0 ? first : this.options.merge([first, ...others]);
  }

  /** Reads the names on the disk and the new files. Rejects if the folder can't be read. */
  read(): Promise<void> {
    this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
    return this.#reading;
  }

  /**
   * Replaces the value of a key; undefined removes it. Calls for one key run one after the other. Rejects if the disk
   * does not take the value: then this window has it, and all others take theirs as uncertain.
   */
  put(key: string, change: (value: T | undefined) => T | undefined): Promise<void> {
    const before = this.#putting.get(key) ?? Promise.resolve();
    const putting = before.catch(() => undefined).then(() => this.#put(key, change(this.get(key))));
    this.#putting.set(key, putting);
    const done = (): void => {
      if (this.#putting.get(key) === putting) {
        this.#putting.delete(key);
      }
    };
    void putting.then(done, done);
    return putting;
  }

  async #put(key: string, value: T | undefined): Promise<void> {
    const before = this.#versions(key).map(({ file }) => file);
    const next = `${key}.${randomUUID()}.json`;
    this.#forget(before);
    if (value !== undefined) {
      this.#unwritten.add(next);
      this.#add(key, next, value);
      try {
        await this.#write(next, value);
        this.#unwritten.delete(next);
      } catch (error) {
        await this.#markUncertain(before);
        throw error;
      }
    }
    const gone = await Promise.all(before.map((old) => this.#remove(old)));
    if (gone.includes(true)) {
      // Another window has replaced the value in the meantime.
      await this.read();
    }
  }

  #write(next: string, value: unknown): Promise<void> {
    return writeWhole(this.#disk, this.#file(next), JSON.stringify(value));
  }

  /** Marks versions as uncertain by renaming their files, which works on a full disk too. */
  async #markUncertain(names: readonly string[]): Promise<void> {
    for (const old of names.filter((each) => !each.includes('.doubt.'))) {
      const uncertain = old.replace('.json', '.doubt.json');
      await this.#disk.rename(this.#file(old), this.#file(uncertain)).catch(() => undefined);
    }
  }

  /** Returns whether the file was gone already. */
  async #remove(old: string): Promise<boolean> {
    if (this.#unwritten.delete(old)) {
      return false;
    }
    try {
      await this.#disk.unlink(this.#file(old));
      return false;
    } catch (error) {
      return codeOf(error) === 'ENOENT';
    }
  }

  async #read(): Promise<void> {
    const names = this.#all().map(({ file }) => file);
    const before = new Set(names.filter((each) => !this.#unwritten.has(each)));
    const listed = await this.#disk.readdir(this.options.folder).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') {
        return [];
      }
      throw error;
    });
    const there = new Set(listed);
    this.#forget([...before].filter((each) => !there.has(each)));
    for (const removed of this.#removed) {
      if (!there.has(removed)) {
        this.#removed.delete(removed);
      }
    }
    const unread = listed.filter((each) => name.test(each) && !before.has(each) && !this.#damaged.has(each));
    const stored = this.#known.size === 0 ? await this.#gathered() : new Map<string, unknown>();
    const alone = unread.filter((each) => !this.#take(each, stored.get(each)));
    await eachOf(alone, readers, (each) => this.#readOne(each));
    if (alone.length > mostAlone.count + mostAlone.share * this.#known.size) {
      await this.#gather().catch(() => undefined);
    }
    await eachOf(
      listed.filter((each) => each.endsWith(partialSuffix)),
      readers,
      (each) => this.#sweep(each),
    );
  }

  async #readOne(file: string): Promise<void> {
    // A file that can't be opened is tried again at the next read.
    const text = await this.#disk.readFile(this.#file(file), 'utf8').catch(() => undefined);
    if (text !== undefined && !this.#take(file, parseJson(text))) {
      this.#damaged.add(file);
    }
  }

  /** Returns whether the stored JSON is a value. */
  #take(file: string, stored: unknown): boolean {
    const [, key = '', uncertain] = name.exec(file) ?? [];
    const value = readAs(this.options.schema, stored);
    if (value !== undefined && !this.#removed.has(file)) {
      const { markUncertain = () => value } = this.options;
      this.#add(key, file, uncertain === undefined ? value : markUncertain(value, file));
    }
    return value !== undefined;
  }

  async #gathered(): Promise<ReadonlyMap<string, unknown>> {
    const stored = parseJson(await this.#disk.readFile(this.#file(copyOfAll), 'utf8').catch(() => ''));
    return new Map(Object.entries(membersOf(stored)));
  }

  async #gather(): Promise<void> {
    const sure = this.#all().filter(
      ({ file }) => name.exec(file)?.[2] === undefined && !this.#unwritten.has(file),
    );
    await this.#write(copyOfAll, Object.fromEntries(sure.map(({ file, value }) => [file, value])));
  }

  /** Removes the partial file of a window that died while writing. */
  async #sweep(file: string): Promise<void> {
    const { mtimeMs } = await this.#disk.stat(this.#file(file)).catch(() => ({ mtimeMs: Infinity }));
    if (Date.now() - mtimeMs > abandonedMs) {
      await this.#remove(file);
    }
  }

  #add(key: string, file: string, value: T): void {
    const others = this.#versions(key).filter((other) => other.file !== file);
    this.#set(key, [...others, { file, value }]);
  }

  #forget(files: readonly string[]): void {
    for (const file of files) {
      this.#removed.add(file);
      const key = file.slice(0, file.indexOf('.'));
      this.#set(
        key,
        this.#versions(key).filter((version) => version.file !== file),
      );
    }
  }

  #set(key: string, versions: readonly Version<T>[]): void {
    const [first, second] = versions;
    if (first === undefined) {
      this.#known.delete(key);
    } else {
      this.#known.set(key, second === undefined ? first : versions);
    }
    this.#changed.add(key);
  }

  #versions(key: string): readonly Version<T>[] {
    return [this.#known.get(key) ?? []].flat();
  }

  #all(): readonly Version<T>[] {
    return [...this.#known.values()].flat();
  }

  #file(file: string): string {
    return path.join(this.options.folder, file);
  }
}

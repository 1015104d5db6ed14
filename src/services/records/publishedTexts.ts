import path from 'node:path';
import { realDisk, removeQuietly, type Disk } from '../disk/disk';
import { hashOf } from './hashOf';
import { writeWhole } from '../disk/writeWhole';

export interface PublishedTextsOptions {
  readonly folder: string;
  /** The setting `publishToWiki.keepPublishedText`. */
  readonly keep: () => boolean;
  readonly disk?: Disk | undefined;
  readonly most?: { readonly count: number; readonly bytes: number };
}

const limits = { count: 10_000, bytes: 100 * 1024 * 1024 };
/** A younger text is kept even without a record, since another window may be about to write the record. */
const youngMs = 10 * 60_000;

/** Keeps the text that each page was last published with, which comparing and merging need. */
export class PublishedTexts {
  readonly #disk: Disk;

  constructor(private readonly options: PublishedTextsOptions) {
    this.#disk = options.disk ?? realDisk;
  }

  async put(page: string, text: string): Promise<void> {
    if (!this.options.keep()) {
      return;
    }
    await writeWhole(this.#disk, this.#file(page), text);
  }

  async get(page: string, hash: string): Promise<string | undefined> {
    const text = await this.#disk.readFile(this.#file(page), 'utf8').catch(() => undefined);
    return text !== undefined && hashOf(text) === hash ? text : undefined;
  }

  async remove(page: string): Promise<void> {
    await removeQuietly(this.#disk, this.#file(page));
  }

  /**
   * Keeps texts that are young or that `isWanted` accepts, the newest first up to the limits, and deletes the others;
   * all if the setting is off.
   */
  async sweep(isWanted: (page: string) => Promise<boolean>, now: number): Promise<void> {
    const names = await this.#disk.readdir(this.options.folder).catch(() => []);
    const kept: { readonly name: string; readonly writtenAt: number; readonly bytes: number }[] = [];
    for (const name of names) {
      const { mtimeMs, size } = await this.#disk
        .stat(this.#file(name))
        .catch(() => ({ mtimeMs: now, size: 0 }));
      const isYoung = now - mtimeMs < youngMs;
      if (this.options.keep() && (isYoung || (await isWanted(name)))) {
        kept.push({ name, writtenAt: mtimeMs, bytes: size });
      } else {
        await this.remove(name);
      }
    }
    const limit = this.options.most ?? limits;
    let bytes = 0;
    for (const [index, text] of kept.sort((one, other) => other.writtenAt - one.writtenAt).entries()) {
      bytes += text.bytes;
      if (index >= limit.count || bytes > limit.bytes) {
        await this.remove(text.name);
      }
    }
  }

  #file(name: string): string {
    return path.join(this.options.folder, path.basename(name));
  }
}

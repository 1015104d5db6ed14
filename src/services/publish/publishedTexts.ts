import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { hashOf } from './hashOf';

export interface PublishedTextsOptions {
  readonly folder: string;
  /** `publishToWiki.keepPublishedText`. */
  readonly keep: () => boolean;
  readonly most?: { readonly count: number; readonly bytes: number };
}

const most = { count: 10_000, bytes: 100 * 1024 * 1024 };
/** Another window may have put it there a moment before its record. */
const youngMs = 10 * 60_000;

/** The texts of pages that were last published, for the comparison alone. */
export class PublishedTexts {
  constructor(private readonly options: PublishedTextsOptions) {}

  /** In the place of what the page had. */
  async put(page: string, text: string): Promise<void> {
    if (!this.options.keep()) {
      return;
    }
    const file = this.#file(page);
    // Whole or not at all
    const partial = `${file}.${randomUUID()}.tmp`;
    const write = (): Promise<void> => writeFile(partial, text, { mode: 0o600 });
    try {
      await write().catch(async () => {
        await mkdir(this.options.folder, { recursive: true, mode: 0o700 });
        await write();
      });
      await rename(partial, file);
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    }
  }

  /** Undefined when it is not kept, or is not the one that is asked for. */
  async get(page: string, hash: string): Promise<string | undefined> {
    const text = await readFile(this.#file(page), 'utf8').catch(() => undefined);
    return text !== undefined && hashOf(text) === hash ? text : undefined;
  }

  async remove(page: string): Promise<void> {
    await rm(this.#file(page), { force: true });
  }

  /** Removes what nothing refers to, and the oldest of too many. */
  async sweep(isWanted: (page: string) => Promise<boolean>, now: number): Promise<void> {
    const names = await readdir(this.options.folder).catch(() => []);
    const kept: { readonly name: string; readonly writtenAt: number; readonly bytes: number }[] = [];
    for (const name of names) {
      const { mtimeMs, size } = await stat(this.#file(name)).catch(() => ({ mtimeMs: now, size: 0 }));
      const isYoung = now - mtimeMs < youngMs;
      if (this.options.keep() && (isYoung || (await isWanted(name)))) {
        kept.push({ name, writtenAt: mtimeMs, bytes: size });
      } else {
        await this.remove(name);
      }
    }
    const limit = this.options.most ?? most;
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

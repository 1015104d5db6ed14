import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { dayMs } from '../../core/text/duration';
import { shortHash } from './shortHash';

const keptMs = 60 * dayMs;

/** Grants something to the first of all windows that asks for it, for good: by creating a file that must not exist yet. */
export class Once {
  constructor(
    private readonly folder: string,
    private readonly now: () => number,
  ) {}

  async claim(what: string): Promise<boolean> {
    const name = shortHash(what);
    try {
      await mkdir(this.folder, { recursive: true });
      await writeFile(path.join(this.folder, name), '', { flag: 'wx' });
    } catch {
      // There already, or a storage that can't be written: better no notice than one in each window
      return false;
    }
    await this.#sweep();
    return true;
  }

  async #sweep(): Promise<void> {
    for (const name of await readdir(this.folder)) {
      const file = path.join(this.folder, name);
      // Another window may sweep at the same time
      const madeAt = await stat(file).then(
        ({ mtimeMs }) => mtimeMs,
        () => this.now(),
      );
      if (this.now() - madeAt > keptMs) {
        await rm(file, { force: true });
      }
    }
  }
}

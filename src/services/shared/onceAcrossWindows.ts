import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { dayMs } from '../../core/text/duration';
import { shortHash } from './shortHash';

const keptMs = 60 * dayMs;

/** Lets one of all windows do something, once. The first to create a file wins. */
export class OnceAcrossWindows {
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
      // The file exists, or the storage can't be written: no notice is better than one in each window.
      return false;
    }
    await this.#sweep();
    return true;
  }

  async #sweep(): Promise<void> {
    for (const name of await readdir(this.folder)) {
      const file = path.join(this.folder, name);
      // Another window may remove old files at the same time.
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

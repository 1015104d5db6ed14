import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { dayMs } from '../../core/text/duration';
import { shortHash } from './shortHash';

const keptMs = 60 * dayMs;

/** `claim` resolves with true in one window only, the first that creates the file for `what`. */
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
      // Another window was first, or the folder can't be written: doing nothing is better than doing it in
      // each window.
      return false;
    }
    await this.#sweep();
    return true;
  }

  async #sweep(): Promise<void> {
    for (const name of await readdir(this.folder)) {
      const file = path.join(this.folder, name);
      // Fails if another window has removed the file meanwhile.
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

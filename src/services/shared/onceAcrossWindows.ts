import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { dayMs } from '../../core/text/duration';
import { shortHash } from './shortHash';

const keptMs = 60 * dayMs;

/** `claim` resolves with true only for the first window that asks for `what`. A claim is kept for at least 60 days. */
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
      // Another window was first, or the folder can’t be written: better that no window acts than that each does.
      return false;
    }
    // What can’t be removed stays: this window has the claim in any case.
    await this.#sweep().catch(() => undefined);
    return true;
  }

  async #sweep(): Promise<void> {
    for (const name of await readdir(this.folder)) {
      const file = path.join(this.folder, name);
      // If another window has removed the file meanwhile, `stat` fails, and there is nothing to remove.
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

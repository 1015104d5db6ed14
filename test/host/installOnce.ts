import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename } from 'node:fs/promises';
import path from 'node:path';
import { downloads, removeFolder } from './folders.js';

/** A folder under `.vscode-test` that `fill` fills the first time only. */
export async function installOnce(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const finished = path.join(downloads, name);
  if (existsSync(finished)) {
    return finished;
  }
  await mkdir(downloads, { recursive: true });
  const unfinished = await mkdtemp(path.join(downloads, `unfinished-${name}-`));
  try {
    await fill(unfinished);
    await rename(unfinished, finished);
  } catch (error) {
    // Another run may have finished the same folder meanwhile
    if (!existsSync(finished)) {
      throw error;
    }
  } finally {
    await removeFolder(unfinished);
  }
  return finished;
}

import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** Every file below the folder with its text, byte by byte, but for those that VS Code takes away meanwhile. */
export async function* filesIn(folder: string): AsyncGenerator<{ path: string; text: string }> {
  for (const entry of (await unlessGone(readdir(folder, { withFileTypes: true }))) ?? []) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      yield* filesIn(file);
    }
    const text = entry.isFile() ? await unlessGone(readFile(file, 'latin1')) : undefined;
    if (text !== undefined) {
      yield { path: file, text };
    }
  }
}

async function unlessGone<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
}

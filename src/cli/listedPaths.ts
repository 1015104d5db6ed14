import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { UsageError } from './usageError';

/** `file`: contains paths that each end with a NUL character; “-” is standard input. */
export async function readPaths(file: string, folder: string): Promise<readonly string[]> {
  try {
    const text =
      file === '-' ? await textOf(process.stdin) : await readFile(path.resolve(folder, file), 'utf8');
    return text.split('\0').filter(Boolean);
  } catch (error) {
    const { code = '?' } = error as NodeJS.ErrnoException;
    throw new UsageError(`${file} can’t be read (${code}).`, { cause: error });
  }
}

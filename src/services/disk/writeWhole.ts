import { randomUUID } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { codeOf, removeQuietly, renameOver, type Disk } from './disk';

export const partialSuffix = '.tmp';

/** Writes a file completely or not at all, even if the power fails, in place of what has its name; creates its folder if necessary. */
export async function writeWhole(disk: Disk, file: string, text: string, mode = 0o600): Promise<void> {
  const partial = `${file}.${randomUUID()}${partialSuffix}`;
  const open = (): ReturnType<Disk['open']> => disk.open(partial, 'wx', mode);
  const handle = await open().catch(async (error: unknown) => {
    if (codeOf(error) !== 'ENOENT') {
      throw error;
    }
    await disk.mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    return open();
  });
  try {
    await writeAndSync(handle, text);
    await renameOver(disk, partial, file);
  } catch (error) {
    await removeQuietly(disk, partial);
    throw error;
  }
}

async function writeAndSync(handle: FileHandle, text: string): Promise<void> {
  try {
    await handle.writeFile(text);
    // The text is synced before the file gets its name. The folder is not: that would delay a run, and the
    // next write syncs it.
    await handle.sync();
  } finally {
    await handle.close();
  }
}

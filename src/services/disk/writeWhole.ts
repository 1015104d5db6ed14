import { randomUUID } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { codeOf, removeQuietly, renameOver, type Disk } from './disk';

const partialSuffix = '.tmp';

/**
 * Replaces the file atomically: even after a power failure it has the whole old text or the whole new one.
 * A missing file or folder is created.
 */
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
    // Without `sync`, a power failure after the rename could leave an empty file. Syncing the folder, too, would slow
    // down publishing many files.
    await handle.sync();
  } finally {
    await handle.close();
  }
}

import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';

/** A part of `node:fs/promises`, so that tests can make each operation fail. */
export type Disk = Pick<
  typeof fs,
  'link' | 'mkdir' | 'open' | 'readdir' | 'readFile' | 'rename' | 'stat' | 'unlink'
>;

export const realDisk: Disk = fs;

const renameTries = 20;
const renamePauseMs = 50;

/** Returns the code of a system error, such as `ENOENT`; `UNKNOWN` for an error without one. */
export function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'UNKNOWN';
}

export async function readIfThere(disk: Disk, file: string): Promise<string | undefined> {
  try {
    return await disk.readFile(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
}

export function temporaryName(file: string): string {
  return `${file}.${randomBytes(6).toString('hex')}.tmp`;
}

/** Repeats `handle.write` until all bytes are written, since one call may write fewer. */
export async function writeFromStart(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let written = 0; written < bytes.length;) {
    const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, written);
    if (bytesWritten === 0) {
      throw Object.assign(new Error('Nothing could be written.'), { code: 'ENOSPC' });
    }
    written += bytesWritten;
  }
}

export async function writeNew(disk: Disk, file: string, text: string): Promise<void> {
  const handle = await disk.open(file, 'wx', 0o600);
  try {
    await writeFromStart(handle, Buffer.from(text));
  } finally {
    await handle.close();
  }
}

/** Tries again for a second after EPERM, EACCES or EBUSY: on Windows, virus scanners briefly hold files open. */
export async function renameOver(disk: Disk, from: string, to: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await disk.rename(from, to);
      return;
    } catch (error) {
      if (!['EPERM', 'EACCES', 'EBUSY'].includes(codeOf(error)) || tries === renameTries) {
        throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, renamePauseMs));
    }
  }
}

/** Syncs the folder of `file`, so that a rename in it survives a power failure. */
export async function syncFolder(disk: Disk, file: string): Promise<void> {
  try {
    const handle = await disk.open(path.dirname(file), 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch {
    // Windows can't sync a folder. A power failure may then undo the rename, but the old file stays whole.
  }
}

export async function removeQuietly(disk: Disk, file: string): Promise<void> {
  await disk.unlink(file).catch(() => undefined);
}

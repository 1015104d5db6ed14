import { type Disk, removeQuietly, renameOver, syncFolder, temporaryName, writeFromStart } from './disk';

const reservedBytes = 32 * 1024;

/** Holds disk space for a file's next content, so that a full disk is noticed before this content exists. */
export interface Reservation {
  /** Replaces the file atomically: readers see the old text or the new one. Can be called once. */
  write(text: string, beforeReplacing?: () => Promise<void>): Promise<void>;
  discard(): Promise<void>;
}

/** Creates a temporary file of 32 KiB beside `file`; `file` itself is not touched until `Reservation.write`. */
export async function reserveFile(disk: Disk, file: string): Promise<Reservation> {
  const temporary = temporaryName(file);
  const handle = await disk.open(temporary, 'wx', 0o600);
  const discard = async (): Promise<void> => {
    // To close it again does nothing
    await handle.close().catch(() => undefined);
    await removeQuietly(disk, temporary);
  };
  try {
    await writeFromStart(handle, Buffer.alloc(reservedBytes));
  } catch (error) {
    await discard();
    throw error;
  }
  return {
    discard,
    write: async (text, beforeReplacing) => {
      try {
        const bytes = Buffer.from(text);
        await writeFromStart(handle, bytes);
        await handle.truncate(bytes.length);
        await handle.sync();
        await handle.close();
        await beforeReplacing?.();
        await renameOver(disk, temporary, file);
      } catch (error) {
        await discard();
        throw error;
      }
      await syncFolder(disk, file);
    },
  };
}

/** Unlike `writeWhole`, syncs the folder too, so that the new text survives a power failure; the folder must exist. */
export async function writeDurably(disk: Disk, file: string, text: string): Promise<void> {
  await (await reserveFile(disk, file)).write(text);
}

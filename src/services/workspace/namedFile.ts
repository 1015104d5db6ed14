import { constants, type Stats } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import type { FileSystem, Uri } from 'vscode';
import { megabyte, type UnreadableReason } from '../../core/page/unreadableReason';
import { whyNotInPlace } from './ownPlace';

export const mostMarkdownBytes = 20 * megabyte;
export const mostRulesBytes = megabyte;

export interface NamedFileDependencies {
  readonly folders: readonly string[];
  readonly fs: Pick<FileSystem, 'stat' | 'readFile'>;
  /** Is called with the path without symbolic links, for a file in `folders`. */
  readonly onRealPath?: ((realPath: string) => void) | undefined;
}

export type NamedFile =
  | { readonly bytes: Uint8Array; readonly why?: undefined }
  | { readonly bytes?: undefined; readonly why: UnreadableReason };

export interface OpenFile {
  readonly stat: () => Promise<Pick<Stats, 'isFile' | 'isDirectory' | 'size'>>;
  readonly read: (into: Buffer) => Promise<{ readonly bytesRead: number }>;
  readonly close: () => Promise<void>;
}

/** The part of `node:fs/promises` that reading needs, which `blockingReader` replaces. */
export interface FileReader {
  readonly stat: (file: string) => Promise<Pick<Stats, 'isFile' | 'isDirectory' | 'size'>>;
  readonly open: (file: string, flags: number) => Promise<OpenFile>;
}

/** The bits of `vscode.FileType`: services import only the types of `vscode`, not its values. */
export const fileType = { file: 1, folder: 2, link: 64 } as const;

/** Whether an entry of a folder is a file and no link to one. */
export function isOwnFile(type: number): boolean {
  return (type & (fileType.file | fileType.link)) === fileType.file;
}

const chunkBytes = 65_536;

/**
 * Reads a file that a workspace names, which only this module may open: the author of the file may have made it a link
 * to a pipe or a device, which could block forever.
 */
export async function readNamedFile(
  reading: NamedFileDependencies,
  uri: Uri,
  mostBytes: number,
): Promise<NamedFile> {
  const why = await findUnreadableReason(reading, uri, mostBytes);
  if (why !== undefined) {
    return { why };
  }
  try {
    const read =
      uri.scheme === 'file'
        ? await readOnDisk(uri.fsPath, mostBytes)
        : { bytes: await reading.fs.readFile(uri) };
    return read.bytes !== undefined && read.bytes.length > mostBytes
      ? { why: { kind: 'tooLarge', mostBytes } }
      : read;
  } catch (error) {
    return { why: { kind: isNotFound(error) ? 'missing' : 'failed' } };
  }
}

/** Checks the file without opening it; undefined if nothing is known to be wrong. */
export async function findUnreadableReason(
  { folders, fs, onRealPath }: NamedFileDependencies,
  uri: Uri,
  mostBytes: number,
): Promise<UnreadableReason | undefined> {
  try {
    if (uri.scheme !== 'file') {
      const { type, size } = await fs.stat(uri);
      return whyRefused((type & fileType.file) !== 0, size, mostBytes);
    }
    const why = await whyNotInPlace(uri.fsPath, folders, { onRealPath });
    if (why !== undefined) {
      return why;
    }
    const stats = await stat(uri.fsPath);
    return whyRefused(stats.isFile(), stats.size, mostBytes);
  } catch (error) {
    return { kind: isNotFound(error) ? 'missing' : 'failed' };
  }
}

function whyRefused(isFile: boolean, size: number, mostBytes: number): UnreadableReason | undefined {
  if (!isFile) {
    return { kind: 'notAFile' };
  }
  return size > mostBytes ? { kind: 'tooLarge', mostBytes } : undefined;
}

/**
 * Reads a file without asking whether a link leads out of the workspace, as for Git’s settings. Refuses pipes and
 * devices.
 */
export async function readRegularFile(
  file: string,
  mostBytes: number,
  reader: FileReader = { open, stat },
): Promise<NamedFile> {
  try {
    const stats = await reader.stat(file);
    const why = whyRefused(stats.isFile(), stats.size, mostBytes);
    return why === undefined ? await readOnDisk(file, mostBytes, reader) : { why };
  } catch (error) {
    return { why: { kind: isNotFound(error) ? 'missing' : 'failed' } };
  }
}

/** Checks the file again once it is open, since somebody may have replaced it. */
async function readOnDisk(
  file: string,
  mostBytes: number,
  reader: Pick<FileReader, 'open'> = { open },
): Promise<NamedFile> {
  // The last two constants are undefined on Windows, which counts as 0.
  const handle = await reader.open(file, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  try {
    const stats = await handle.stat();
    const why = whyRefused(stats.isFile(), stats.size, mostBytes);
    return why === undefined ? { bytes: await allBytes(handle, stats.size, mostBytes) } : { why };
  } finally {
    await handle.close();
  }
}

/**
 * Reads up to one byte more than `mostBytes`, by which the caller notices a file that is larger than its stated
 * size.
 */
async function allBytes(handle: OpenFile, size: number, mostBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for (let left = mostBytes + 1; left > 0;) {
    const chunk = Buffer.allocUnsafe(Math.min(left, chunks.length === 0 && size > 0 ? size + 1 : chunkBytes));
    const { bytesRead } = await handle.read(chunk);
    if (bytesRead === 0) {
      break;
    }
    chunks.push(chunk.subarray(0, bytesRead));
    left -= bytesRead;
    if (size > 0 && bytesRead === size && chunk.length > size) {
      // The chunk was larger than the file, so a second read would only find the end.
      break;
    }
  }
  const [only, ...others] = chunks;
  return only !== undefined && others.length === 0 ? only : Buffer.concat(chunks);
}

/** `FileNotFound` is the code of VS Code’s file systems, the others are those of Node.js. */
export function isNotFound(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown };
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'FileNotFound';
}

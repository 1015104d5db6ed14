import { constants, type Stats } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import type { FileSystem, Uri } from 'vscode';
import { megabyte, type UnreadableReason } from '../../core/page/unreadableReason';
import { realPathOutside } from './realPathOutside';

/** The largest Markdown file that is read; no page needs as much. */
export const mostMarkdownBytes = 20 * megabyte;
export const mostRulesBytes = megabyte;

export interface NamedFileDependencies {
  /** The paths of the open folders on this computer's disk. */
  readonly folders: readonly string[];
  /** VS Code's file system, for files that are not on this computer's disk. */
  readonly fs: Pick<FileSystem, 'stat' | 'readFile'>;
  /** Is called with the real path of a file in those folders. */
  readonly onRealPath?: ((realPath: string) => void) | undefined;
}

export type NamedFile =
  | { readonly bytes: Uint8Array; readonly why?: undefined }
  | { readonly bytes?: undefined; readonly why: UnreadableReason };

/** What is used of an open file. */
export interface OpenFile {
  readonly stat: () => Promise<Pick<Stats, 'isFile' | 'isDirectory' | 'size'>>;
  readonly read: (into: Buffer) => Promise<{ readonly bytesRead: number }>;
  readonly close: () => Promise<void>;
}

/** What is used of `node:fs/promises` in order to read a file. */
export interface FileReader {
  readonly stat: (file: string) => Promise<Pick<Stats, 'isFile' | 'isDirectory' | 'size'>>;
  readonly open: (file: string, flags: number) => Promise<OpenFile>;
}

/** The bits of vscode.FileType, which services know as a type only. */
export const fileType = { file: 1, folder: 2, link: 64 } as const;
const chunkBytes = 65_536;

/**
 * Reads a file that a workspace names; no other code opens one. Whoever wrote the workspace may have made it a link to
 * a device or a pipe, and opening or reading that may never end.
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

/** Says why such a file would not be read, as far as that is known without opening it. */
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
    const real = await realPathOutside(uri.fsPath, folders, { foundAt: onRealPath });
    if (real !== undefined) {
      return { kind: 'outside', real };
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

/** Reads a file that may be outside the workspace, such as one of Git, but that may also be a link to a device. */
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

/** The file is checked again once it is open, since it may have been replaced. */
async function readOnDisk(
  file: string,
  mostBytes: number,
  reader: Pick<FileReader, 'open'> = { open },
): Promise<NamedFile> {
  // On Windows the last two constants are undefined, which counts as 0.
  const handle = await reader.open(file, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  try {
    const stats = await handle.stat();
    const why = whyRefused(stats.isFile(), stats.size, mostBytes);
    return why === undefined ? { bytes: await allBytes(handle, stats.size, mostBytes) } : { why };
  } finally {
    await handle.close();
  }
}

/** Reads at most one byte more than allowed, since a file may be larger than its stated size. */
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

/** Whether nothing is there, in any file system that VS Code supports. */
export function isNotFound(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown };
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'FileNotFound';
}

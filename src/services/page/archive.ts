import { inflateRawSync } from 'node:zlib';
import { Unzip, type AsyncFlateStreamHandler, type UnzipDecoder } from 'fflate';
import ignore from 'ignore';

/** The limits for a file in an archive. */
export interface ArchiveLimits {
  readonly files: number;
  readonly bytes: number;
}

/** Returns the files of a ZIP archive whose names match; undefined if it is damaged, encrypted or exceeds the limits. */
export function filesInArchive(
  archive: Uint8Array,
  pattern: string,
  { files, bytes }: ArchiveLimits,
): readonly Uint8Array[] | undefined {
  const wanted = ignore().add(pattern);
  const found: Uint8Array[] = [];
  let [named, begun, room] = [0, 0, bytes];
  const unzip = new Unzip((file) => {
    if (++named > files) {
      throw new Error('Too many files.');
    }
    if (!isInside(file.name) || !wanted.ignores(file.name)) {
      return;
    }
    begun++;
    const chunks: Uint8Array[] = [];
    file.ondata = (error, data, final) => {
      if (error !== null || data.length > room) {
        throw error ?? new Error('Too large.');
      }
      room -= data.length;
      chunks.push(data);
      if (final) {
        found.push(Buffer.concat(chunks));
      }
    };
    file.start();
  });
  unzip.register(inflateAtMost(bytes));
  try {
    unzip.push(archive, true);
  } catch {
    return undefined;
  }
  return named > 0 && begun === found.length ? found : undefined;
}

/** Longer paths, and those with more folders, are skipped: matching takes time for each folder in a path. */
const longestName = 1_024;
const mostParts = 64;

/** Whether a name stays inside the archive; others are skipped, although nothing is written to a disk. */
function isInside(name: string): boolean {
  const parts = name.length > longestName ? [] : name.split('/', mostParts + 1);
  const isShort = parts.length > 0 && parts.length <= mostParts;
  return (
    isShort &&
    ignore.isPathValid(name) &&
    !name.includes('\\') &&
    !parts.includes('..') &&
    parts.at(-1) !== ''
  );
}

/** Stops at the limit, whatever size the archive declares. */
function inflateAtMost(bytes: number) {
  return class Inflate implements UnzipDecoder {
    static readonly compression = 8;
    ondata: AsyncFlateStreamHandler = () => undefined;
    readonly #chunks: Uint8Array[] = [];

    push(chunk: Uint8Array, final: boolean): void {
      this.#chunks.push(chunk);
      if (final) {
        this.ondata(null, inflateRawSync(Buffer.concat(this.#chunks), { maxOutputLength: bytes }), true);
      }
    }
  };
}

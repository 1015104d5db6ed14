import { inflateRawSync } from 'node:zlib';
import { Unzip, type AsyncFlateStreamHandler, type UnzipDecoder } from 'fflate';
import ignore from 'ignore';

/** `files` counts all entries of the archive; `bytes` is the total unpacked size of the matching files. */
export interface ArchiveLimits {
  readonly files: number;
  readonly bytes: number;
}

/** `pattern`: in the syntax of `.gitignore`. Undefined if the archive is damaged, encrypted or exceeds the limits. */
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
        const whole = Buffer.concat(chunks);
        // What is encrypted may unpack by chance, to something else
        if (file.originalSize !== undefined && file.originalSize !== whole.length) {
          throw new Error('Damaged or encrypted.');
        }
        found.push(whole);
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

/**
 * Entries with longer paths, or more than `mostParts` parts, are skipped, since matching takes time for each
 * folder.
 */
const longestName = 1_024;
const mostParts = 64;

/** Rejects folders, and names that lead out of the archive, such as `../a.md`, although nothing is written to disk. */
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

/** Throws beyond `bytes`, whatever size the archive declares. */
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

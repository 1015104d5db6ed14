import { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';

/** The limit for a body, encoded or decoded, if `SendOptions.mostBytes` is undefined: no server may fill the memory. */
export const mostBodyBytes = 1024 * 1024;

export class BodyReader {
  readonly #chunks: Uint8Array[] = [];
  #length = 0;

  constructor(private readonly mostBytes = mostBodyBytes) {}

  /** Returns false if the body is longer than the limit; what exceeds it is dropped. */
  add(chunk: Uint8Array): boolean {
    const room = this.mostBytes - this.#length;
    this.#chunks.push(chunk.subarray(0, room));
    this.#length += Math.min(room, chunk.length);
    return chunk.length <= room;
  }

  /** Undoes the content codings (RFC 9110 §8.4). After false, `text` returns only the part that could be decoded. */
  async decode(contentEncoding: string | undefined): Promise<boolean> {
    for (const coding of codingsOf(contentEncoding).reverse()) {
      if (!(await this.#undo(coding))) {
        return false;
      }
    }
    return true;
  }

  text(): string {
    return new TextDecoder().decode(Buffer.concat(this.#chunks));
  }

  async #undo(coding: string): Promise<boolean> {
    const encoded = Buffer.concat(this.#chunks.splice(0));
    this.#length = 0;
    const decoder = decoderOf(coding, encoded);
    if (decoder === undefined) {
      return false;
    }
    try {
      for await (const chunk of Readable.from([encoded], { objectMode: false }).pipe(decoder)) {
        if (!this.add(chunk as Uint8Array)) {
          return false;
        }
      }
      return true;
    } catch {
      return false;
    }
  }
}

function codingsOf(contentEncoding = ''): string[] {
  const codings = contentEncoding.toLowerCase().split(',');
  return codings.map((coding) => coding.trim()).filter((coding) => coding !== '' && coding !== 'identity');
}

function decoderOf(coding: string, encoded: Uint8Array) {
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'br':
      return createBrotliDecompress();
    case 'deflate':
      return hasZlibHeader(encoded) ? createInflate() : createInflateRaw();
    default:
      return undefined;
  }
}

/** `deflate` means zlib data (RFC 9110 §8.4.1.2), but some servers omit the zlib header. */
function hasZlibHeader([first = 0, second = 0]: Uint8Array): boolean {
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
}

import { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';

/** The largest decoded body, so that no server can fill the memory. */
export const mostBodyBytes = 1024 * 1024;

/** Collects a body up to the limit. */
export class BodyReader {
  readonly #chunks: Uint8Array[] = [];
  #length = 0;

  constructor(private readonly mostBytes = mostBodyBytes) {}

  /** Returns false if the body exceeds the limit, so that the caller stops reading. */
  add(chunk: Uint8Array): boolean {
    const room = this.mostBytes - this.#length;
    this.#chunks.push(chunk.subarray(0, room));
    this.#length += Math.min(room, chunk.length);
    return chunk.length <= room;
  }

  /** Undoes the content codings (RFC 9110 §8.4), as far as possible; false if the end is missing. */
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
      // What was decoded before the error is kept.
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

/** Deflate should have the format of zlib (RFC 9110 §8.4.1.2), but some servers omit its header. */
function hasZlibHeader([first = 0, second = 0]: Uint8Array): boolean {
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
}

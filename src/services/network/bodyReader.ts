/** Decoded bodies end here: a server can't fill the memory. */
export const mostBodyBytes = 1024 * 1024;

/** Gathers a body up to the cap. */
export class BodyReader {
  readonly #chunks: Uint8Array[] = [];
  #length = 0;

  /** Returns false when the body is longer than the cap: stop reading. */
  add(chunk: Uint8Array): boolean {
    const room = mostBodyBytes - this.#length;
    this.#chunks.push(chunk.subarray(0, room));
    this.#length += Math.min(room, chunk.length);
    return chunk.length <= room;
  }

  text(): string {
    return new TextDecoder().decode(Buffer.concat(this.#chunks));
  }
}

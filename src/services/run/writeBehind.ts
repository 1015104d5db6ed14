const mostWriting = 32;

/** Writes in the background, unless the disk is far behind. */
export class WriteBehind {
  readonly #writing = new Set<Promise<void>>();

  /** `failed` is told of a write that fails. */
  async add(write: Promise<void>, failed: (error: unknown) => void): Promise<void> {
    const writing = write.catch(failed).finally(() => this.#writing.delete(writing));
    this.#writing.add(writing);
    if (this.#writing.size > mostWriting) {
      await Promise.race(this.#writing);
    }
  }

  /** Resolves when every write has ended. */
  async settled(): Promise<void> {
    await Promise.all(this.#writing);
  }
}

const mostWriting = 32;

/** Writes that are not waited for, unless the disk falls far behind. */
export class WriteBehind {
  readonly #writing = new Set<Promise<void>>();

  /** `failed` gets what goes wrong. */
  async add(write: Promise<void>, failed: (error: unknown) => void): Promise<void> {
    const writing = write.catch(failed).finally(() => this.#writing.delete(writing));
    this.#writing.add(writing);
    if (this.#writing.size > mostWriting) {
      await Promise.race(this.#writing);
    }
  }

  /** Resolves when all is on disk, or could not be written. */
  async settled(): Promise<void> {
    await Promise.all(this.#writing);
  }
}

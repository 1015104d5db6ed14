/** Lets one publish of a file run at a time, so that an older text is never sent after a newer one. */
export class FileLocks {
  readonly #last = new Map<string, Promise<undefined>>();
  readonly #counts = new Map<string, number>();

  isLocked(uri: string): boolean {
    return this.#last.has(uri);
  }

  /** How often the file’s lock was taken: a caller notices by this number that a publish may have come in between. */
  startedPublishes(uri: string): number {
    return this.#counts.get(uri) ?? 0;
  }

  async withLock<T>(uri: string, publish: () => Promise<T>): Promise<T> {
    const before = this.#last.get(uri);
    const held = Promise.withResolvers<undefined>();
    this.#last.set(uri, held.promise);
    await before;
    this.#counts.set(uri, this.startedPublishes(uri) + 1);
    try {
      return await publish();
    } finally {
      if (this.#last.get(uri) === held.promise) {
        this.#last.delete(uri);
      }
      held.resolve(undefined);
    }
  }
}

/** One publish of a file at a time, whichever way it goes: a text that was read earlier never lands later. */
export class FileLocks {
  readonly #last = new Map<string, Promise<undefined>>();
  readonly #counts = new Map<string, number>();

  isHeld(uri: string): boolean {
    return this.#last.has(uri);
  }

  /** How many publishes of it were let in so far. */
  count(uri: string): number {
    return this.#counts.get(uri) ?? 0;
  }

  /** Waits for those that came before. */
  async hold<T>(uri: string, publish: () => Promise<T>): Promise<T> {
    const before = this.#last.get(uri);
    const held = Promise.withResolvers<undefined>();
    this.#last.set(uri, held.promise);
    await before;
    this.#counts.set(uri, this.count(uri) + 1);
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

/** Concurrent callers of `use` share one value; once the last of them is done, the next gets a new one. */
export class RefCounted<T> {
  #made: Promise<T> | undefined;
  #users = 0;

  constructor(private readonly make: () => Promise<T>) {}

  async use<R>(work: (made: T) => Promise<R>): Promise<R> {
    this.#made ??= this.make();
    this.#users++;
    try {
      return await work(await this.#made);
    } finally {
      this.#users--;
      if (this.#users === 0) {
        this.forget();
      }
    }
  }

  forget(): void {
    this.#made = undefined;
  }
}

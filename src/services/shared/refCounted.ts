/** A value that callers at the same time share. Later callers get a new one. */
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

  /** Lets the next caller make a new value, even if the current one is still in use. */
  forget(): void {
    this.#made = undefined;
  }
}

/** What is made once for all that need it at the same time, and anew for whoever comes later. */
export class Shared<T> {
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

  /** It is another one by now, also while some still use the last one. */
  forget(): void {
    this.#made = undefined;
  }
}

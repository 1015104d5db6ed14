/** Runs work once for all calls within a time. */
export class Throttle {
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly afterMs: number,
    private readonly work: () => void,
  ) {}

  call(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.work();
    }, this.afterMs);
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }
}

/** Collects values for a time, and passes them on together. */
export class Batcher<T> {
  readonly #throttle: Throttle;
  #values = new Set<T>();

  constructor(
    afterMs: number,
    private readonly take: (values: ReadonlySet<T>) => void,
  ) {
    this.#throttle = new Throttle(afterMs, () => this.flush());
  }

  add(...values: readonly T[]): void {
    values.forEach((value) => this.#values.add(value));
    this.#throttle.call();
  }

  /** Passes the values on now. */
  flush(): void {
    const values = this.#values;
    this.#values = new Set();
    if (values.size > 0) {
      this.take(values);
    }
  }

  dispose(): void {
    this.#throttle.dispose();
  }
}

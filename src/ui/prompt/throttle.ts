/** Runs the work `afterMs` after the first call, once for all calls until then. */
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
    this.#timer = undefined;
  }
}

/** Passes on together what was added within `afterMs`, each value once. */
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

  flush(): void {
    this.#throttle.dispose();
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

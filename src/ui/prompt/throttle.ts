/** Runs the work `afterMs` after the first call, once for all calls until then, and `apartMs` after the last time. */
export class Throttle {
  #timer: NodeJS.Timeout | undefined;
  #workedAt = -Infinity;

  constructor(
    private readonly afterMs: number,
    private readonly work: () => void,
    private readonly apartMs = 0,
  ) {}

  call(): void {
    const waitMs = Math.max(this.afterMs, this.#workedAt + this.apartMs - performance.now());
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#workedAt = performance.now();
      this.work();
    }, waitMs);
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }
}

/** Passes on together what was added within `afterMs`, each value once, and `apartMs` after what came before. */
export class Batcher<T> {
  readonly #throttle: Throttle;
  #values = new Set<T>();

  constructor(
    afterMs: number,
    private readonly take: (values: ReadonlySet<T>) => void,
    apartMs = 0,
  ) {
    this.#throttle = new Throttle(afterMs, () => this.#pass(), apartMs);
  }

  add(...values: readonly T[]): void {
    values.forEach((value) => this.#values.add(value));
    this.#throttle.call();
  }

  #pass(): void {
    const values = this.#values;
    this.#values = new Set();
    this.take(values);
  }

  dispose(): void {
    this.#throttle.dispose();
  }
}

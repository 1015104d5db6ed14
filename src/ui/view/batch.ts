import { Throttle } from '../prompt/throttle';

/** Gathers what comes within a while, and hands it on at once. */
export class Batch<T> {
  readonly #values = new Set<T>();
  readonly #throttle;

  constructor(afterMs: number, take: (values: T[]) => void) {
    this.#throttle = new Throttle(afterMs, () => {
      const values = [...this.#values];
      this.#values.clear();
      take(values);
    });
  }

  add(value: T): void {
    this.#values.add(value);
    this.#throttle.call();
  }

  dispose(): void {
    this.#throttle.dispose();
  }
}

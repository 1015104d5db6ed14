import { Throttle } from './throttle';
import type { PageRow } from './viewRow';

const drawMs = 20;

/** Draws rows, many at once where many change at once. */
export class Drawing {
  readonly #changed = new Set<PageRow>();
  readonly #throttle;

  constructor(draw: (rows: PageRow[]) => void) {
    this.#throttle = new Throttle(drawMs, () => {
      draw([...this.#changed]);
      this.#changed.clear();
    });
  }

  add(row: PageRow): void {
    this.#changed.add(row);
    this.#throttle.call();
  }

  dispose(): void {
    this.#throttle.dispose();
  }
}

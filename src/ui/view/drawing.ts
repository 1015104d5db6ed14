import type { PageRow } from './viewRow';

const drawMs = 20;

/** Draws rows, many at once where many change at once. */
export class Drawing {
  readonly #changed = new Set<PageRow>();
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly draw: (rows: PageRow[]) => void) {}

  add(row: PageRow): void {
    this.#changed.add(row);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.draw([...this.#changed]);
      this.#changed.clear();
    }, drawMs);
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }
}

/** Work that is done once for all calls of a while. */
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

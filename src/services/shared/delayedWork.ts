/** Delays named pieces of work until a pause is over. */
export class DelayedWork {
  readonly #timers = new Map<string, NodeJS.Timeout>();

  constructor(private readonly ms: number) {}

  /** Starts the pause again, so that the work waits until no more calls come. */
  debounce(name: string, work: () => void): void {
    this.cancel(name);
    this.throttle(name, work);
  }

  /** Starts a pause unless one is under way, so that frequent calls don’t put the work off. */
  throttle(name: string, work: () => void): void {
    if (!this.#timers.has(name)) {
      const timer = setTimeout(() => {
        this.#timers.delete(name);
        work();
      }, this.ms);
      this.#timers.set(name, timer);
    }
  }

  cancel(name: string): void {
    clearTimeout(this.#timers.get(name));
    this.#timers.delete(name);
  }

  dispose(): void {
    [...this.#timers.keys()].forEach((name) => this.cancel(name));
  }
}

/** Delays work on several things until a pause is over. */
export class Pauses {
  readonly #timers = new Map<string, NodeJS.Timeout>();

  constructor(private readonly ms: number) {}

  /** Starts the pause again, so that the work waits until the requests stop. */
  restart(name: string, work: () => void): void {
    this.end(name);
    this.begin(name, work);
  }

  /** Starts a pause unless one is under way, so that frequent requests don't delay the work. */
  begin(name: string, work: () => void): void {
    if (!this.#timers.has(name)) {
      const timer = setTimeout(() => {
        this.#timers.delete(name);
        work();
      }, this.ms);
      this.#timers.set(name, timer);
    }
  }

  end(name: string): void {
    clearTimeout(this.#timers.get(name));
    this.#timers.delete(name);
  }

  dispose(): void {
    [...this.#timers.keys()].forEach((name) => this.end(name));
  }
}

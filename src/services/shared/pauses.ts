/** Work on several things, each once nothing was asked of it for a while. */
export class Pauses {
  readonly #timers = new Map<string, NodeJS.Timeout>();

  constructor(private readonly ms: number) {}

  /** Begins the pause anew: the work waits until nothing has asked for it for a while. */
  restart(name: string, work: () => void): void {
    this.end(name);
    this.begin(name, work);
  }

  /** Begins a pause unless one is under way, so that frequent requests do not put the work off. */
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

/** Work on several things, each once nothing was asked of it for a while. */
export class Pauses {
  readonly #timers = new Map<string, NodeJS.Timeout>();

  constructor(private readonly ms: number) {}

  /** However often it is asked for, the work waits from then on. */
  restart(name: string, work: () => void): void {
    this.end(name);
    this.begin(name, work);
  }

  /** Unless it waits already: what comes all the time puts nothing off. */
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

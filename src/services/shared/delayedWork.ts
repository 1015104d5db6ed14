/** Of calls with one name, `debounce` runs the work of the last, `ms` after it, and `throttle` that of the first. */
export class DelayedWork {
  readonly #timers = new Map<string, NodeJS.Timeout>();

  constructor(private readonly ms: number) {}

  debounce(name: string, work: () => void): void {
    this.cancel(name);
    this.throttle(name, work);
  }

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

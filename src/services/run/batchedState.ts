import type { Memento } from 'vscode';

/** A state of VS Code's, which is stored whole at each write: while it is held, writes wait for a flush. */
export class BatchedState implements Memento {
  readonly #waiting = new Map<string, unknown>();
  #holders = 0;

  /** A write that fails costs what it was to keep, and never the work: `failed` gets the error. */
  constructor(
    private readonly state: Memento,
    private readonly failed: (error: unknown) => void,
  ) {}

  keys(): readonly string[] {
    const stored = this.state.keys().filter((key) => !this.#waiting.has(key));
    return [...stored, ...[...this.#waiting].filter(([, value]) => value !== undefined).map(([key]) => key)];
  }

  get<T>(key: string, defaultValue?: T): T | undefined {
    return this.#waiting.has(key)
      ? ((this.#waiting.get(key) as T | undefined) ?? defaultValue)
      : (this.state.get<T>(key) ?? defaultValue);
  }

  async update(key: string, value: unknown): Promise<void> {
    if (this.#holders === 0) {
      await this.state.update(key, value);
    } else {
      this.#waiting.set(key, value);
    }
  }

  /** Runs work whose writes are stored every so often, and at its end. */
  async holding<T>(flushEveryMs: number, work: () => Promise<T>): Promise<T> {
    this.#holders++;
    const timer = setInterval(() => void this.#flush(), flushEveryMs);
    try {
      return await work();
    } finally {
      clearInterval(timer);
      this.#holders--;
      await this.#flush();
    }
  }

  /** VS Code gathers the updates of one moment. */
  async #flush(): Promise<void> {
    const writes = [...this.#waiting];
    this.#waiting.clear();
    try {
      await Promise.all(writes.map(([key, value]) => this.state.update(key, value)));
    } catch (error) {
      this.failed(error);
    }
  }
}

import type { Memento } from 'vscode';

/**
 * Changes made during a write are written once that write is confirmed: VS Code’s global state would undo a later write when
 * the confirmation of an earlier one arrives.
 */
export class GlobalState implements Memento {
  readonly #unwritten = new Map<string, unknown>();
  #writing: Promise<void> | undefined;

  constructor(private readonly memento: Memento) {}

  keys(): readonly string[] {
    return [...new Set([...this.memento.keys(), ...this.#unwritten.keys()])].filter(
      (key) => this.get(key) !== undefined,
    );
  }

  get<T>(key: string, otherwise?: T): T | undefined {
    return this.#unwritten.has(key)
      ? ((this.#unwritten.get(key) as T | undefined) ?? otherwise)
      : this.memento.get(key, otherwise);
  }

  update(key: string, value: unknown): Promise<void> {
    this.#unwritten.set(key, value);
    this.#writing ??= this.#write();
    return this.#writing;
  }

  async #write(): Promise<void> {
    try {
      while (this.#unwritten.size > 0) {
        const writes = [...this.#unwritten];
        await Promise.all(writes.map(async ([key, value]) => this.memento.update(key, value)));
        for (const [key, value] of writes) {
          if (this.#unwritten.get(key) === value) {
            this.#unwritten.delete(key);
          }
        }
      }
    } finally {
      // Cleared before the promise settles, so that the next `update` starts a new write.
      this.#writing = undefined;
    }
  }
}

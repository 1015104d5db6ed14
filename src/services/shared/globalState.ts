import type { Memento } from 'vscode';

/**
 * VS Code’s global state with one write at a time. A late confirmation of an earlier write would undo later
 * ones. The state of a workspace does not do that.
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
      // Cleared before the promise ends, so that the next change starts a new write.
      this.#writing = undefined;
    }
  }
}

import type { Memento, SecretStorage } from 'vscode';

/** Stores values as JSON, as VS Code does, so that later changes to an object don't change its stored copy. */
export class MemoryState implements Memento {
  readonly #stored = new Map<string, string>();

  keys(): readonly string[] {
    return [...this.#stored.keys()];
  }

  get<T>(key: string, otherwise?: T): T | undefined {
    const json = this.#stored.get(key);
    return json === undefined ? otherwise : (JSON.parse(json) as T);
  }

  update(key: string, value: unknown): Promise<void> {
    if (value === undefined) {
      this.#stored.delete(key);
    } else {
      this.#stored.set(key, JSON.stringify(value));
    }
    return Promise.resolve();
  }
}

interface SecretChange {
  readonly key: string;
}

export class MemorySecrets implements SecretStorage {
  readonly stored = new Map<string, string>();
  readonly #listeners = new Set<(change: SecretChange) => unknown>();

  readonly onDidChange = (listener: (change: SecretChange) => unknown): { dispose(): void } => {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  };

  keys(): Promise<string[]> {
    return Promise.resolve([...this.stored.keys()]);
  }

  get(key: string): Promise<string | undefined> {
    return Promise.resolve(this.stored.get(key));
  }

  store(key: string, value: string): Promise<void> {
    this.stored.set(key, value);
    this.#listeners.forEach((listener) => listener({ key }));
    return Promise.resolve();
  }

  delete(key: string): Promise<void> {
    this.stored.delete(key);
    this.#listeners.forEach((listener) => listener({ key }));
    return Promise.resolve();
  }
}
